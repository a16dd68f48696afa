package app

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/data/graph/graphio"
	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/models"
	"github.com/graphdp/graphdp/models/method/release"
)

// The listed methods are those that can run, with all information for users.
func TestMethods(t *testing.T) {
	status, stdout, stderr := call(t, "methods", "--json")
	var list []listed
	if err := json.Unmarshal([]byte(stdout), &list); status != 0 || err != nil {
		t.Fatal(status, stderr, err)
	}
	if len(list) != len(models.Methods()) {
		t.Errorf("%d methods", len(list))
	}
	for _, m := range list {
		if m.Name == "" || m.About == "" || len(m.Modes) == 0 {
			t.Errorf("%+v", m)
		}
		for _, mode := range m.Modes {
			if mode.Name == "" || mode.About == "" || mode.Role == "" || mode.Control != (mode.Role == "null" || mode.Role == "control") || mode.Relation == "" || (mode.Relation == noRelation) != mode.Plain || mode.Needs == nil || mode.Settings == nil {
				t.Errorf("%s: %+v", m.Name, mode)
			}
			if len(mode.Range) != len(mode.Settings) {
				t.Errorf("%s %s: %d settings with %d ranges", m.Name, mode.Name, len(mode.Settings), len(mode.Range))
			}
		}
		first := m.Modes[0].Name
		if len(m.Modes[0].Settings) > 0 {
			first = m.Modes[0].Settings[0]
		}
		shown(t, first, "methods", m.Name)
	}
}

// Releases are written in the format of a file name, and read back.
func TestOut(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"g.txt", "g.csv.gz", "g.graphml", "g.npz", "g.mtx"} {
		path := filepath.Join(dir, name)
		stdout, _ := calls(t, "", "run", "privdpr", "--mode", "strict", "--graph", "karate", "--epsilon", "2", "--json", "--out", path)
		net, _, err := graphio.Read(path, graphio.Options{})
		if err != nil || float64(net.Graph.M()) != document(t, stdout)["output"].(map[string]any)["edges"] {
			t.Errorf("%s is read back as %v, %v", name, net, err)
		}
	}
	status, stdout, stderr := call(t, "run", "seprivgemb", "--mode", "strict", "--graph", "karate", "--epsilon", "2", "--delta", "1e-5", "--out", "-")
	if lines := strings.Split(strings.TrimSpace(stdout), "\n"); status != 0 || len(lines) != 34 || !strings.Contains(stderr, "proved ε") {
		t.Errorf("status %d, %d lines, %s", status, len(lines), stderr)
	}
	for out, want := range map[string]int{
		filepath.Join(dir, "g.png"): 2, dir: 2, filepath.Join(dir, "sub") + "/": 2, filepath.Join(dir, "missing", "g.txt"): 1,
	} {
		journal := filepath.Join(t.TempDir(), "journal")
		if status, _, stderr := call(t, "run", "privdpr", "--mode", "strict", "--graph", "karate", "--epsilon", "2", "--out", out, "--journal", journal); status != want || !strings.Contains(stderr, "--out") {
			t.Errorf("--out %s: status %d, %s", out, status, stderr)
		}
		if left, _ := filepath.Glob(journal + "*"); left != nil {
			t.Errorf("--out %s: a journal was begun", out)
		}
	}
	for _, out := range []string{"-", "/dev/stdout"} {
		if status, _, stderr := call(t, "run", "privdpr", "--mode", "strict", "--graph", "karate", "--epsilon", "2", "--out", out, "--json"); status != 2 {
			t.Errorf("two documents on standard output: status %d, %s", status, stderr)
		}
	}
	if status, stdout, stderr := call(t, "run", "privdpr", "--mode", "strict", "--graph", "karate", "--epsilon", "2", "--out", "/dev/stdout"); status != 0 || !strings.HasPrefix(stdout, "# nodes 34") || !strings.Contains(stderr, "proved ε") {
		t.Errorf("/dev/stdout: status %d, %s%s", status, stdout, stderr)
	}
	// A link points to a written file.
	link, to := filepath.Join(dir, "link.txt"), filepath.Join(dir, "to.txt")
	must.Do(t, os.Symlink("to.txt", link))
	calls(t, "", "run", "privdpr", "--mode", "strict", "--graph", "karate", "--epsilon", "2", "--out", link)
	if info, err := os.Lstat(to); err != nil || !info.Mode().IsRegular() {
		t.Errorf("the link leads to %v, %v", info, err)
	}
	if err := release.KindGraph.Writable("x.png"); err == nil {
		t.Error("a graph as a picture")
	}
}
