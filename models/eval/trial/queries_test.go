package trial

import (
	"math"
	"slices"
	"testing"

	"github.com/graphdp/graphdp/data"
	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/gdp/gdptest"
)

// Karate beside a ring of 30 nodes that are joined to those one, two and five further on, with an
// edge and two nodes apart: by NetworkX and PGB's code of the errors.
func TestQueries(t *testing.T) {
	karate := must.OrSkip(data.Load("karate"))(t, data.ErrNotFound).Graph
	edges := []graph.Edge{{U: 30, V: 31}}
	for u := range int32(30) {
		for _, step := range []int32{1, 2, 5} {
			edges = append(edges, graph.Edge{U: u, V: (u + step) % 30})
		}
	}
	ring := gdptest.Graph(t, 34, edges)
	got, err := Queries(t.Context(), karate, ring, random(1))
	if err != nil || len(got) != len(QueryNames()) {
		t.Fatalf("%v, %v", got, err)
	}
	for name, want := range map[string]float64{
		QueryNodes: 0, QueryEdges: 1. / 6, QueryTriangles: 1. / 3, QueryMeanDegree: 1. / 6, QueryDegreeVariance: 0.7828354670459934,
		QueryDegrees: 30.97354793277323, QueryDiameter: 0.2, QueryMeanDistance: 0.01330988258782138, QueryDistances: 0.4676937736287089,
		QueryTransitivity: 0.2177777777777777, QueryClustering: 0.690748880465316, QueryAssortativity: 3.102549330260694, QueryCentrality: 0.19078928446391955,
	} {
		near(t, name, got[name], want, 1e-7)
	}
	if c := got[QueryCommunities]; !(c > 0 && c < 0.9) {
		t.Errorf("communities: %v", c)
	}
	p := must.Get(ProtocolOf(GraphQueries))(t)
	var names []string
	for _, v := range p.Values {
		names = append(names, v.Name)
	}
	slices.Sort(names)
	if all := slices.Sorted(slices.Values(QueryNames())); !slices.Equal(names, all) || len(all) != 15 {
		t.Errorf("the protocol declares %v, and measures %v", names, all)
	}
	same, err := Queries(t.Context(), karate, karate, random(1))
	for name, x := range same {
		if want := max(0, float64(p.Value(name).Better)); math.Abs(x-want) > 1e-12 {
			t.Errorf("%s of a graph beside itself is %v", name, x)
		}
	}
	if err != nil || len(same) != 15 {
		t.Errorf("%v, %v", same, err)
	}
	// An edge and 48 nodes: a sample variance of 1.92/49, where karate has 15.0374….
	pair := must.Get(Queries(t.Context(), karate, gdptest.Graph(t, 50, []graph.Edge{{U: 3, V: 49}}), random(1)))(t)
	near(t, QueryDegreeVariance, pair[QueryDegreeVariance], 1-1.92/49/15.037433155080214, 1e-9)
	if _, err := Queries(t.Context(), karate, nil, random(1)); err == nil {
		t.Error("no graph: accepted")
	}
}

// A graph without an edge, or with another number of nodes, has a distance to the original where
// there is one, and no error.
func TestQueriesOfOddGraphs(t *testing.T) {
	karate := must.OrSkip(data.Load("karate"))(t, data.ErrNotFound).Graph
	for name, g := range map[string]*graph.Graph{"edgeless": gdptest.Graph(t, 34, nil), "one node": gdptest.Graph(t, 1, nil), "larger": gdptest.Graph(t, 50, []graph.Edge{{U: 3, V: 49}})} {
		for _, both := range [][2]*graph.Graph{{karate, g}, {g, karate}, {g, g}} {
			got, err := Queries(t.Context(), both[0], both[1], random(1))
			if err != nil || len(got) != 15 {
				t.Errorf("%s: %v, %v", name, got, err)
			}
		}
	}
}
