package privdpr

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/gen"
	"github.com/graphdp/graphdp/data/metric"
	"github.com/graphdp/graphdp/models/eval/trial"
)

// Why Strict buys nothing for the paths of Citeseer: graphs that have its very degrees, joint
// degrees and triangles, without noise, are still as far off in the mean path as Strict is. The
// control, which is far nearer, has by accident as long paths in a component of all nodes.
func TestPathsAreInNoLocalCount(t *testing.T) {
	g := paperGraph(t, "citeseer").Undirected()
	original, err := trial.StatisticsOf(context.Background(), g, nil)
	if err != nil {
		t.Fatal(err)
	}
	triangles, _ := metric.Triangles(g)
	for _, x := range []struct {
		knows   string
		degrees bool
		draw    func(r *rand.Rand) (*graph.Graph, error)
	}{
		{"degrees", true, func(r *rand.Rand) (*graph.Graph, error) { return rewired(g, false, 0, r) }},
		{"degrees and triangles", true, func(r *rand.Rand) (*graph.Graph, error) {
			h, _, err := new(gen.Watch).WithDegrees(g.Degrees(), r)
			if err != nil {
				return nil, err
			}
			return gen.Close(h, int(triangles), r)
		}},
		{"joint degrees", true, func(r *rand.Rand) (*graph.Graph, error) { return rewired(g, true, 0, r) }},
		{"joint degrees and triangles", true, func(r *rand.Rand) (*graph.Graph, error) { return rewired(g, true, int(triangles), r) }},
		{"number of edges", false, func(r *rand.Rand) (*graph.Graph, error) { return new(gen.Watch).NoneIsolated(g.N(), g.M(), r) }},
	} {
		mean := map[string]float64{}
		const seeds = 2
		for seed := range uint64(seeds) {
			h, err := x.draw(rand.New(rand.NewPCG(seed, 19)))
			if err != nil {
				t.Fatal(err)
			}
			s, err := trial.StatisticsOf(context.Background(), h, nil)
			if err != nil {
				t.Fatal(err)
			}
			for name, e := range trial.StatisticErrors(original, s) {
				mean[name] += e / seeds
			}
		}
		t.Logf("exact %s: CPL off by %.3f, diameter %.3f, LCC %.3f, triangles %.3f, KS %.3f", x.knows, mean["CPL"], mean["Diameter"], mean["LCC"], mean["TC"], mean["KS"])
		if x.degrees && (mean["CPL"] < 0.12 || mean["LCC"] > 0.5 || mean["KS"] > 0.001) {
			t.Errorf("with exact %s the mean path is off by %v, the component by %v, KS by %v; want more than 0.12, less than 0.5, 0.001 at most", x.knows, mean["CPL"], mean["LCC"], mean["KS"])
		}
		if !x.degrees && (mean["CPL"] > 0.05 || mean["LCC"] < 0.5) {
			t.Errorf("with the %s alone the mean path is off by %v, the component by %v; want less than 0.05, more than 0.5", x.knows, mean["CPL"], mean["LCC"])
		}
	}
}

// rewired returns a graph with the degrees of g, or with its joint degrees, in which edges have
// exchanged ends many times, and then only as triangles became more, until there were that many.
func rewired(g *graph.Graph, joint bool, triangles int, r *rand.Rand) (*graph.Graph, error) {
	near := make([]map[int32]bool, g.N())
	for u := range near {
		near[u] = map[int32]bool{}
	}
	var arcs []graph.Edge // both ways
	byDegree := map[int][]int{}
	for u, v := range g.Edges() {
		near[u][v], near[v][u] = true, true
		arcs = append(arcs, graph.Edge{U: u, V: v}, graph.Edge{U: v, V: u})
	}
	for i, a := range arcs {
		byDegree[g.Degree(a.V)] = append(byDegree[g.Degree(a.V)], i)
	}
	shared := func(u, v int32) (n int) {
		for w := range near[u] {
			if near[v][w] {
				n++
			}
		}
		return n
	}
	set := func(u, v int32, there bool) {
		if there {
			near[u][v], near[v][u] = true, true
		} else {
			delete(near[u], v)
			delete(near[v], u)
		}
	}
	count := 0
	for step := 0; step < 20*len(arcs) || count < triangles && step < 2000*len(arcs); step++ {
		if step == 20*len(arcs) {
			if triangles == 0 {
				break
			}
			for u := range near {
				for v := range near[u] {
					count += shared(int32(u), v)
				}
			}
			count /= 6
		}
		i := r.IntN(len(arcs))
		j := r.IntN(len(arcs))
		if joint {
			same := byDegree[g.Degree(arcs[i].V)]
			j = same[r.IntN(len(same))]
		}
		a, b := arcs[i], arcs[j] // u-v and x-y become u-y and x-v
		if a.U == b.V || b.U == a.V || a.U == b.U || a.V == b.V || near[a.U][b.V] || near[b.U][a.V] {
			continue
		}
		change := -shared(a.U, a.V)
		set(a.U, a.V, false)
		change -= shared(b.U, b.V)
		set(b.U, b.V, false)
		change += shared(a.U, b.V)
		set(a.U, b.V, true)
		change += shared(b.U, a.V)
		set(b.U, a.V, true)
		if step >= 20*len(arcs) && (change <= 0 || count+change > triangles) {
			set(b.U, a.V, false)
			set(a.U, b.V, false)
			set(a.U, a.V, true)
			set(b.U, b.V, true)
			continue
		}
		count += change
		arcs[i].V, arcs[j].V = b.V, a.V
		arcs[i^1].U, arcs[j^1].U = b.V, a.V
	}
	var edges []graph.Edge
	for i := 0; i < len(arcs); i += 2 {
		edges = append(edges, arcs[i])
	}
	h, _, err := graph.FromEdges(g.N(), edges, graph.Options{})
	return h, err
}
