package ask

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/gen"
	"github.com/graphdp/graphdp/data/metric"
	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/gdptest"
	"github.com/graphdp/graphdp/gdp/gdptest/stattest"
)

// joined returns a graph of n nodes with the pairs for which join is true.
func joined(t *testing.T, n int, join func(u, v int) bool) *graph.Graph {
	var edges []graph.Edge
	for v := range n {
		for u := range v {
			if join(u, v) {
				edges = append(edges, graph.Edge{U: int32(u), V: int32(v)})
			}
		}
	}
	return gdptest.Graph(t, n, edges)
}

// Where noise dominates, intervals of core numbers hold as often as stated. Lower ends: if isolated
// nodes are left by noise only, and if a hub loses its leaves in one sweep. Upper ends: if a node
// of a complete graph is removed by noise only. A correct program fails once in 10⁷ such tests.
// Tighter ends are seen to fail too often.
func TestCoresHoldAsOftenAsTheySay(t *testing.T) {
	const draws = 2000
	one := slices.Collect(func(yield func(int) bool) {
		for k := 1; k < 200 && yield(k); k++ {
		}
	})
	for name, c := range map[string]struct {
		g     *graph.Graph
		p     gdp.Peeling
		eps   gdp.Epsilon
		level float64
		want  float64 // of all intervals, no more than this many hold, since noise decides
	}{
		"no edge": {joined(t, 200, func(int, int) bool { return false }), gdp.Peeling{Levels: one, Few: 200, Sweeps: 1}, 1, 0.25, 0.9},
		"a star":  {joined(t, 60, func(u, _ int) bool { return u == 0 }), gdp.Peeling{Levels: []int{12}, Few: 200, Sweeps: 1}, 8, 0.9, 1},
		"complete, at a level that little noise falls below": {joined(t, 80, func(int, int) bool { return true }), gdp.Peeling{Levels: []int{72}, Few: 200, Sweeps: 1}, 1, 0.9, 1},
		"a triangle, at a level that no noise reaches":       {joined(t, 60, func(_, v int) bool { return v < 3 }), gdp.Peeling{Levels: []int{1, 30}, Few: 200, Sweeps: 1}, 8, 0.9, 1},
		"complete": {joined(t, 80, func(int, int) bool { return true }), gdp.Peeling{Levels: []int{64}, Few: 200, Sweeps: 1}, 1, 0.9, 0.999},
	} {
		core := metric.Cores(c.g)
		held, wide := 0, 0
		for i := range draws {
			s := protected(t, &graph.Network{Graph: c.g}, gdp.EdgeLevel, c.eps, uint64(i))
			peeled := must.Get(gdp.NewPeel("x", c.p, c.eps).Draw(s))(t)
			holds := true
			for u, v := range coresOf(c.p, peeled, c.eps, 1-c.level) {
				if !(v.Low <= v.Value && v.Value <= v.High) {
					t.Fatalf("%s: %+v", name, v)
				}
				holds = holds && v.Low <= float64(core[u]) && float64(core[u]) <= v.High
				wide += int(v.High - v.Low)
			}
			if holds {
				held++
			}
		}
		if held < int(c.level*draws) && !stattest.Count(held, draws, c.level, certain) {
			t.Errorf("%s: all intervals hold in %d of %d draws, want a share of %v", name, held, draws, c.level)
		}
		t.Logf("%s: all intervals hold in %d of %d draws, at a level of %v", name, held, draws, c.level)
		if float64(held) > c.want*draws {
			t.Errorf("%s: all intervals hold in %d of %d draws: a bound that does not hold would not be noticed", name, held, draws)
		}
	}
}

// The core numbers of blocks of different densities are closer than their mean; those of a grown
// graph, which are all equal, have small errors; with hardly any noise they are exact.
func TestCoresAreNear(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 0x636f7265))
	dense := must.Get(gen.GNP(300, 0.2, r))(t)
	blocks := joined(t, 3000, func(u, v int) bool {
		return v < 300 && dense.HasEdge(int32(u), int32(v)) || v >= 300 && r.Float64() < 0.002
	})
	grown := must.Get(gen.BarabasiAlbert(3000, 12, r))(t)
	for name, c := range map[string]struct {
		g    *graph.Graph
		most [2]float64 // mean absolute errors at ε = 1, 4
	}{"blocks": {blocks, [2]float64{4, 1.2}}, "grown": {grown, [2]float64{4, 1.2}}} {
		core := metric.Cores(c.g)
		for i, eps := range []gdp.Epsilon{1, 4, 400} {
			s := protected(t, &graph.Network{Graph: c.g}, gdp.EdgeLevel, eps, 1)
			a := must.Get(CoreNumbers.Ask(s, eps))(t)
			mean, off := 0.0, 0.0
			for u, v := range a.Values {
				if v.Of != fmt.Sprint(u) {
					t.Fatalf("value %d is that of %s", u, v.Of)
				}
				mean += float64(core[u]) / float64(len(core))
				off += math.Abs(v.Value-float64(core[u])) / float64(len(core))
			}
			null := 0.0
			for _, x := range core {
				null += math.Abs(mean-float64(x)) / float64(len(core))
			}
			t.Logf("%s, ε = %v: off by %.2f in the mean, their mean by %.2f", name, float64(eps), off, null)
			if i < 2 && off > c.most[i] || i == 2 && off > 0 || name == "blocks" && off > null/2 {
				t.Errorf("%s, ε = %v: off by %v in the mean", name, float64(eps), off)
			}
		}
	}
}

// The schedule of levels and sweeps is valid for graphs of all sizes and every ε.
func TestPeelingRule(t *testing.T) {
	for _, n := range []int{1, 2, 3, 10, 1000, 1 << 20, 1<<31 - 1} {
		for _, eps := range []gdp.Epsilon{0x1p-19, 0.01, 1, 7, 2000} {
			p := peeling(n, eps)
			last := 0
			for _, k := range p.Levels {
				if k <= last {
					t.Fatalf("%d nodes, ε = %v: levels %v", n, float64(eps), p.Levels)
				}
				last = k
			}
			if last != max(n-1, 1) || p.Few < 0 || p.Sweeps < 6 || float64(p.Few) > 2/float64(eps) {
				t.Errorf("%d nodes, ε = %v: %d sweeps at levels up to %d, %d are few", n, float64(eps), p.Sweeps, last, p.Few)
			}
		}
	}
}

// A geometric number exceeds its end as often as permitted, and exceeds one less too often.
func TestGeometricAbove(t *testing.T) {
	for _, scale := range []float64{0.01, 0.5, 4, 300} {
		for _, miss := range []float64{0.9, 0.1, 1e-9} {
			w := geometricAbove(scale, miss)
			if above := func(w float64) float64 { return math.Exp(-(w + 1) / scale) }; above(w) > miss*(1+1e-9) || w > 0 && above(w-1) <= miss {
				t.Errorf("scale %v: above %v with %v, above one less with %v, want %v", scale, w, above(w), above(w-1), miss)
			}
		}
	}
}

// The nodes of a core are among those of each lower core, by values and by both ends.
func TestSizesOfCores(t *testing.T) {
	got := sizes([]Value{{Value: 2, Low: 1, High: 3}, {Value: 3, Low: 2, High: 3}, {Value: 0, Low: 0, High: 1}, {Value: 1, Low: 0, High: 2}})
	want := []Value{{"1", 3, 2, 4}, {"2", 2, 1, 3}, {"3", 1, 0, 2}}
	if !slices.Equal(got, want) {
		t.Errorf("%+v, want %+v", got, want)
	}
}
