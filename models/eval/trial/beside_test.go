package trial

import (
	"context"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/gen"
	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/gdp/gdptest"
)

// A graph beside itself has no error. Null rows of the project's sheet on [DPGS]: G(n,m) on Cora
// has no triangles to speak of and a modularity of two thirds.
func TestBeside(t *testing.T) {
	square := gdptest.Graph(t, 5, []graph.Edge{{U: 0, V: 1}, {U: 1, V: 2}, {U: 2, V: 3}, {U: 0, V: 3}, {U: 0, V: 2}, {U: 3, V: 4}})
	beside := must.Get(ProtocolOf(GraphBeside))(t)
	same, err := Beside(context.Background(), square, square, random(1))
	if err != nil || len(same) != len(BesideNames()) {
		t.Fatalf("%v, %v", same, err)
	}
	for name, x := range same {
		want := 0.0
		if beside.Value(name).Better == Larger {
			want = 1
		}
		near(t, name, x, want, 1e-12)
	}
	d := loaded(t, "cora")
	h := must.Get(gen.GNM(d.Graph.N(), d.Graph.M(), random(2)))(t)
	got := must.Get(Beside(context.Background(), d.Graph, h, random(1)))(t)
	for name, x := range map[string][2]float64{
		ErrorOfModularity: {.342, .02}, ErrorOfClustering: {.996, .004}, ErrorOfTransitivity: {.985, .008}, CentralOverlap: {.025, .06},
		CentralMAE: {.029, .01}, CentralMAEByNode: {.081, .01}, CommunityNMI: {.115, .01}, CommunityAMI: {0, .01}, DegreeKL: {.84, .25},
	} {
		near(t, name, got[name], x[0], x[1])
	}
	if _, err := Beside(context.Background(), d.Graph, nil, random(1)); err == nil {
		t.Error("no graph: accepted")
	}
}
