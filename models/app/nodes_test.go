package app

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A refusal says what would declare the nodes, in words of the file.
func TestWhatWouldDeclareTheNodes(t *testing.T) {
	list := graphFile(t, "list", "ann\nbob\n")
	for text, want := range map[string]string{
		"0 1\n3 2\n1 4\n": "ids 0 to 4: --nodes 5, if that is public", "7 3\n": "ids 3 to 7: --nodes 8, if that is public, or a file", "ann bob\n": "--nodes FILE", "5 5000000000\n": "ids 5 to 5000000000: --nodes FILE", "": "--nodes N, or a file",
	} {
		for _, command := range []string{"run dpgs --mode null --relation edge", "trial dpgs --mode null --protocol statistics"} {
			status, _, stderr := call(t, strings.Fields(command+" --epsilon 1 --graph "+graphFile(t, "g.txt", text))...)
			if status != 2 || !strings.Contains(stderr, want) || !strings.Contains(stderr, "--nodes occurring") {
				t.Errorf("%s of %q: status %d, %s", command, text, status, stderr)
			}
		}
	}
	for want, of := range map[int]map[string]string{
		2: {"--nodes -1": "must be from 1", "--nodes none.txt": "none.txt: neither a file nor a number", "--nodes 1e9": "neither a file nor a number", "--classes x,x --nodes 5": "--classes x,x"},
		1: {"--nodes " + list: `not among the 2 declared ids: "0"`, "--nodes 2": "must be in [0, 1]"},
	} {
		for args, says := range of {
			status, _, stderr := call(t, strings.Fields("run dpgs --mode null --relation edge --epsilon 1 "+args+" --graph "+graphFile(t, "g.txt", "0 1\n3 2\n"))...)
			if status != want || !strings.Contains(stderr, says) {
				t.Errorf("%s: status %d, %s", args, status, stderr)
			}
		}
	}
	for args, says := range map[string]string{
		"run dpgs --mode null --relation edge --epsilon 1 --nodes 2 --graph " + graphFile(t, "g.csv", "person,friend\n0,1\n"): "declare a list of ids or, if they name the columns, give the option header=yes",
		"stats " + graphFile(t, "h.csv", "source,target\n"):                                                                   "if the header is an edge, give the option header=no",
	} {
		if status, _, stderr := call(t, strings.Fields(args)...); status != 1 || !strings.Contains(stderr, says) {
			t.Errorf("%s: status %d, %s", args, status, stderr)
		}
	}
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, "a.txt"), []byte("0 1\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, declared := range []string{"--nodes 5", "--classes a"} {
		status, _, stderr := call(t, strings.Fields("run dpggan --mode null-graph-level --set Graphs=2 --epsilon 1 "+declared+" --graph "+folder)...)
		if status != 2 || !strings.Contains(stderr, "are private; leave it out") {
			t.Errorf("%s under a relation of graphs: status %d, %s", declared, status, stderr)
		}
	}
}

// Whoever takes the nodes that occur is told that no guarantee covers them, by a run, a trial and a
// sweep.
func TestNodesThatOccur(t *testing.T) {
	path := graphFile(t, "g.txt", "0 1\n1 2\n2 3\n")
	declares := graphFile(t, "d.txt", "# nodes 4\n0 1\n1 2\n2 3\n") // as a program wrote it, for nodes that it had read off
	for _, on := range []string{path + " --relation edge", path + " --relation node-unbounded", declares + " --relation edge"} {
		status, stdout, stderr := call(t, strings.Fields("run seprivgemb --mode null --epsilon 1 --nodes occurring --json --graph "+on)...)
		if status != 0 {
			t.Fatal(stderr)
		}
		d := document(t, stdout)
		if d["proved"] != "inf" || !strings.Contains(fmt.Sprint(d["proved_reason"]), "node set") || !strings.Contains(fmt.Sprint(d["caution"]), "those that occur") {
			t.Errorf("%s: %s", on, stdout)
		}
	}
	for _, file := range []string{path, declares} {
		status, stdout, stderr := call(t, strings.Fields("trial dpgs --mode null --protocol statistics --epsilon 1 --nodes occurring --json --graph "+file)...)
		if status != 0 || !strings.Contains(stdout, `"nodes": "occurring"`) || !strings.Contains(stdout, "node set") {
			t.Errorf("%s: status %d, %s%s", file, status, stdout, stderr)
		}
	}
	sweep := strings.Fields("sweep --methods dpgs --modes null --protocols statistics --epsilons 1 --dry-run --data " + path + " --folder " + t.TempDir())
	if status, _, stderr := call(t, sweep...); status != 2 || !strings.Contains(stderr, "declares no nodes") {
		t.Errorf("a sweep: status %d, %s", status, stderr)
	}
	for _, nodes := range []string{"occurring", "9"} {
		if status, stdout, stderr := call(t, append(sweep, "--nodes", nodes)...); status != 0 || !strings.Contains(stdout, "dpgs") {
			t.Errorf("a sweep with nodes %s: status %d, %s%s", nodes, status, stdout, stderr)
		}
	}
}

