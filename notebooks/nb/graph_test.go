package nb

import (
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/notebooks/internal/capture"
)

// An available data set is loaded. In a small run, or if it is missing, a generated graph replaces
// it.
func TestGraph(t *testing.T) {
	t.Setenv("GDP_DATA", t.TempDir())
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	for _, x := range []struct {
		size, name string
		nodes      int
	}{{"full", "karate", 34}, {"full", "pgb-facebook", 240}, {"small", "karate", 34}, {"small", "pgb-facebook", 240}} {
		t.Setenv("GDP_SIZE", x.size)
		var net *graph.Network
		if _, err := capture.Run(func() { net = Graph(x.name) }); err != nil || net.Graph.N() != x.nodes {
			t.Errorf("%s at %s: %v, %v, want %d nodes", x.name, x.size, net, err, x.nodes)
		} else if err := net.Check(); err != nil {
			t.Errorf("%s at %s: %v", x.name, x.size, err)
		}
	}
}
