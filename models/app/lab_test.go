package app

import (
	"strings"
	"testing"
)

// A notebook that is not there is a wrong call, answered with those that are,
// before anything is set up.
func TestLabUnknownNotebook(t *testing.T) {
	status, _, stderr := call(t, "lab", "--execute", "nonsense")
	if status != 2 || !strings.Contains(stderr, `"nonsense"; there are: 00_tour`) || strings.Contains(stderr, "[1/") {
		t.Errorf("status %d, stderr %q", status, stderr)
	}
}

// Outside a checkout there is nothing to open: said with what to do.
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
