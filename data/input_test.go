package data_test

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/graphdp/graphdp/data"
	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/graphio"
	"github.com/graphdp/graphdp/data/must"
)

// Declarations determine which nodes a file has; in a universe those that occur stay separate.
func TestInput(t *testing.T) {
	path := filepath.Join(t.TempDir(), "g.txt")
	must.Do(t, os.WriteFile(path, []byte("0 1\n1 4\n"), 0o600))
	for _, c := range []struct {
		nodes   string
		n       int
		readOff bool
	}{{"", 3, true}, {"7", 7, false}, {graph.Occurring, 3, true}} {
		d, err := data.Input{Name: path, Nodes: c.nodes}.Open(graphio.Undirected)
		if err != nil || d.Graph.N() != c.n || d.ReadOff.Nodes != c.readOff {
			t.Errorf("nodes %q: %+v, %v", c.nodes, d, err)
		}
	}
	p, err := data.Input{Name: path, Nodes: "7"}.OpenPrivate(true, false)
	if err != nil || p.Universe != 7 || p.Graph.N() != 7 || p.Read.Graph.N() != 3 {
		t.Errorf("a universe: %+v, %v", p, err)
	}
	for field, in := range map[string]data.Input{
		"nodes": {Name: path, Nodes: "0"}, "format": {Name: path, Format: "pdf"}, "header": {Name: path, Header: "maybe"}, "classes": {Name: path, Nodes: "7", Classes: "x,x"}, "": {Name: "karate", Nodes: "7"},
	} {
		var wrong *data.InputError
		if _, err := in.Open(graphio.Undirected); !errors.As(err, &wrong) || wrong.Field != field {
			t.Errorf("%+v: %v", in, err)
		}
	}
}
