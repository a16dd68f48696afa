package surrogate

import (
	"fmt"
	"math"
	"testing"

	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/gdp"
)

// Generated graphs have the given mean degree, if there are enough nodes, and the public facts of
// the private graph.
func TestMadeUp(t *testing.T) {
	labels := make([]int32, 3000)
	for u := range labels {
		labels[u] = int32(u % 3)
	}
	for _, public := range []gdp.Public{{Nodes: 3000}, {Nodes: 3000, Labels: labels, Classes: []string{"a", "b", "c"}}, {Nodes: 3000, Columns: 90, Classes: []string{"a", "b"}}} {
		for _, mean := range []float64{5, 20} {
			made, _ := must.Two(Up(public, mean))(t)
			g := made.Graph
			if got := 2 * float64(g.M()) / float64(g.N()); g.N() != 3000 || math.Abs(got-mean) > 0.15*mean {
				t.Errorf("%d nodes, mean degree %v, want %v", g.N(), got, mean)
			}
			within := 0
			for u, v := range g.Edges() {
				if made.Labels[u] == made.Labels[v] {
					within++
				}
			}
			if share := float64(within) / float64(g.M()); math.Abs(share-0.7) > 0.1 {
				t.Errorf("a share of %v of the edges within classes", share)
			}
			if public.Labels != nil && fmt.Sprint(made.Labels) != fmt.Sprint(labels) || public.Columns > 0 && made.Attrs.Cols() != public.Columns {
				t.Error("other labels, or attributes")
			}
		}
	}
	_, many, err := Up(gdp.Public{Nodes: 9, Sizes: []int{4, 5}}, 80)
	if err != nil || len(many.Graphs) != 2 || many.Graphs[1].Graph.N() != 5 {
		t.Errorf("%v: %+v", err, many)
	}
}
