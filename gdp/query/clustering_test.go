package query

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/gen"
	"github.com/graphdp/graphdp/data/metric"
	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/gdptest/smallworld"
)

// An edge changes the clustering by at most cap + 4/(cap+1). A graph of cap+2 nodes attains this up
// to the rounding of shares: cap common neighbours of two nodes, before and after these are joined.
func TestClustering(t *testing.T) {
	f := family{Clustering[gdp.L1], Clustering[gdp.L2], Clustering[gdp.LInf]}
	f.all(t, []gdp.Relation{gdp.EdgeLevel}, from(1), func(_ gdp.Relation, n, cap int) (l1, others bool) {
		return cap == 1 && n > 2, cap == 1 && n > 2
	})
	for cap := 2; cap <= 3; cap++ {
		q := Clustering[gdp.L1](gdp.EdgeLevel, 5, cap)
		if worst := must.Get(smallworld.World{Relation: gdp.EdgeLevel, Nodes: 5}.Worst(q.Eval))(t); worst.L1.Change < float64(q.Bound())-1e-8 {
			t.Errorf("%s: want the bound %v, %v", q.Name(), q.Bound(), worst.L1)
		}
	}
	for _, q := range []gdp.Bounded[gdp.L1]{
		Clustering[gdp.L1](gdp.EdgeLevel, 5, 0), Clustering[gdp.L1](gdp.EdgeLevel, 5, MostClustered+1), Clustering[gdp.L1](gdp.NodeLevel, 5, 1),
	} {
		if q.Bound() > 0 {
			t.Errorf("%s has the bound %v", q.Name(), q.Bound())
		}
	}
}

// Without a cap that binds it is the sum of local clustering; and on random graphs an edge less
// never moves it by more than the bound.
func TestClusteringOfLargerGraphs(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 5))
	eval := func(g *graph.Graph, cap int) float64 {
		return must.Get(Clustering[gdp.L1](gdp.EdgeLevel, g.N(), cap).Eval(&gdp.Data{Network: &graph.Network{Graph: g}}))(t)[0]
	}
	for range 12 {
		g := must.Get(gen.GNM(14, 50, r))(t)
		if got, want := eval(g, 14), 14*metric.AverageClustering(g); math.Abs(got-want) > 1e-6 {
			t.Errorf("%v, want %v", got, want)
		}
		var edges []graph.Edge
		for u, v := range g.Edges() {
			edges = append(edges, graph.Edge{U: u, V: v})
		}
		less, _ := must.Two(graph.FromEdges(14, edges[1:], graph.Options{}))(t)
		for cap := 1; cap < 4; cap++ {
			if d := eval(g, cap) - eval(less, cap); math.Abs(d) > float64(cap)+4/float64(cap+1) {
				t.Errorf("cap %d: an edge moves it by %v", cap, d)
			}
		}
	}
}