// More nodes than a machine holds are refused at once.
func TestTooManyNodes(t *testing.T) {
	if status, _, stderr := call(t, "stats", graphFile(t, "g.txt", "0 1\n"), "--nodes", "1000000000"); status != 2 || !strings.Contains(stderr, "--nodes 1000000000: must be from 1 to 67108864") {
		t.Errorf("status %d, %s", status, stderr)
	}
}

// Declared nodes and classes are those of a graph that is converted and measured, too.
func TestDeclaredNodesAndClassesOfAnyCommand(t *testing.T) {
	path := graphFile(t, "g.graphml", `<graphml><key id="c" for="node" attr.name="class" attr.type="string"/><graph><node id="b"><data key="c">x</data></node><node id="a"/></graph></graphml>`)
	list, out := graphFile(t, "list", "a\nb\nc\n"), filepath.Join(t.TempDir(), "out.graphml")
	if status, _, stderr := call(t, "convert", path, out, "--nodes", list, "--classes", "y,x"); status != 0 {
		t.Fatal(stderr)
	}
	text, err := os.ReadFile(out)
	if err != nil || strings.Index(string(text), `"a"`) > strings.Index(string(text), `"b"`) || !strings.Contains(string(text), `"c"`) {
		t.Errorf("%s, %v", text, err)
	}
	if status, stdout, stderr := call(t, "stats", path, "--nodes", list, "--only", "nodes"); status != 0 || !strings.Contains(stdout, "nodes  3") {
		t.Errorf("status %d, %s%s", status, stdout, stderr)
	}
	if status, stdout, stderr := call(t, "stats", path, "--nodes", "occurring", "--only", "nodes"); status != 0 || !strings.Contains(stdout, "nodes  2") {
		t.Errorf("status %d, %s%s", status, stdout, stderr)
	}
	if status, _, stderr := call(t, "convert", path, out, "--classes", "y"); status != 1 || !strings.Contains(stderr, "not among the 1 declared") {
		t.Errorf("status %d, %s", status, stderr)
	}
}

// A file that declares what another one did not is not made without a word.
func TestConvertSaysWhatWasReadOff(t *testing.T) {
	out := filepath.Join(t.TempDir(), "out.npz")
	labelled := `<graphml><key id="c" for="node" attr.name="class" attr.type="string"/><graph><node id="0"><data key="c">x</data></node><node id="1"/></graph></graphml>`
	for text, says := range map[string]string{"0 1\n": "the nodes are those that occur", "# nodes 2\n0 1\n": "", labelled: "the classes are those that occur", strings.ReplaceAll(labelled, "class", "kind"): ""} {
		status, _, stderr := call(t, "convert", graphFile(t, "g", text), out)
		if status != 0 || !strings.Contains(stderr, says) || strings.Contains(stderr, "that occur") != (says != "") {
			t.Errorf("%q: status %d, %s", text, status, stderr)
		}
	}
	if status, _, stderr := call(t, "convert", graphFile(t, "g", "0 1\n"), out, "--nodes", "3"); status != 0 || stderr != "" {
		t.Errorf("declared: status %d, %s", status, stderr)
	}
}

