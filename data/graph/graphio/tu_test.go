package graphio

import (
	"archive/zip"
	"bytes"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/must"
)

// files makes a file system of contents by name.
func files(contents map[string]string) fstest.MapFS {
	fsys := fstest.MapFS{}
	for name, text := range contents {
		fsys[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return fsys
}

// Two graphs whose nodes are interleaved, with everything the format can have.
func tuFiles() map[string]string {
	return map[string]string{
		"X/T_A.txt":               "1, 2\n2, 1\n2, 4\n4,2\n3, 5\n4, 4\n2, 4\n",
		"X/T_graph_indicator.txt": "1\n1\n2\n1\n2\n",
		"X/T_graph_labels.txt":    "1\n-1\n",
		"X/T_node_labels.txt":     "3\n0\n0\n3\n9\n",
		"X/T_node_attributes.txt": "0.5, 0\n0, 1\n2,2\n0,0\n-1,0\n",
		"X/T_edge_labels.txt":     "not looked at",
	}
}

func TestTU(t *testing.T) {
	c, report := must.Two(ReadCollectionFS(files(tuFiles()), "x", Options{}))(t)
	if want := (graph.Report{LoopsDropped: 1, DuplicatesDropped: 1}); report != want {
		t.Errorf("report %+v, want %+v", report, want)
	}
	if !slices.Equal(c.Labels, []int32{1, 0}) || !slices.Equal(c.Classes, []string{"-1", "1"}) || len(c.Graphs) != 2 {
		t.Fatalf("%d graphs, labels %v of %q", len(c.Graphs), c.Labels, c.Classes)
	}
	classes := []string{"0", "3", "9"}
	attrs := func(offsets []int64, indices []int32, values []float32) *graph.Attributes {
		return must.Get(graph.NewAttributes(2, offsets, indices, values))(t)
	}
	for i, want := range []*graph.Network{
		{Graph: build(t, 3, false, e{U: 0, V: 1}, e{U: 1, V: 2}), Labels: []int32{1, 0, 1}, Classes: classes,
			Attrs: attrs([]int64{0, 1, 2, 2}, []int32{0, 1}, []float32{0.5, 1})},
		{Graph: build(t, 2, false, e{U: 0, V: 1}), Labels: []int32{0, 2}, Classes: classes,
			Attrs: attrs([]int64{0, 2, 3}, []int32{0, 1, 0}, []float32{2, 2, -1})},
	} {
		if !c.Graphs[i].Equal(want) {
			t.Errorf("graph %d: %s, labels %v", i, show(c.Graphs[i]), c.Graphs[i].Labels)
		}
	}
	if c, _, err := ReadCollectionFS(files(tuFiles()), "x", Options{Direction: Directed}); err != nil || c.Graphs[0].Graph.M() != 4 || c.Graphs[1].Graph.M() != 1 {
		t.Errorf("directed: %v", err)
	}
}

func TestTURefuses(t *testing.T) {
	for _, c := range []struct {
		file, text string
		at, want   string
	}{
		{"A", "1, 2\n1\n", "A:2: ", "two nodes"},
		{"A", "1, 2\n1, 2, 3\n", "A:2: ", `"1, 2, 3"`},
		{"A", "1, x\n", "A:1: ", "two nodes in [1, 5]"},
		{"A", "1, 2\n\n0, 1\n", "A:3: ", `two nodes in [1, 5]: "0, 1"`},
		{"A", "1, 6\n", "A:1: ", "two nodes in [1, 5]"},
		{"A", "1, 3\n", "A:1: ", "edge between graphs 1 and 2"},
		{"graph_indicator", "1\n1\n2\nx\n2\n", "graph_indicator:4: ", `"x"`},
		{"graph_indicator", "1\n1\n2\n0\n2\n", "graph_indicator:4: ", "the number of a graph"},
		{"graph_indicator", "1\n1\n2\n3\n2\n", "graph_indicator:4: ", "the number of a graph"}, // two labels
		{"graph_indicator", "1\n1\n2\n1\n", "", "5 node labels for 4 nodes"},
		{"graph_labels", "1\nx\n", "graph_labels:2: ", "one integer"},
		{"graph_labels", "1\n\n", "graph_labels:2: ", "one integer"},
		{"graph_labels", "1\n", "graph_indicator:3: ", "the number of a graph"},
		{"node_labels", "1\n2\n3\n4\n5.5\n", "node_labels:5: ", "one integer"},
		{"node_attributes", "1\n2\n3\n4\n5,6\n", "node_attributes:5: ", "2 attributes: must be 1"},
		{"node_attributes", "1\n2\n3\nNaN\n5\n", "node_attributes:4: ", "finite"},
		{"node_attributes", "1\n2\n3\n1e99\n5\n", "node_attributes:4: ", "finite"},
		{"node_attributes", "1\n2\n3\n4\n", "", "4 rows of attributes for 5 nodes"},
	} {
		contents := tuFiles()
		contents["X/T_"+c.file+".txt"] = c.text
		_, _, err := ReadCollectionFS(files(contents), "x", Options{})
		at := "graphio: x"
		if c.at != "" {
			at += "/X/T_" + strings.Replace(c.at, ":", ".txt:", 1)
		}
		if err == nil || !strings.HasPrefix(err.Error(), at) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s = %q: error %v, want one at %q with %q", c.file, c.text, err, at, c.want)
		}
	}
	for want, contents := range map[string]map[string]string{
		"found none":                         {},
		"found 2":                            {"T_A.txt": "", "U_A.txt": ""},
		"T_graph_indicator.txt":              {"T_A.txt": "1, 1\n"},
		"2147483647 graphs, but only 2":      {"T_A.txt": "", "T_graph_indicator.txt": "1\n2147483647\n"},
		"graph 2 has no node":                {"T_A.txt": "", "T_graph_indicator.txt": "1\n3\n1\n"},
		"must be the number of a graph, cou": {"T_A.txt": "", "T_graph_indicator.txt": "2147483648\n"},
	} {
		if _, _, err := ReadCollectionFS(files(contents), "x", Options{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: error %v, want one with %q", contents, err, want)
		}
	}
}

func TestTURoundTrip(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 9))
	for i := range 60 {
		c := &graph.Collection{}
		withLabels := r.IntN(2) == 0
		for range r.IntN(6) {
			w := randomNetwork(t, r, false, false, false, false)
			if w.Graph.N() == 0 && !withLabels {
				continue
			}
			c.Graphs = append(c.Graphs, w)
		}
		if withLabels {
			c.Labels, c.Classes = []int32{}, []string{}
			for j := range c.Graphs {
				c.Labels = append(c.Labels, int32(j%2))
			}
			c.Classes = []string{"-5", "12"}[:min(2, len(c.Graphs))]
		}
		dir := filepath.Join(t.TempDir(), "set")
		must.Do(t, WriteCollection(dir, c))
		back, report := must.Two(ReadCollection(dir, Options{}))(t)
		if report != (graph.Report{}) || len(back.Graphs) != len(c.Graphs) || !slices.Equal(back.Labels, c.Labels) || !slices.Equal(back.Classes, c.Classes) {
			t.Fatalf("case %d: %d graphs, labels %v of %q, report %+v", i, len(back.Graphs), back.Labels, back.Classes, report)
		}
		for j := range c.Graphs {
			if !back.Graphs[j].Equal(c.Graphs[j]) {
				t.Fatalf("case %d, graph %d: wrote %s, read %s", i, j, show(c.Graphs[j]), show(back.Graphs[j]))
			}
		}
	}

	// Labels and attributes of nodes, by way of the example above, and as .zip.
	c, _ := must.Two(ReadCollectionFS(files(tuFiles()), "x", Options{}))(t)
	dir := filepath.Join(t.TempDir(), "set")
	must.Do(t, WriteCollection(dir, c))
	var archive bytes.Buffer
	z := zip.NewWriter(&archive)
	must.Do(t, z.AddFS(os.DirFS(filepath.Dir(dir))))
	must.Do(t, z.Close())
	zipped := filepath.Join(t.TempDir(), "set.zip")
	must.Do(t, os.WriteFile(zipped, archive.Bytes(), 0o644))
	for _, path := range []string{dir, zipped} {
		back, _ := must.Two(ReadCollection(path, Options{}))(t)
		for j := range c.Graphs {
			if !back.Graphs[j].Equal(c.Graphs[j]) {
				t.Errorf("%s: graph %d is another", path, j)
			}
		}
	}
}

