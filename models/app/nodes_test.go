package app

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/graphio"
)

// A refusal explains how to declare the nodes, in terms of the file.
func TestWhatWouldDeclareTheNodes(t *testing.T) {
	for text, want := range map[string]string{
		"0 1\n3 2\n1 4\n": "ids 0 to 4: --nodes 5, if that is public", "7 3\n": "ids 3 to 7: --nodes 8, if that is public, or a file", "ann bob\n": "--nodes FILE", "5 5000000000\n": "ids 5 to 5000000000: --nodes FILE", "": "--nodes N, or a file",
	} {
		for _, command := range []string{"run dpgs --mode null --relation edge", "trial dpgs --mode null --protocol statistics", "sweep --methods dpgs --modes null --protocols statistics --dry-run --folder F"} {
			if strings.HasPrefix(command, "sweep") && text == "" { // which a study does not read
				continue
			} else if strings.HasPrefix(command, "sweep") {
				command = strings.Replace(command, "F", t.TempDir(), 1) + " --epsilons 1 --data "
			} else {
				command += " --epsilon 1 --graph "
			}
			status, _, stderr := call(t, strings.Fields(command+graphFile(t, "g.txt", text))...)
			if status != 2 || !strings.Contains(stderr, "declares no nodes") || !strings.Contains(stderr, want) || !strings.Contains(stderr, "--nodes occurring") {
				t.Errorf("%s of %q: status %d, %s", command, text, status, stderr)
			}
		}
	}
	says(t, 1, "declare a list of ids or, if they name the columns, give --header yes", strings.Fields("run dpgs --mode null --relation edge --epsilon 1 --nodes 2 --graph "+graphFile(t, "g.csv", "person,friend\n0,1\n"))...)
	says(t, 1, "if the header is an edge, give --header no", "stats", graphFile(t, "h.csv", "source,target\n"))
	says(t, 1, "g.gml: format .gml is not supported; convert to .graphml, ", "stats", graphFile(t, "g.gml", "graph [ ]"))
	says(t, 1, "this is read as GraphML", "stats", "--header", "no", graphFile(t, "g.graphml", "<graphml/>"))
	for _, nodes := range []string{"occurring", "9"} {
		if stdout, _ := calls(t, "sweep --methods dpgs --modes null --protocols statistics --epsilons 1 --dry-run", "--data", graphFile(t, "g.txt", "0 1\n"), "--folder", t.TempDir(), "--nodes", nodes); !strings.Contains(stdout, "dpgs") {
			t.Errorf("a sweep with nodes %s: %s", nodes, stdout)
		}
	}
}

// Declared nodes and classes are those of a graph that is converted and measured, too.
func TestDeclaredNodesAndClassesOfAnyCommand(t *testing.T) {
	path := graphFile(t, "g.graphml", `<graphml><key id="c" for="node" attr.name="class" attr.type="string"/><graph><node id="b"><data key="c">x</data></node><node id="a"/></graph></graphml>`)
	list, out := graphFile(t, "list", "a\nb\nc\n"), filepath.Join(t.TempDir(), "out.graphml")
	calls(t, "", "convert", path, out, "--nodes", list, "--classes", "y,x")
	text, err := os.ReadFile(out)
	if err != nil || strings.Index(string(text), `"a"`) > strings.Index(string(text), `"b"`) || !strings.Contains(string(text), `"c"`) {
		t.Errorf("%s, %v", text, err)
	}
	says(t, 1, "not among the 1 declared", "convert", path, out, "--classes", "y")
}

