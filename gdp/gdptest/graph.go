package gdptest

import (
	"testing"

	"github.com/graphdp/graphdp/data/graph"
)

// Graph returns the undirected graph of n nodes with these edges, and ends the test where there is
// none.
func Graph(t testing.TB, n int, edges []graph.Edge) *graph.Graph {
	t.Helper()
	g, _, err := graph.FromEdges(n, edges, graph.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return g
}
