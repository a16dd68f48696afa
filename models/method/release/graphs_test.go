package release

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/graphio"
	"github.com/graphdp/graphdp/gdp/gdptest"
)

// A collection is read back as it was written, from a folder and from a .zip file.
func TestGraphs(t *testing.T) {
	c := &graph.Collection{Labels: []int32{1, 0}, Classes: []string{"0", "1"}}
	for n := range 2 {
		g := gdptest.Graph(t, n+3, []graph.Edge{{U: 0, V: 1}, {U: 1, V: int32(n + 2)}})
		c.Graphs = append(c.Graphs, &graph.Network{Graph: g})
	}
	r, dir := Graphs{c}, t.TempDir()
	if err := r.WriteFolder(filepath.Join(dir, "x")); err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := r.Write(&b, "y.zip"); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "y.zip"), b.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"x", "y.zip"} {
		back, _, err := graphio.ReadCollection(filepath.Join(dir, name), graphio.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for i, w := range c.Graphs {
			if len(back.Graphs) != 2 || !back.Graphs[i].Graph.Equal(w.Graph) || back.Labels[i] != c.Labels[i] {
				t.Errorf("%s: graph %d is another", name, i)
			}
		}
	}
	if got := r.Summary().String(); got != "2 graphs of 7 nodes and 4 edges together" {
		t.Error(got)
	}
	if got := (Graphs{}).Summary().String(); !strings.HasPrefix(got, "0 graphs") {
		t.Error(got)
	}
	if err := r.Write(&b, "folder"); err == nil || !strings.HasPrefix(err.Error(), "release:") {
		t.Errorf("a folder written as a file: %v", err)
	}
	if err := (Graphs{}).Write(&b, "x.zip"); err == nil {
		t.Error("no collection is written")
	}
	if !KindGraphs.Folder("a/b") || KindGraphs.Folder("a.ZIP") || KindGraph.Folder("a") {
		t.Error("which names are folders")
	}
}
