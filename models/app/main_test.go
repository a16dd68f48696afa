package app

import (
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"github.com/graphdp/graphdp/models/learn/backend"
)

func TestEveryCommandHasHelpWithAnExample(t *testing.T) {
	a := new(app)
	var walk func(c *cobra.Command, path []string)
	walk = func(c *cobra.Command, path []string) {
		if c.Short == "" || c.Example == "" || !strings.Contains(c.Example, "gdp "+strings.Join(path, " ")) {
			t.Errorf("gdp %s has no example of itself", strings.Join(path, " "))
		}
		status, stdout, _ := call(t, append(path, "--help")...)
		if status != 0 || !strings.Contains(stdout, "Examples:") || !strings.Contains(stdout, "--json") {
			t.Errorf("gdp %s --help: status %d, %q", strings.Join(path, " "), status, stdout)
		}
		for _, sub := range c.Commands() {
			if sub.Name() != "help" {
				walk(sub, append(path[:len(path):len(path)], sub.Name()))
			}
		}
	}
	walk(a.root(), nil)
}

func TestVersion(t *testing.T) {
	status, stdout, stderr := call(t, "version", "--json")
	if status != 0 || stderr != "" {
		t.Fatalf("status %d, stderr %q", status, stderr)
	}
	v := document(t, stdout)
	if v["module"] != "github.com/graphdp/graphdp" || v["go"] == "" || v["simd"] != backend.SIMD {
		t.Errorf("%v", v)
	}
	if _, stdout, _ := call(t, "version"); !strings.HasPrefix(stdout, "github.com/graphdp/graphdp ") {
		t.Errorf("%q", stdout)
	}
}

// doctor works without any optional installation, and reports the missing parts.
func TestDoctorWithNothingInstalled(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	t.Setenv("HOME", dir)
	t.Setenv("XDG_CACHE_HOME", dir)
	t.Setenv("PATH", dir)
	t.Setenv("CC", "")
	t.Setenv("GDP_DATA", "")
	t.Setenv(backend.EnvPlugins, "")
	t.Setenv(backend.EnvBackend, "")
	status, stdout, _ := call(t, "doctor", "--json")
	if status != 0 {
		t.Fatalf("status %d", status)
	}
	d := document(t, stdout)
	for _, key := range []string{"backend", "go", "python", "plugin", "data"} {
		if _, ok := d[key].(map[string]any); !ok {
			t.Errorf("no %q in %s", key, stdout)
		}
	}
	chosen := d["backend"].(map[string]any)["chosen"].(map[string]any)
	if chosen["name"] != "go" {
		t.Errorf("chose %v", chosen)
	}
	present := d["backend"].(map[string]any)["present"].([]any)
	if len(present) != 2 || !(present[0].(map[string]any)["gflops"].(float64) > 0) {
		t.Errorf("measured %v", present)
	}
	warnings := ""
	for _, w := range d["warnings"].([]any) {
		warnings += w.(string) + "\n"
	}
	for _, want := range []string{"no go command", "no Python", "no XLA plugin", "data folder"} {
		if !strings.Contains(warnings, want) {
			t.Errorf("no warning of %q in:\n%s", want, warnings)
		}
	}
	if got := strings.Contains(warnings, "GOEXPERIMENT=simd"); got == backend.SIMD {
		t.Errorf("SIMD is %v, warned: %v", backend.SIMD, got)
	}
}

// A requested backend that is missing fails; the report remains valid.
func TestDoctorWithABackendThatIsNotThere(t *testing.T) {
	t.Setenv(backend.EnvBackend, "abacus")
	status, stdout, _ := call(t, "doctor", "--json")
	if status != 1 {
		t.Errorf("status %d", status)
	}
	b := document(t, stdout)["backend"].(map[string]any)
	if b["chosen"] != nil || !strings.Contains(b["error"].(string), "abacus") {
		t.Errorf("%v", b)
	}
	if status, stdout, _ := call(t, "doctor"); status != 1 || !strings.Contains(stdout, "abacus") {
		t.Errorf("status %d: %s", status, stdout)
	}
}

// A load of more than half of the cores makes measured speeds unreliable, and is reported.
func TestDoctorSaysThatTheMachineIsBusy(t *testing.T) {
	for text, busy := range map[string]bool{"1.25 0.5 0.1 3/99 7\n": true, "0.75 9 9 1/2 3\n": false, "": false} {
		d := diagnosis{Go: goReport{Cores: 2}}
		if d.busy(text) != busy || (len(d.Warnings) == 1) != busy || busy && !strings.Contains(d.Warnings[0], "load 1.25 on 2 cores") {
			t.Errorf("%q: %q", text, d.Warnings)
		}
	}
}
