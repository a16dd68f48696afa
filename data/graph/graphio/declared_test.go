package graphio

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"testing/iotest"

	"github.com/graphdp/graphdp/data/file"
	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/must"
)

func idsNamed(t *testing.T, names ...string) *graph.IDs {
	t.Helper()
	ids := must.Get(idsOf(names))(t)
	if ids == nil { // which are 0, 1 …
		ids = must.Get(graph.StringIDs(names))(t)
	}
	return ids
}

// Nodes are declared by a file, or inferred from its edges, whatever these are.
func TestReadOff(t *testing.T) {
	off, says := graph.ReadOff{Nodes: true}, graph.ReadOff{}
	classes := graph.ReadOff{Classes: true}
	graphML := `<?xml version="1.0"?><graphml>%s<graph><node id="a"/><node id="b"/><edge source="a" target="b"/></graph></graphml>`
	for _, c := range []struct {
		name, text string
		o          Options
		want       graph.ReadOff
	}{
		{"a.txt", "0 1\n1 2\n", Options{}, off},
		{"a.txt", "# nodes 3\n0 1\n", Options{}, says},
		{"a.txt", "# string ids\n# node c\na b\n", Options{}, off},
		{"a.txt", "0 1\n", Options{Nodes: 3}, says},
		{"a.txt", "a b\n", Options{NodeIDs: idsNamed(t, "b", "c", "a")}, says},
		{"a.txt", "0 1\n", Options{Nodes: 3, Occurring: true}, off},
		{"a.txt", "# nodes 4194305\n0 1\n", Options{}, off},
		{"a.txt", "# nodes 4194305\n0 1\n", Options{Nodes: 4194305}, says},
		{"a.mtx", "%%MatrixMarket matrix coordinate pattern symmetric\n3 3 1\n2 1\n", Options{}, says},
		{"a.mtx", "%%MatrixMarket matrix coordinate pattern symmetric\n4194305 4194305 1\n2 1\n", Options{}, off},
		{"a.graphml", fmt.Sprintf(graphML, ""), Options{}, says},
		{"a.graphml", fmt.Sprintf(graphML, `<key id="c" for="node" attr.name="class" attr.type="string"/>`), Options{}, classes},
		{"a.graphml", fmt.Sprintf(graphML, `<key id="c" for="all" attr.name="class" attr.type="long"/>`), Options{}, says},
		{"a.graphml", fmt.Sprintf(graphML, `<key id="c" for="edge" attr.name="class" attr.type="string"/>`), Options{}, says},
	} {
		w, _, err := ReadFrom(strings.NewReader(c.text), c.name, c.o)
		if err != nil || w.ReadOff != c.want {
			t.Errorf("%s %q: %v, want %v", c.name, c.text, err, c.want)
		}
	}
	for name, want := range map[string]graph.ReadOff{"a.parquet": says, "b.parquet": off, "a.npz": says} {
		w := &graph.Network{Graph: build(t, 3, false, e{U: 0, V: 1})}
		if name == "b.parquet" {
			w.IDs = idsNamed(t, "a", "b", "c")
		}
		path := filepath.Join(t.TempDir(), name)
		must.Do(t, Write(path, w))
		if back, _, err := Read(path, Options{}); err != nil || back.ReadOff != want {
			t.Errorf("%s: %v, want %v", name, err, want)
		}
	}
	for _, name := range []string{"a.txt", "a.csv", "a.parquet", "a.npz", "a.graphml", "a.mtx"} {
		for _, loose := range []bool{false, true} { // with a node without an edge
			n := 3
			if loose {
				n = 4
			}
			for _, ids := range []*graph.IDs{nil, idsNamed(t, "b", "a", "c", "d")} {
				w := &graph.Network{Graph: build(t, n, false, e{U: 0, V: 1}, e{U: 1, V: 2}), ReadOff: graph.ReadOff{Nodes: true}}
				if ids != nil {
					first := must.Get(ids.Select([]int32{0, 1, 2, 3}[:n]))(t)
					w.IDs = first
				}
				fit, _ := Fit(fileTypeOf(name).format, w)
				path := filepath.Join(t.TempDir(), name)
				if err := Write(path, fit); err != nil {
					t.Fatal(name, err)
				}
				back, _, err := Read(path, Options{})
				if err != nil || !back.ReadOff.Nodes || back.Graph.N() != n || back.Graph.M() != 2 || (back.IDs == nil) != (fit.IDs == nil) {
					t.Errorf("%s: %v, %+v, want %d nodes that were read off", name, err, back, n)
				}
			}
		}
	}
	labelled := &graph.Network{Graph: build(t, 2, false, e{U: 0, V: 1}), Labels: []int32{1, 0}, ReadOff: graph.ReadOff{Classes: true}}
	for _, name := range []string{"a.npz", "a.graphml"} {
		path := filepath.Join(t.TempDir(), name)
		must.Do(t, Write(path, labelled))
		if back, _, err := Read(path, Options{}); err != nil || back.ReadOff != classes {
			t.Errorf("%s: %v, want classes that were read off", name, err)
		}
	}
	c, _, err := ReadCollectionFS(files(tuFiles()), "x", Options{})
	if err != nil || !c.ReadOff.Classes || c.Graphs[0].ReadOff != classes {
		t.Errorf("TU: %+v, %v", c, err)
	}
}

