package app

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/data/graph/graphio"
	"github.com/graphdp/graphdp/data/must"
)

// A folder with one graph per file is released as a folder, or a .zip file, of as many graphs with
// as many nodes. So is one graph, as a collection of one.
func TestRunOnACollection(t *testing.T) {
	dir := t.TempDir()
	in := filepath.Join(dir, "in")
	must.Do(t, os.Mkdir(in, 0o777))
	for name, text := range map[string]string{"a.txt": "# nodes 4\n0 1\n1 2\n2 3\n", "b.txt": "# nodes 6\n0 5\n"} {
		put(t, filepath.Join(in, name), text)
	}
	for out, graph := range map[string]string{"graphs": in, "graphs.zip": in, "one": filepath.Join(in, "a.txt")} {
		path := filepath.Join(dir, out)
		status, stdout, stderr := call(t, "run", "dpggan", "--mode", "null", "--epsilon", "1", "--graph", graph, "--out", path)
		if status != 0 || !strings.Contains(stdout, "proved ε   1") || !strings.Contains(stdout, "written") {
			t.Fatalf("%s: status %d, %s%s", out, status, stdout, stderr)
		}
		c, _ := must.Two(graphio.ReadCollection(path, graphio.Options{}))(t)
		want := []int{4, 6}
		if out == "one" {
			want = want[:1]
		}
		for i, n := range c.Sizes() {
			if len(c.Graphs) != len(want) || n != want[i] {
				t.Errorf("%s: graphs of %v nodes, want %v", out, c.Sizes(), want)
			}
		}
	}
	// A mode that reads the data in the clear takes a collection, too.
	shown(t, "2 graphs of 10 nodes", "run", "dpggan", "--mode", "nonprivate", "--set", "Steps=2", "--graph", in)
	for arguments, want := range map[string]string{
		"run dpggan --mode null --epsilon 1 --graph " + in + " --out " + filepath.Join(in, "a.txt"):        "is a file",
		"run dpggan --mode null --epsilon 1 --graph " + in + " --out " + filepath.Join(dir, "no", "there"): "folder does not exist",
		"run privdpr --mode strict --epsilon 1 --graph " + in:                                              "needs a single graph",
		"run dpggan --mode published --epsilon 1 --graph " + in:                                            "--delta above 0",
	} {
		says(t, 0, want, strings.Fields(arguments)...)
	}
}

// A release is never written over the graph that it is made of, nor among other files; over an
// earlier one of its own name with --force.
func TestOutLeavesTheGraphAlone(t *testing.T) {
	dir := t.TempDir()
	in, one := filepath.Join(dir, "in"), filepath.Join(dir, "one.txt")
	must.Do(t, os.Mkdir(in, 0o777))
	files := map[string]string{filepath.Join(in, "IN_A.txt"): "1, 2\n2, 1\n", filepath.Join(in, "IN_graph_indicator.txt"): "1\n1\n1\n2\n2\n", one: "0 1\n1 2\n"}
	for name, text := range files {
		put(t, name, text)
	}
	journal := filepath.Join(dir, "journal")
	for arguments, want := range map[string]string{
		"dpggan --graph " + in + " --out " + in + "/x.zip":     "lies in the collection",
		"dpggan --graph " + in + " --out " + in + "/x":         "lies in the collection",
		"dpggan --graph " + in + " --out " + in:                "would overwrite",
		"dpggan --graph " + one + " --out " + dir:              "other files, such as in",
		"dpgs --graph " + one + " --out " + one:                "would overwrite",
		"dpgs --graph " + one + " --out " + dir + "/./one.txt": "would overwrite",
	} {
		says(t, 0, want, strings.Fields("run --mode null --epsilon 1 --journal "+journal+" "+arguments)...)
	}
	if _, err := os.Stat(journal); err == nil {
		t.Error("something was spent")
	}
	for name, text := range files {
		if now, err := os.ReadFile(name); err != nil || string(now) != text {
			t.Errorf("%s: %q, %v", name, now, err)
		}
	}
	for _, more := range []string{"", " --force"} {
		calls(t, "", strings.Fields("run dpggan --mode null --epsilon 1 --graph "+in+" --out "+filepath.Join(dir, "out")+more)...)
	}
}
