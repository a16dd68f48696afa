package app

import (
	"path/filepath"
	"testing"
)

// An audit's bound is at most the proved ε. The audit describes its runs, and continues from stored
// ones.
func TestAudit(t *testing.T) {
	file := filepath.Join(t.TempDir(), "runs")
	args := []string{"audit", "privdpr", "--epsilon", "4", "--delta", "1e-5", "--set", "Theta=1", "--confidence", "0.999", "--resume", file, "--json"}
	for _, trials := range []string{"100", "300"} {
		stdout, _ := calls(t, "", append(args, "--trials", trials)...)
		d := document(t, stdout)
		for _, name := range []string{"claimed", "proved", "audited", "confidence", "trials"} {
			if _, ok := d[name]; !ok {
				t.Errorf("no field %s in %s", name, stdout)
			}
		}
		if d["audited"].(float64) > d["proved"].(float64) || d["proved"].(float64) > 4+1e-9 {
			t.Errorf("audited %v, proved %v", d["audited"], d["proved"])
		}
	}
}

// If the attack breaks a claim, the output reports it, and the command fails.
func TestAuditBreaksAClaim(t *testing.T) {
	status, stdout, stderr := call(t, "audit", "seprivgemb", "--mode", "published", "--relation", "node",
		"--epsilon", "0.5", "--delta", "1e-5", "--trials", "120", "--set", "Dim=8", "--json")
	if status != 1 {
		t.Fatalf("status %d: %s%s", status, stdout, stderr)
	}
	d := document(t, stdout)
	broken, _ := d["broken"].([]any)
	if len(broken) != 1 || broken[0] != "claimed" || d["proved"] != "inf" || d["audited"].(float64) <= 0.5 {
		t.Errorf("broken %v, proved %v, audited %v", broken, d["proved"], d["audited"])
	}
}
