package trial

import (
	"os/exec"
	"regexp"
	"testing"
)

// A cell runs in the checkout, whose revision it has; elsewhere it has none.
func TestCheckoutHasARevision(t *testing.T) {
	if err := exec.Command("git", "rev-parse", "HEAD").Run(); err != nil {
		t.Skip("the sources are no checkout: ", err)
	}
	if v := checkout(); !regexp.MustCompile(`^[0-9a-f]{12}\+?$`).MatchString(v) {
		t.Errorf("revision %q", v)
	}
	t.Chdir(t.TempDir())
	if v := checkout(); v != "" {
		t.Errorf("revision %q outside a checkout", v)
	}
}
