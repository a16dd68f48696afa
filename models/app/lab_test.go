package app

import (
	"strings"
	"testing"
)

// Outside a checkout there is nothing to open; the error has advice.
func TestLabOutsideCheckout(t *testing.T) {
	t.Chdir(t.TempDir())
	status, stdout, stderr := call(t, "lab", "--json")
	if status != 1 || !strings.Contains(stderr, "git clone") {
		t.Errorf("status %d, stderr %q", status, stderr)
	}
	if message, _ := document(t, stdout)["error"].(string); !strings.Contains(message, "not inside a checkout") {
		t.Errorf("JSON %q", stdout)
	}
}
