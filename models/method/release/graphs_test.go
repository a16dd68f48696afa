package release

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/graphio"
	"github.com/graphdp/graphdp/data/must"
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
	must.Do(t, r.WriteFolder(filepath.Join(dir, "x")))
	var b bytes.Buffer
	must.Do(t, r.Write(&b, "y.zip"))
	must.Do(t, os.WriteFile(filepath.Join(dir, "y.zip"), b.Bytes(), 0o666))
	for _, name := range []string{"x", "y.zip"} {
		back, _ := must.Two(graphio.ReadCollection(filepath.Join(dir, name), graphio.Options{}))(t)
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