// A converted file declares its nodes if the file that it was made of does, or --nodes: in every
// format, and on the way back.
func TestConvertDeclaresNothing(t *testing.T) {
	dir := t.TempDir()
	for _, ext := range []string{"txt", "csv.gz", "parquet", "npz", "graphml", "mtx"} {
		for name, c := range map[string]struct {
			text     string
			declare  []string
			declares bool
		}{
			"edges":      {"0 1\n1 2\n", nil, false},
			"gaps":       {"0 7\n7 2\n", nil, false},
			"head":       {"# nodes 4\n0 1\n1 2\n", nil, true},
			"by --nodes": {"0 1\n1 2\n", []string{"--nodes", "4"}, true},
		} {
			to, back := filepath.Join(dir, name+"."+ext), filepath.Join(dir, name+ext+".npz")
			for _, args := range [][]string{append([]string{"convert", graphFile(t, "g", c.text), to}, c.declare...), {"convert", to, back}} {
				if status, _, stderr := call(t, args...); status != 0 {
					t.Fatal(args, stderr)
				}
			}
			for _, path := range []string{to, back} {
				status, _, stderr := call(t, "ask", "edges", "--graph", path, "--epsilon", "1", "--seed", "1")
				if (status == 0) != c.declares || !c.declares && !strings.Contains(stderr, " declares no nodes, ") {
					t.Errorf("%s, %s: status %d, want it to declare nodes: %v; %s", name, path, status, c.declares, stderr)
				}
			}
			if status, _, stderr := call(t, "ask", "edges", "--graph", to, "--epsilon", "1", "--seed", "1", "--nodes", "8"); status != 0 {
				t.Errorf("%s, %s: declared nodes are refused: %s", name, to, stderr)
			}
		}
	}
}

// So it is with a collection, in a folder and in a .zip file.
func TestConvertDeclaresNothingInCollections(t *testing.T) {
	from := t.TempDir()
	for name, text := range map[string]string{"a.txt": "0 1\n1 2\n", "b.txt": "0 1\n"} {
		if err := os.WriteFile(filepath.Join(from, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, declare := range [][]string{nil, {"--nodes", "4"}} {
		for _, name := range []string{"set", "set.zip"} {
			dir := t.TempDir()
			to, back := filepath.Join(dir, name), filepath.Join(dir, "back.zip")
			for _, args := range [][]string{append([]string{"convert", from, to}, declare...), {"convert", to, back}} {
				if status, _, stderr := call(t, args...); status != 0 {
					t.Fatal(args, stderr)
				}
			}
			for _, path := range []string{to, back} {
				run := []string{"run", "dpggan", "--mode", "null", "--epsilon", "1", "--seed", "1", "--relation", "edge", "--graph", path}
				if status, _, stderr := call(t, run...); (status == 0) != (declare != nil) || declare == nil && !strings.Contains(stderr, " declares no nodes, ") {
					t.Errorf("%s, declared by %q: status %d, %s", path, declare, status, stderr)
				}
				if status, _, stderr := call(t, append(run, "--nodes", "4")...); status != 0 {
					t.Errorf("%s: declared nodes are refused: %s", path, stderr)
				}
			}
		}
	}
}

// A release whose ids its format cannot hold was paid for, and is kept.
func TestReleaseWithIDsThatItsFormatCannotHold(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	list, path := graphFile(t, "list", "ann lee\nbob\n"), graphFile(t, "g.csv", "ann lee,bob\n")
	for _, method := range []string{"privdpr", "seprivgemb"} {
		status, _, stderr := call(t, strings.Fields("run "+method+" --mode null --epsilon 1 --graph "+path+" --nodes "+list+" --out "+filepath.Join(t.TempDir(), "out.txt"))...)
		_, where, found := strings.Cut(strings.TrimSpace(stderr), "it is stored in ")
		if info, err := os.Stat(where); status != 1 || !found || err != nil || info.Size() == 0 {
			t.Errorf("%s: status %d, %s", method, status, stderr)
		}
	}
	if left, err := os.ReadDir(os.Getenv("TMPDIR")); err != nil || len(left) != 2 {
		t.Errorf("files %v, %v: want the two releases", left, err)
	}
}
