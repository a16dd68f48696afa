package dpgs

import (
	"math"
	"slices"
	"testing"

	"github.com/graphdp/graphdp/accounting"
	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/gen"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/gdptest"
	"github.com/graphdp/graphdp/models/learn/vector"
)

func brief() TrainedClusters {
	c := Trained()
	c.Clusters, c.Dim, c.Width, c.Steps = 4, 8, 6, 12
	return c
}

// edgesOf lists the edges of a graph.
func edgesOf(g *graph.Graph) (list []graph.Edge) {
	for u, v := range g.Edges() {
		list = append(list, graph.Edge{U: u, V: v})
	}
	return list
}

// Fuzz with the noise off: over random networks, tame and wild, one edge more or less moves the sum
// of a step by the clip at most, to the last bit, and some edge by nearly that.
func TestAnEdgeMovesAStepByTheClip(t *testing.T) {
	r, closest := source(12), 0.0
	for trial := range 60 {
		n, d, k := 6+r.IntN(8), 1+r.IntN(5), 2+r.IntN(3)
		x := vector.New(n, d)
		for i := range x.Data {
			x.Data[i] = float32(r.NormFloat64())
		}
		m := newNetwork([]vector.Matrix{x}, 4, k, r)
		wild := float32(math.Pow(10, float64(trial%7)-2))
		for i := range m.parameters {
			m.parameters[i] *= wild
		}
		g, err := gen.GNP(n, 0.5, r)
		if err != nil {
			t.Fatal(err)
		}
		m.forward()
		c := brief()
		c.Clip = math.Pow(2, r.NormFloat64()-5)
		total := func(edges []graph.Edge) []float64 {
			all := make([]int32, len(edges))
			for i := range all {
				all[i] = int32(i)
			}
			return gdptest.Total(t, c.plan(0, n), len(edges), len(m.parameters), all, edgeLoss{m, edges}.terms)
		}
		edges := edgesOf(g)
		sum := total(edges)
		for i := range edges {
			squares := 0.0
			for j, x := range total(slices.Delete(slices.Clone(edges), i, i+1)) {
				squares += (x - sum[j]) * (x - sum[j])
			}
			if moved := math.Sqrt(squares) / c.Clip; moved > 1 {
				t.Errorf("an edge moves a step by %v clips", moved)
			} else {
				closest = max(closest, moved)
			}
		}
	}
	if closest < 0.999 {
		t.Errorf("no edge moves a step by more than %v clips", closest)
	}
}

// The gradient of an edge is that of |P_i - P_j|², by differences.
func TestEdgeGradient(t *testing.T) {
	r := source(13)
	x := vector.New(5, 4)
	for i := range x.Data {
		x.Data[i] = float32(r.NormFloat64())
	}
	m := newNetwork([]vector.Matrix{x}, 6, 3, r)
	value := func() (sum float64) {
		m.forward()
		for c, p := range m.p.Row(1) {
			d := float64(p) - float64(m.p.Row(4)[c])
			sum += d * d
		}
		return sum
	}
	m.forward()
	c := brief()
	c.Clip = 1e3
	g := gdptest.Total(t, c.plan(0, 5), 1, len(m.parameters), []int32{0}, edgeLoss{m, []graph.Edge{{U: 1, V: 4}}}.terms)
	largest := 0.0
	for _, x := range g {
		largest = max(largest, math.Abs(x))
	}
	for i := range g {
		const h = 1. / 256
		at := m.parameters[i]
		m.parameters[i] = at + h
		up := value()
		m.parameters[i] = at - h
		down := value()
		m.parameters[i] = at
		near(t, "the gradient", g[i], (up-down)/(2*h), 0.01*largest)
	}
}

