package docs_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/data/must"
)

// A benchmark script fails with one line that names the missing program, data or Python packages.
func TestBenchmarksSayWhatIsMissing(t *testing.T) {
	if testing.Short() {
		t.Skip("runs shells")
	}
	scripts := must.Get(filepath.Glob("benchmarks/*.sh"))(t)
	nothing, broken := t.TempDir(), t.TempDir()
	for _, name := range []string{"dirname", "mktemp", "rm"} {
		path, err := exec.LookPath(name)
		if err != nil {
			t.Skip(err)
		}
		for _, dir := range []string{nothing, broken} {
			must.Do(t, os.Symlink(path, filepath.Join(dir, name)))
		}
	}
	for name, text := range map[string]string{
		"go": "", "git": "echo 'fatal: no network' >&2; exit 1",
		"python3": "echo Traceback >&2; echo 'ModuleNotFoundError: No module' >&2; exit 1",
	} {
		must.Do(t, os.WriteFile(filepath.Join(broken, name), []byte("#!/bin/sh\n"+text+"\n"), 0o755))
	}
	for _, script := range scripts {
		name := filepath.Base(script)
		if slices.Contains([]string{
			"need.sh",     // no benchmark
			"training.sh", // measures what is there
		}, name) {
			continue
		}
		missing := map[string][]string{"go on the PATH": {"PATH=" + nothing}}
		text := must.Get(os.ReadFile(script))(t)
		if bytes.Contains(text, []byte("\ngraphs")) {
			missing["GDP_DATA"] = []string{"PATH=" + broken}
		}
		if bytes.Contains(text, []byte("\ngraphs ")) {
			missing["gdp data get"] = []string{"PATH=" + broken, "GDP_DATA=" + nothing}
		} else if bytes.Contains(text, []byte("\npeers ")) {
			missing["ModuleNotFoundError"] = []string{"PATH=" + broken, "GDP_DATA=" + nothing}
		}
		for what, env := range missing {
			cmd := exec.Command("/bin/sh", script)
			cmd.Env = append(env, "PEERS="+filepath.Join(nothing, "peers"), "PGB="+filepath.Join(nothing, "pgb"))
			out, err := cmd.CombinedOutput()
			if said := string(out); err == nil || !strings.HasPrefix(said, name+": missing: ") || !strings.Contains(said, what) || strings.Count(said, "\n") != 1 {
				t.Errorf("%s with %q ends with %v and says %q, want one line about %s", name, env, err, said, what)
			}
		}
	}
}
