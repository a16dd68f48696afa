package app

import (
	"encoding/json"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/gen"
	"github.com/graphdp/graphdp/data/graph/graphio"
	"github.com/graphdp/graphdp/models"
	"github.com/graphdp/graphdp/models/method/release"
)

// What is listed is what can be run, with all that a user has to know.
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
		if status, stdout, stderr := call(t, "methods", m.Name); status != 0 || !strings.Contains(stdout, first) {
			t.Errorf("%s: status %d, %s%s", m.Name, status, stdout, stderr)
		}
	}
	if status, stdout, _ := call(t, "methods", "privdpr"); status != 0 || !strings.Contains(stdout, "Theta=-1           ByBudget (-1) or [1, ∞)\n") || !strings.Contains(stdout, "[1e-15, 1)") {
		t.Errorf("status %d, %s", status, stdout)
	}
	if status, stdout, _ := call(t, "methods"); status != 0 || !strings.Contains(stdout, "needs --set MaxDegree=") {
		t.Errorf("status %d, %s", status, stdout)
	}
	if status, _, stderr := call(t, "methods", "prvdpr"); status != 2 || !strings.Contains(stderr, "privdpr") {
		t.Errorf("status %d, %s", status, stderr)
	}
}

// Every mode of every method runs with the defaults of the command line, on a graph that
// has all that a method can need, or names the setting that it needs. Settings of other
// modes are refused.
func TestEveryModeWithDefaults(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 1))
	net, err := gen.SBM([]int{30, 30}, [][]float64{{0.3, 0.03}, {0.03, 0.3}}, r)
	if err != nil {
		t.Fatal(err)
	}
	if net.Attrs, err = gen.Words(net.Labels, 2, gen.Vocabulary{Columns: 20, PerNode: 4, OwnShare: 0.8}, r); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "graph.npz")
	if err := graphio.Write(path, net); err != nil {
		t.Fatal(err)
	}
	folder := filepath.Join(t.TempDir(), "GRAPHS")
	if err := graphio.WriteCollection(folder, &graph.Collection{Graphs: []*graph.Network{{Graph: net.Graph}, {Graph: net.Graph}}}); err != nil {
		t.Fatal(err)
	}
	for _, m := range models.Methods() {
		for _, mode := range m.Modes {
			t.Run(m.Name+"/"+mode.Name, func(t *testing.T) {
				args := []string{"run", m.Name, "--mode", mode.Name, "--graph", path, "--json"}
				if !mode.Plain {
					args = append(args, "--epsilon", "1", "--delta", "1e-5")
				}
				if m.Name == "graphrnn" || m.Name == "netgan" { // which train for longer than a test should
					args = append(args, "--set", "Steps=10")
				}
				for {
					status, stdout, stderr := call(t, args...)
					switch {
					case status == 0:
						d := document(t, stdout)
						if want := mode.Relation.String(); !mode.Plain && d["relation"] != want {
							t.Errorf("relation %v, want %v", d["relation"], want)
						}
						if kind := d["output"].(map[string]any)["kind"]; kind != string(m.Releases) {
							t.Errorf("releases a %v, not a %v", kind, m.Releases)
						}
						if proved := d["proved"] != "inf"; proved != (!mode.Plain && mode.Unproved == "") {
							t.Errorf("proved %v, %v; declared: %q", d["proved"], d["proved_reason"], mode.Unproved)
						}
						if status, _, stderr := call(t, append(args, "--set", "NoSuchSetting=1")...); status != 2 || !strings.Contains(stderr, "NoSuchSetting") {
							t.Errorf("an unknown setting: status %d, %s", status, stderr)
						}
						return
					case status == 2 && strings.Contains(stderr, "needs --nodes"):
						args = append(args, "--nodes", "60")
					case status == 2 && strings.Contains(stderr, "--set MaxDegree="):
						args = append(args, "--set", "MaxDegree=60")
					case status == 2 && strings.Contains(stderr, "--set Graphs="):
						args = append(args, "--set", "Graphs=3")
					case status == 1 && strings.Contains(stderr, "needs a collection"):
						args[slices.Index(args, path)] = folder
					case status == 1 && strings.Contains(stderr, "or set Classes"):
						args = append(args, "--set", "Classes=2")
					default:
						t.Fatalf("%v: status %d, %s", args, status, stderr)
					}
				}
			})
		}
	}
}

// Releases are written in the format that a name says, and read back.
func TestOut(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"g.txt", "g.csv.gz", "g.graphml", "g.npz", "g.mtx"} {
		path := filepath.Join(dir, name)
		status, stdout, stderr := call(t, "run", "privdpr", "--mode", "strict", "--graph", "karate", "--epsilon", "2", "--json", "--out", path)
		if status != 0 {
			t.Fatal(stderr)
		}
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
	// A link leads to what is written.
	link, to := filepath.Join(dir, "link.txt"), filepath.Join(dir, "to.txt")
	if err := os.Symlink("to.txt", link); err != nil {
		t.Fatal(err)
	}
	if status, _, stderr := call(t, "run", "privdpr", "--mode", "strict", "--graph", "karate", "--epsilon", "2", "--out", link); status != 0 {
		t.Errorf("a link: status %d, %s", status, stderr)
	}
	if info, err := os.Lstat(to); err != nil || !info.Mode().IsRegular() {
		t.Errorf("the link leads to %v, %v", info, err)
	}
	// A full device, of the test's own: the release, which was paid for, is kept.
	full := fullDevice(t)
	t.Setenv("TMPDIR", t.TempDir())
	status, _, stderr = call(t, "run", "privdpr", "--mode", "strict", "--graph", "karate", "--epsilon", "2", "--out", full)
	_, where, found := strings.Cut(strings.TrimSpace(stderr), "it is stored in ")
	if status != 1 || !found {
		t.Fatalf("a full device: status %d, %s", status, stderr)
	}
	if net, _, err := graphio.Read(where, graphio.Options{}); err != nil || net.Graph.N() != 34 {
		t.Errorf("%s: %v", where, err)
	}
	if err := release.KindGraph.Writable("x.png"); err == nil {
		t.Error("a graph as a picture")
	}
}