// A key of classes declares labels, even if no node has one.
func TestGraphMLDeclaresClasses(t *testing.T) {
	for kind, named := range map[string]bool{"string": true, "int": false} {
		text := `<?xml version="1.0"?><graphml><key id="c" for="node" attr.name="class" attr.type="` + kind + `"/><graph><node id="0"/><node id="1"/></graph></graphml>`
		w, _, err := ReadFrom(strings.NewReader(text), "x.graphml", Options{})
		if err != nil || !slices.Equal(w.Labels, []int32{-1, -1}) || (w.Classes != nil) != named && len(w.Classes) > 0 {
			t.Errorf("%s: %v, %v", kind, w, err)
		}
	}
}

// Declared nodes are those of the graph, in order; the declaration determines ids, headers and
// formats, and one more edge changes none of it.
func TestDeclaredNodes(t *testing.T) {
	names := idsNamed(t, "5", "source", "ann", "[bob]", "ian:")
	ints := idsNamed(t, "30", "10", "20")
	for _, c := range []struct {
		name, text string
		o          Options
		want       string // nodes and edges, or the error's text
	}{
		{"a.txt", "", Options{Nodes: 3}, "3 []"},
		{"a.txt", "2 0\n", Options{Nodes: 3}, "3 [0-2]"},
		{"a.txt", "5 source\n", Options{NodeIDs: names}, "5 [5-source]"},
		{"a.txt", "source ann\n5 5\n", Options{NodeIDs: names}, "5 [source-ann]"},
		{"a.txt", "source target\nann 5\n", Options{NodeIDs: names}, `not among the 5 declared ids: "target"`}, // source is one of them: an edge
		{"a.csv", "from,to\nann,5\n", Options{NodeIDs: names}, "5 [5-ann]"},
		{"a.csv", "from,to\n", Options{NodeIDs: names}, "5 []"},
		{"a.csv", "from,to\n", Options{Nodes: 2}, "2 []"},
		{"a.csv", "# nodes 2\nfrom,to\n", Options{}, "2 []"},
		{"a.csv", "from,to\n# nodes 2\n", Options{}, "2 []"},
		{"a.csv", "person,friend\n0,1\n", Options{Nodes: 2}, "header=yes"},
		{"a.csv", "person,friend\n# nodes 2\n0,1\n", Options{}, "header=yes"},
		{"a.csv", "person,friend\n", Options{Nodes: 2}, "header=yes"},
		{"a.csv", "person,friend\n0,1\n", Options{Nodes: 2, Header: OneHeader}, "2 [0-1]"},
		{"a.csv", "person,friend\nann,5\n", Options{NodeIDs: names}, "not declared"},
		{"a.csv", "ann,5\n", Options{NodeIDs: names}, "5 [5-ann]"}, // which occur in no other line
		{"a.txt", "[bob] ann\n", Options{NodeIDs: names}, "5 [ann-[bob]]"},
		{"a.txt", "ian: ann\n", Options{NodeIDs: names}, "5 [ann-ian:]"},
		{"a.txt", "10 20\n", Options{NodeIDs: ints}, "3 [10-20]"},
		{"a.txt", "10 x\n", Options{NodeIDs: ints}, "not an integer"},
		{"a.txt", "10 40\n", Options{NodeIDs: ints}, `not among the 3 declared ids: "40"`},
		{"a.txt", "0 1 2\n1 0 2\n2 0 1\n", Options{Nodes: 3}, "3 [0-1 0-2]"},
		{"a.txt", "", Options{Occurring: true}, "0 []"},
		{"a.txt", "5 7\n", Options{Nodes: 10, Occurring: true}, "2 [5-7]"},
		{"a.txt", "5 ann\n", Options{NodeIDs: names, Occurring: true}, "2 [5-ann]"},
		{"a.txt", "# nodes 4\n0 1\n", Options{Nodes: 10, Occurring: true}, "4 [0-1]"},
		{"a.txt", "0 1\n", Options{Nodes: 3, NodeIDs: ints}, "both"},
		{"a.txt", "0 1\n", Options{NodeIDs: new(graph.IDs)}, "the list of nodes is empty"},
		{"a.mtx", "%%MatrixMarket matrix coordinate pattern symmetric\n3 3 1\n2 1\n", Options{Nodes: 5}, "5 [0-1]"},
		{"a.mtx", "%%MatrixMarket matrix coordinate pattern symmetric\n3 3 1\n2 1\n", Options{Nodes: 2}, `above 1, the largest declared id: "2"`},
		{"a.txt", "5 7\n", Options{Nodes: 7, Occurring: true}, `above 6, the largest declared id: "7"`},
		{"a.txt", "5 bob\n", Options{NodeIDs: names, Occurring: true}, `not among the 5 declared ids: "bob"`},
	} {
		w, _, err := ReadFrom(strings.NewReader(c.text), c.name, c.o)
		got := fmt.Sprint(err)
		if err == nil {
			var edges []string
			for u, v := range w.Graph.Edges() {
				edges = append(edges, w.IDs.Name(u)+"-"+w.IDs.Name(v))
			}
			got = fmt.Sprint(w.Graph.N(), edges)
			must.Do(t, w.Check())
			if c.o.NodeIDs != nil && !c.o.Occurring && !w.IDs.Equal(c.o.NodeIDs) {
				t.Errorf("%q: ids are not those declared", c.text)
			}
		}
		if got != c.want && (err == nil || !strings.Contains(got, c.want)) {
			t.Errorf("%s %q: %s, want %s", c.name, c.text, got, c.want)
		}
	}
}