// A file that declares what another one did not is not made without a word.
func TestConvertSaysWhatWasReadOff(t *testing.T) {
	out := filepath.Join(t.TempDir(), "out.npz")
	labelled := `<graphml><key id="c" for="node" attr.name="class" attr.type="string"/><graph><node id="0"><data key="c">x</data></node><node id="1"/></graph></graphml>`
	for text, says := range map[string]string{"0 1\n": "the nodes are those that occur", "# nodes 2\n0 1\n": "", labelled: "the classes are those that occur", strings.ReplaceAll(labelled, "class", "kind"): ""} {
		status, _, stderr := call(t, "convert", "--force", graphFile(t, "g", text), out)
		if status != 0 || !strings.Contains(stderr, says) || strings.Contains(stderr, "that occur") != (says != "") {
			t.Errorf("%q: status %d, %s", text, status, stderr)
		}
	}
	if status, _, stderr := call(t, "convert", "--force", graphFile(t, "g", "0 1\n"), out, "--nodes", "3"); status != 0 || stderr != "" {
		t.Errorf("declared: status %d, %s", status, stderr)
	}
}

// A converted file declares its nodes if the file that it was made of does, or --nodes: in every
// format, in collections, and on the way back.
func TestConvertDeclaresNothing(t *testing.T) {
	t.Parallel()
	from := written(t, map[string]string{"edges": "0 1\n1 2\n", "gaps": "0 7\n7 2\n", "head": "# nodes 4\n0 1\n1 2\n", "many/a.txt": "0 1\n1 2\n", "many/b.txt": "0 1\n"})
	for _, c := range []struct {
		of, nodes string
		declares  bool
		to        string
		back, use string
	}{
		{"edges", "", false, "txt csv.gz parquet npz graphml mtx", "npz", "ask edges"},
		{"gaps", "", false, "txt npz mtx", "npz", "ask edges"},
		{"head", "", true, "txt csv.gz parquet npz graphml mtx", "npz", "ask edges"},
		{"edges", "4", true, "txt csv.gz parquet npz graphml mtx", "npz", "ask edges"},
		{"many", "", false, "set set.zip", "zip", "run dpggan --mode null --relation edge"},
		{"many", "4", true, "set set.zip", "zip", "run dpggan --mode null --relation edge"},
	} {
		for _, name := range strings.Fields(c.to) {
			dir := t.TempDir()
			to, back := filepath.Join(dir, strings.ToUpper("x")+"."+name), filepath.Join(dir, "back."+c.back)
			if c.of == "many" {
				to = filepath.Join(dir, name)
			}
			convert := []string{filepath.Join(from, c.of), to}
			if c.nodes != "" {
				convert = append(convert, "--nodes", c.nodes)
			}
			calls(t, "convert", convert...)
			calls(t, "convert", to, back)
			for _, path := range []string{to, back} {
				use := append(strings.Fields(c.use), "--epsilon", "1", "--seed", "1", "--graph", path)
				if status, _, stderr := call(t, use...); (status == 0) != c.declares || !c.declares && !strings.Contains(stderr, " declares no nodes, ") {
					t.Errorf("%s, %s: status %d, want it to declare nodes: %v; %s", c.of, path, status, c.declares, stderr)
				}
				calls(t, "", append(use, "--nodes", "8")...)
			}
		}
	}
}

// Outputs that cannot be written are refused before payment: ids that the format cannot hold, an
// existing file, and a full disk.
func TestOutputsAreCheckedBeforeTheyArePaid(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	list, path := graphFile(t, "list", "ann lee\nO'Hara, Pat\nbob\n"), graphFile(t, "g.csv", "ann lee,\"O'Hara, Pat\"\n")
	for _, method := range []string{"privdpr", "seprivgemb"} {
		put(t, filepath.Join(dir, method+"old.csv"), "mine")
		for out, want := range map[string]refusal{
			"new.txt": {2, `"ann lee"`}, "new.mtx": {2, "--out "}, "-": {2, `--out -: `}, "old.csv": {2, "is there already; give another name, or --force"},
			"new.csv": {0, ""}, "new.json": {2, "--out "}, "new.npz": {0, ""},
		} {
			journal := filepath.Join(t.TempDir(), "journal")
			if out != "-" {
				out = filepath.Join(dir, method+out)
			}
			status, _, stderr := call(t, strings.Fields("run "+method+" --mode null --epsilon 1 --graph "+path+" --nodes "+list+" --journal "+journal+" --out "+out)...)
			if status != want.status || !strings.Contains(stderr, want.says) {
				t.Errorf("%s --out %s: status %d, %s", method, out, status, stderr)
			}
			if left, _ := filepath.Glob(journal + "*"); (left == nil) != (status != 0) {
				t.Errorf("%s --out %s: journal %v", method, out, left)
			}
		}
	}
	text := contents(t, filepath.Join(dir, "privdprnew.csv"))
	if net, _, err := graphio.Read(filepath.Join(dir, "privdprnew.csv"), graphio.Options{}); err != nil || net.IDs.Len() != 3 {
		t.Errorf("%s is read back as %v, %v", text, net, err)
	}
}

