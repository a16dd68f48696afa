package graphio

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/graphdp/graphdp/data/graph"
)

// A folder of edge lists, and of other files of one graph each, is a collection in the order of
// names.
func TestFolderOfGraphs(t *testing.T) {
	file := func(text string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(text)} }
	folder := fstest.MapFS{"b.txt": file("0 1\n1 2\n"), "a.csv": file("5,7\n"), "c.graphml": file("<graphml><graph><node id='1'/><node id='2'/></graph></graphml>"), ".hidden": file("no graph")}
	c, report, err := ReadCollectionFS(folder, "here", Options{})
	if err != nil || len(c.Graphs) != 3 || report != (graph.Report{}) {
		t.Fatalf("%v, %v, %v", c, report, err)
	}
	for i, want := range [][2]int{{2, 1}, {3, 2}, {2, 0}} {
		if g := c.Graphs[i].Graph; g.N() != want[0] || g.M() != want[1] {
			t.Errorf("graph %d: %d nodes and %d edges, want %v", i, g.N(), g.M(), want)
		}
	}
	if c.Labels != nil || c.Check() != nil {
		t.Errorf("labels %v, %v", c.Labels, c.Check())
	}
	for what, bad := range map[string]struct {
		folder fstest.MapFS
		says   string
	}{
		"nothing":         {fstest.MapFS{}, "found none"},
		"something else":  {fstest.MapFS{"a.txt": file("0 1\n"), "photo.jpeg": file("x")}, "here/photo.jpeg"},
		"a folder in it":  {fstest.MapFS{"a.txt": file("0 1\n"), "sub/b.txt": file("0 1\n")}, "here/sub"},
		"a broken file":   {fstest.MapFS{"a.txt": file("0 1\n"), "b.txt": file("0 1 x y z\n\"")}, "here/b.txt"},
		"two collections": {fstest.MapFS{"a_A.txt": file("1, 2\n"), "b_A.txt": file("1, 2\n")}, "found 2"},
	} {
		if _, _, err := ReadCollectionFS(bad.folder, "here", Options{}); err == nil || !strings.Contains(err.Error(), bad.says) {
			t.Errorf("%s: %v, want an error with %q", what, err, bad.says)
		}
	}
}