// Steps cost what the sheet's STRICT-L says, δ = 10⁻⁵, and a run all of its budget, which is
// proved.
func TestTrainedIsPaidFor(t *testing.T) {
	net := blocks(t, 4, 30, 0.2, 0.02, 1)
	s := protect(t, net, 2)
	for _, c := range []struct {
		q, sigma float64
		steps    int
		want     float64
	}{{.05, 4, 100, .4618}, {.05, 2, 100, 1.0972}, {.1, 8, 200, .6460}, {1, 40, 100, .9263}} {
		l := Trained()
		l.SampleRate, l.Steps = c.q, c.steps
		e, err := l.plan(c.sigma, 1).Event(s)
		if err != nil {
			t.Fatal(err)
		}
		got, err := s.Accountant().Epsilon(accounting.Compose{e}, 1e-5)
		if err != nil || math.Abs(float64(got)/c.want-1) > .005 {
			t.Errorf("q = %v, σ = %v, %d steps cost %v, want %v (%v)", c.q, c.sigma, c.steps, got, c.want, err)
		}
	}
	for _, eps := range []gdp.Epsilon{0.5, 3.5} {
		s := protect(t, net, eps)
		r, err := Run(t.Context(), s, brief(), nil)
		if err != nil {
			t.Fatal(err)
		}
		if g := r.Guarantee; g.Proved > eps || g.Proved < 0.999*eps || g.Claimed != g.Proved {
			t.Errorf("ε = %v: claimed %v, proved %v", eps, g.Claimed, g.Proved)
		}
		if l, err := s.Ledger(); err != nil || len(l.Entries) != 2 || r.Graph.N() != 120 {
			t.Errorf("%v, %v", l, err)
		}
		s = protect(t, net, eps)
		c := brief()
		c.Hops, c.HopShare, c.TrainShare, c.CountShare = 2, 0.4, 0.3, 0.3
		if r, err = Run(t.Context(), s, c, nil); err != nil {
			t.Fatal(err)
		}
		if g := r.Guarantee; g.Proved > eps || g.Proved < 0.999*eps || g.Claimed != g.Proved || g.Within != (gdp.Budget{}) {
			t.Errorf("with hops, ε = %v: claimed %v, proved %v", eps, g.Claimed, g.Proved)
		}
		if l, err := s.Ledger(); err != nil || len(l.Entries) != 4 {
			t.Errorf("%v, %v", l, err)
		}
	}
}

// With a large budget clusters are learned from edges: more of these are within clusters than
// clusters of such sizes have by chance. Under the noise of a tiny budget they are not.
func TestTrainingHelps(t *testing.T) {
	net := blocks(t, 2, 100, 0.15, 0.01, 1)
	c := Trained()
	c.Clusters, c.Dim, c.Width, c.SampleRate, c.Steps, c.PerNode = 2, 16, 16, 0.3, 100, 8
	excess := map[gdp.Epsilon]float64{}
	for _, eps := range []gdp.Epsilon{0.01, 50} {
		x, err := Run(t.Context(), protect(t, net, eps), c, nil)
		if err != nil {
			t.Fatal(err)
		}
		for u, v := range net.Graph.Edges() {
			if x.Summary.Clusters[u] == x.Summary.Clusters[v] {
				excess[eps] += 1 / float64(net.Graph.M())
			}
		}
		for _, size := range x.Summary.Sizes {
			excess[eps] -= float64(size*size) / 200 / 200
		}
	}
	if excess[50] < 0.1 || excess[0.01] > 0.05 {
		t.Errorf("shares of edges within clusters above those by chance: %v", excess)
	}
}

// What no run can mean is refused before anything is spent.
func TestTrainedRefusals(t *testing.T) {
	net := blocks(t, 2, 10, 0.3, 0.1, 1)
	for name, change := range map[string]func(c *TrainedClusters){
		"more than nodes": func(c *TrainedClusters) { c.Clusters = 21 },
		"shares":          func(c *TrainedClusters) { c.TrainShare = 0.6 },
		"unpaid hop":      func(c *TrainedClusters) { c.Hops = 1 },
	} {
		c := brief()
		change(&c)
		s := protect(t, net, 1)
		if _, err := Run(t.Context(), s, c, nil); err == nil {
			t.Errorf("%s: accepted", name)
		}
		if l, err := s.Ledger(); err != nil || len(l.Entries) > 0 {
			t.Errorf("%s: %v, %v", name, l, err)
		}
	}
	empty := gdptest.Graph(t, 20, nil)
	if _, err := Run(t.Context(), protect(t, &graph.Network{Graph: empty, Attrs: net.Attrs}, 1), brief(), nil); err != nil {
		t.Errorf("a graph without edges: %v", err)
	}
}