// An implausible number of nodes in a header is accepted only with more edges, so it counts as
// inferred from them. A number that the options declare is accepted.
func TestSparseHeads(t *testing.T) {
	const n = 1<<22 + 100
	text := fmt.Sprintf("# nodes %d\n0 1\n", n)
	if _, _, err := ReadFrom(strings.NewReader(text), "x", Options{}); err == nil {
		t.Errorf("%d nodes are taken from a line", n)
	}
	var b bytes.Buffer
	must.Do(t, writeTo(&b, Parquet, &graph.Network{Graph: build(t, n, false, e{U: 0, V: 1})}))
	if w, _, err := ReadFrom(bytes.NewReader(b.Bytes()), "x.parquet", Options{Nodes: n}); err != nil || w.Graph.N() != n || w.ReadOff.Nodes {
		t.Errorf("declared: %v", err)
	}
}

func TestEmptyFolderOccurs(t *testing.T) {
	c, _, err := ReadCollectionFS(fstest.MapFS{}, "here", Options{Occurring: true})
	if err != nil || len(c.Graphs) != 0 || c.Check() != nil {
		t.Errorf("%v, %v", c, err)
	}
}

func TestReadNodes(t *testing.T) {
	path := filepath.Join(t.TempDir(), "list")
	var b bytes.Buffer
	must.Do(t, file.Compress(&b, "list.gz", func(w io.Writer) error { _, err := io.WriteString(w, "b\na\n"); return err }))
	zipped := b.String()
	for text, want := range map[string]string{
		"\ufeffb\r\n\n  a \n": "[b a] false", "7\n3\n": "[7 3] true", "7\nx\n": "[7 x] false", "07\n3\n": "[07 3] false", "0\n1\n": "[0 1] true",
		"a\na\n": "same id", "\n\n": "the list of nodes is empty", "-1\n": "[-1] false",
		"a\nzo\xeb\n": "list:2: text is not UTF-8", "a\rb\r": "control character", "a\nb\x00\n": "list:2: control character", "\xff\xfea\x00\n\x00": "UTF-16", zipped: "[b a] false",
	} {
		must.Do(t, os.WriteFile(path, []byte(text), 0o600))
		ids, err := ReadNodes(path, Options{})
		got := fmt.Sprint(err)
		if err == nil {
			var names []string
			for u := range int32(ids.Len()) {
				names = append(names, ids.Name(u))
			}
			_, whole := ids.Integers()
			got = fmt.Sprint(names, whole)
		}
		if got != want && (err == nil || !strings.Contains(got, want)) {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
	must.Do(t, os.WriteFile(path, []byte("zo\xeb\n"), 0o600))
	if ids, err := ReadNodes(path, Options{Latin1: true}); err != nil || ids.Name(0) != "zoë" {
		t.Errorf("Latin-1: %v", err)
	}
	if _, err := ReadNodes(path+".none", Options{}); err == nil || !strings.HasPrefix(err.Error(), "graphio: ") {
		t.Error(err)
	}
}

// A line may be longer than the buffer it is read through.
func TestLongLine(t *testing.T) {
	path, long := filepath.Join(t.TempDir(), "list"), strings.Repeat("x", 1<<18)
	must.Do(t, os.WriteFile(path, []byte("a\n"+long+"\nb\n"), 0o600))
	if ids, err := ReadNodes(path, Options{}); err != nil || ids.Len() != 3 || ids.Name(1) != long {
		t.Errorf("%v", err)
	}
}

// untouchable is a text after whose end nothing may be read.
type untouchable struct {
	*strings.Reader
	t *testing.T
}

func (u untouchable) Read(p []byte) (int, error) {
	if u.Len() < len(p) {
		u.t.Errorf("%d bytes are read where %d are left", len(p), u.Len())
	}
	return u.Reader.Read(p)
}

// Nothing is read after the line that declares the nodes.
func TestReadDeclaredReadsNoEdge(t *testing.T) {
	for _, head := range []string{"# nodes 5\n", "% a graph\n\n  # directed\n#\tnodes 5\n", "# nodes\tof mine\r\n# nodes 5\r\n"} {
		if n, err := ReadDeclared(untouchable{strings.NewReader(head), t}); n != 5 || err != nil {
			t.Errorf("%q: %d, %v", head, n, err)
		}
	}
	for _, text := range []string{"", "0 1\n# nodes 5\n", "  0 1\n", "# a graph\n", "# nodes", "# a\n0 1", strings.Repeat("# a\n", 1<<15) + "# nodes 5\n"} {
		if n, err := ReadDeclared(strings.NewReader(text)); !errors.Is(err, ErrUndeclared) {
			t.Errorf("%.20q: %d, %v", text, n, err)
		}
	}
	if n, err := ReadDeclared(strings.NewReader("# nodes 7")); n != 7 || err != nil {
		t.Errorf("without a newline: %d, %v", n, err)
	}
	for _, text := range []string{"# nodes -1\n", "# nodes x\n", "# nodes 99999999999999999999\n"} {
		if _, err := ReadDeclared(strings.NewReader(text)); err == nil || errors.Is(err, ErrUndeclared) || !strings.Contains(err.Error(), "number of nodes: must be in [0, ") {
			t.Errorf("%q: %v", text, err)
		}
	}
	broken := errors.New("a broken disk")
	if _, err := ReadDeclared(iotest.ErrReader(broken)); !errors.Is(err, broken) {
		t.Error(err)
	}
}