func TestTUCannotHold(t *testing.T) {
	one := &graph.Network{Graph: build(t, 1, false)}
	labelled := &graph.Network{Graph: one.Graph, Labels: []int32{0}}
	for _, c := range []*graph.Collection{
		{Graphs: []*graph.Network{{Graph: build(t, 0, false)}}},
		{Graphs: []*graph.Network{{Graph: one.Graph, IDs: intIDs(t, 5)}}},
		{Graphs: []*graph.Network{{Graph: build(t, 2, true, e{U: 0, V: 1})}}},
		{Graphs: []*graph.Network{one, labelled}},
		{Graphs: []*graph.Network{one}, Labels: []int32{0}, Classes: []string{"good"}},
		{Graphs: []*graph.Network{{Graph: one.Graph, Labels: []int32{graph.Unlabeled}}}},
		{Graphs: []*graph.Network{one}, Labels: []int32{0, 1}},
	} {
		dir := filepath.Join(t.TempDir(), "set")
		if err := WriteCollection(dir, c); err == nil {
			t.Errorf("wrote %+v", c)
		}
		if _, err := os.Stat(dir); err == nil {
			t.Error("left a folder behind")
		}
	}
}

func TestReadOneGraphOfAFolder(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "one")
	one := &graph.Network{Graph: build(t, 3, false, e{U: 0, V: 2})}
	must.Do(t, WriteCollection(dir, &graph.Collection{Graphs: []*graph.Network{one}}))
	if w, _, err := Read(dir, Options{}); err != nil || !w.Equal(one) {
		t.Errorf("read %s, %v", show(w), err)
	}
	must.Do(t, WriteCollection(dir, &graph.Collection{Graphs: []*graph.Network{one, one}}))
	if _, _, err := Read(dir, Options{}); err == nil || !strings.Contains(err.Error(), "holds 2 graphs") {
		t.Errorf("two graphs read as one: %v", err)
	}
}