// A table of nodes declares them, and gives them features and labels.
func TestTableOfNodes(t *testing.T) {
	t.Parallel()
	table := graphFile(t, "t.csv", "name,age,city,club\nann lee,30,Rome,a\nbob,,Paris,b\n\"O'Hara, Pat\",2.5,NA,\n")
	edges := " --graph " + graphFile(t, "g.csv", ",source,target\n0,bob,\"O'Hara, Pat\"\n") + " --epsilon 9 --delta 1e-3 "
	as := "--features " + table + " --label club --missing empty,NA --use age --use city=Rome,Paris "
	for words, want := range map[string]refusal{
		"run vote --mode strict" + edges + as:                                                        {0, ""},
		"run features --mode dp-sgd --set Epochs=1" + edges + as + "--classes b,a":                   {0, ""},
		"run features --mode dp-sgd --set Epochs=1" + edges + as:                                     {2, "declares no classes"},
		"run vote --mode strict" + edges + as + "--id 1 --classes b":                                 {1, "a class that is not among the 1 declared"},
		"run vote --mode strict" + edges + "--features " + table:                                     {1, `t.csv:2: column 3 (city): "Rome" is not a finite number: give --use`},
		"run vote --mode strict" + edges + "--use age --features " + table:                           {1, "t.csv:3: column 2 (age): empty; if empty cells are missing values, give --missing empty"},
		"run vote --mode strict" + edges + "--use city=Rome --missing NA --features " + table:        {1, `t.csv:3: column 3 (city): "Paris" is not among its 1 declared values`},
		"run vote --mode strict" + edges + "--features " + graphFile(t, "l.csv", "id,c\nbob,\xfc\n"): {1, "l.csv:2: column 2 (c): text is not UTF-8; if the file is Latin-1, give --latin1"},
		"run vote --mode strict" + edges + "--use name --features " + table:                          {1, "cannot be a feature"},
		"run vote --mode strict" + edges + "--use 3=Rome,Paris,NA --id 2 --features " + table:        {1, "column 2 (age): empty id"},
	} {
		status, _, stderr := call(t, strings.Fields(words)...)
		if status != want.status || !strings.Contains(stderr, want.says) {
			t.Errorf("gdp %s: status %d, %s", words, status, stderr)
		}
	}
	out := filepath.Join(t.TempDir(), "out.npz")
	calls(t, "", strings.Fields("convert "+strings.Fields(edges)[1]+" "+out+" "+as+"--classes b,a")...)
	net, _, err := graphio.Read(out, graphio.Options{})
	if err != nil || net.Attrs.Cols() != 3 || net.Attrs.At(0, 0) != 30 || net.Attrs.At(1, 2) != 1 || net.Attrs.NNZ() != 4 || !slices.Equal(net.Labels, []int32{1, 0, -1}) || net.ReadOff != (graph.ReadOff{}) || net.IDs.Name(2) != "O'Hara, Pat" {
		t.Errorf("read back as %+v, %v", net, err)
	}
	r := graphFile(t, "r.txt", "\"id\" \"x\"\n\"1\" \"07\" 2\n\"2\" \"7\" 3\n") // row names of R, and ids that are text
	shown(t, "nodes  2", "stats", graphFile(t, "e.txt", "07 7\n"), "--features", r, "--id", "id", "--only", "nodes")
}
