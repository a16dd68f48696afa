package facts

import (
	"context"
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
)

// crews returns synthetic graphs of collaborations: a hub that knows everyone, and the others in
// one or two cliques.
func crews(t *testing.T, count int, r *rand.Rand) *graph.Collection {
	t.Helper()
	c := new(graph.Collection)
	for range count {
		n := 6 + r.IntN(12)
		cut := n
		if r.IntN(2) == 0 {
			cut = 2 + r.IntN(n-2)
		}
		var edges []graph.Edge
		for u := range int32(n) {
			for v := range u {
				if v == 0 || (int(u) < cut) == (int(v) < cut) {
					edges = append(edges, graph.Edge{U: v, V: u})
				}
			}
		}
		c.Graphs = append(c.Graphs, &graph.Network{Graph: made(t, n, edges)})
	}
	return c
}

func made(t *testing.T, n int, edges []graph.Edge) *graph.Graph {
	t.Helper()
	return gdptest.Graph(t, n, edges)
}

// sparse returns synthetic graphs with many components and a few hubs.
func sparse(t *testing.T, count int, r *rand.Rand) *graph.Collection {
	t.Helper()
	c := new(graph.Collection)
	for range count {
		degrees, sum := make([]int32, 20+r.IntN(60)), 0
		for u := range degrees {
			degrees[u] = int32(min(1+r.ExpFloat64(), 12))
			sum += int(degrees[u])
		}
		degrees[0] += int32(sum % 2)
		g, _ := must.Two(new(gen.Watch).WithDegrees(degrees, r))(t)
		c.Graphs = append(c.Graphs, &graph.Network{Graph: g})
	}
	return c
}

func session(t *testing.T, c *graph.Collection, eps gdp.Epsilon, seed uint64) *gdp.Session {
	t.Helper()
	return must.Get(gdp.ProtectCollection(c, gdp.EdgeLevel, gdp.Budget{Epsilon: eps}, gdp.Seed(seed)))(t)
}

func drawnFrom(t *testing.T, c *graph.Collection, eps gdp.Epsilon, seed uint64) []*graph.Graph {
	t.Helper()
	f := must.Get(Ask(session(t, c, eps, seed), c.Sizes(), eps, Default()))(t)
	return must.Get(f.Draw(context.Background(), rand.New(rand.NewPCG(seed, 1))))(t)
}

// apart returns the mean absolute differences in LCC, TC, CPL, GINI and REDE.
func apart(t *testing.T, graphs []*graph.Graph, c *graph.Collection) (sum [5]float64) {
	t.Helper()
	for i, g := range graphs {
		var rows [2][5]float64
		for k, x := range []*graph.Graph{g, c.Graphs[i].Graph} {
			d := must.Get(metric.DPGGAN(t.Context(), x))(t)
			rows[k] = [5]float64{d.LCC, d.TC, d.CPL, d.GINI, d.REDE}
		}
		for k := range sum {
			if a, b := rows[0][k], rows[1][k]; !math.IsNaN(a) && !math.IsNaN(b) {
				sum[k] += math.Abs(a-b) / float64(len(graphs))
			}
		}
	}
	return sum
}

// Asking spends exactly ε, in six proved entries. If graphs have hubs there are four: components
// and gaps are not asked for, and edges and degrees get their shares.
func TestAskSpends(t *testing.T) {
	c := crews(t, 20, rand.New(rand.NewPCG(1, 1)))
	for entries, c := range map[int]*graph.Collection{4: c, 6: sparse(t, 20, rand.New(rand.NewPCG(1, 1)))} {
		s := session(t, c, 0.7, 1)
		must.Get(Ask(s, c.Sizes(), 0.7, Default()))(t)
		l, err := s.Ledger()
		if err != nil || len(l.Entries) != entries || math.Abs(float64(l.Spent())-0.7) > 1e-9 {
			t.Errorf("%v, %v, want %d entries", l, err, entries)
		}
		g, err := s.Guarantee()
		if err != nil || math.Abs(float64(g.Proved)-0.7) > 1e-9 {
			t.Errorf("%v, %v", g, err)
		}
	}
	for _, bad := range []Shares{{}, {0.5, 0.5, 0, 0, 0, 0}, {0.5, 0.5, 0.5, 0.1, 0.1, 0.1}, {math.NaN(), 0.2, 0.2, 0.2, 0.2, 0.2}, {0.2, 0.2, 0.2, 0.2, 0.1, 0.05}} {
		if _, err := Ask(session(t, c, 1, 2), c.Sizes(), 1, bad); err == nil {
			t.Errorf("%+v is accepted", bad)
		}
	}
}

// With hardly any noise, graphs of two cliques and a hub are recovered up to isomorphism, and
// sparse graphs keep their edges, degrees up to the width of bands, and components.
func TestNearlyNoNoise(t *testing.T) {
	c := crews(t, 40, rand.New(rand.NewPCG(2, 1)))
	e := apart(t, drawnFrom(t, c, 500, 1), c)
	if e[0] > 0 || e[2] > 0.01 || e[3] > 0.02 || e[4] > 0.01 || e[1] > 12 {
		t.Errorf("crews: %.4f", e)
	}
	c = sparse(t, 40, rand.New(rand.NewPCG(3, 1)))
	graphs := drawnFrom(t, c, 500, 1)
	for i, g := range graphs {
		was := c.Graphs[i].Graph
		if g.M() != was.M() {
			t.Errorf("graph %d has %d edges, was of %d", i, g.M(), was.M())
		}
		if a, b := len(g.Components().Sizes), len(was.Components().Sizes); max(a-b, b-a) > 2 {
			t.Errorf("graph %d has %d components, was of %d", i, a, b)
		}
	}
	if e := apart(t, graphs, c); e[3] > 0.01 || e[4] > 0.01 || e[1] > 1.5 {
		t.Errorf("sparse: %.4f", e)
	}
}

// What graphs share compensates for noise: at ε = 1 the edge counts of small graphs, half of them
// complete, have two thirds of the noise's error.
func TestMedians(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 1))
	c := crews(t, 300, r)
	noisy, raw, ours := make([]int64, 300), 0.0, 0.0
	for i, w := range c.Graphs {
		noisy[i] = int64(w.Graph.M()) + int64(math.Round(2*(r.ExpFloat64()-r.ExpFloat64())))
	}
	got := medians(c.Sizes(), noisy, 2)
	for i, w := range c.Graphs {
		raw += math.Abs(float64(noisy[i]) - float64(w.Graph.M()))
		ours += math.Abs(float64(got[i] - w.Graph.M()))
		if got[i] < 0 || got[i] > most(w.Graph.N()) {
			t.Errorf("%d edges on %d nodes", got[i], w.Graph.N())
		}
	}
	if ours > raw*2/3 {
		t.Errorf("error %v, of the noise %v", ours/300, raw/300)
	}
	for _, n := range []int{1, 2, 3, 1 << 11} { // one graph, small or large, and noise beyond its range
		for _, x := range []int64{math.MinInt64 / 2, 0, math.MaxInt64 / 2} {
			if m := medians([]int{n}, []int64{x}, 3)[0]; m < 0 || m > most(n) {
				t.Errorf("%d edges on %d nodes", m, n)
			}
		}
	}
}

// The share of graphs at their atom is recovered from noise of ten times most ranges.
func TestAtoms(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 1))
	for _, share := range []float64{0, 0.5, 1} {
		a := atoms{scale: 10, parts: 1}
		for range 600 {
			high, x := 10+r.IntN(60), 0
			if x = 1 + r.IntN(high); r.Float64() < share {
				x = high
			}
			a.low, a.high, a.at = append(a.low, 1), append(a.high, high), append(a.at, high)
			a.noisy = append(a.noisy, float64(x)+10*(r.ExpFloat64()-r.ExpFloat64()))
		}
		if got := a.law()[0]; math.Abs(got-share) > 0.13 { // about 2.5 standard errors
			t.Errorf("share %v, want %v", got, share)
		}
	}
}

// Degree sequences have one entry per node, in [0, n-1], and the noisy edge count, under noise of
// any size.
func TestDegreesAreThoseOfAGraph(t *testing.T) {
	for _, eps := range []gdp.Epsilon{0.05, 1, 50} {
		for k, c := range []*graph.Collection{crews(t, 30, rand.New(rand.NewPCG(6, 1))), sparse(t, 30, rand.New(rand.NewPCG(7, 1)))} {
			f := must.Get(Ask(session(t, c, eps, 3), c.Sizes(), eps, Default()))(t)
			for i, n := range f.sizes {
				d, sum := f.degrees(i), 0
				for _, x := range d {
					sum += x
				}
				if len(d) != n || slices.Min(d) < 0 || slices.Max(d) > n-1 || sum != 2*f.edges[i] || f.hub[i] && slices.Min(d) < 1 {
					t.Errorf("collection %d, ε = %v, graph %d: degrees %v, %d edges, hub %v", k, eps, i, d, f.edges[i], f.hub[i])
				}
			}
		}
	}
}

// Edge swaps keep all degrees, and the triangle and component counts are those of the graph.
func TestWiring(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 1))
	g := must.Get(gen.GNM(40, 45, r))(t)
	var degrees []int
	for _, d := range g.Degrees() {
		degrees = append(degrees, int(d))
	}
	w := wire(degrees)
	check := func(when string) {
		h := must.Get(w.graph())(t)
		triangles, _ := metric.Triangles(h)
		if h.M() != 45 || !slices.Equal(h.Degrees(), g.Degrees()) || w.triangles != int(triangles) || w.components() != len(h.Components().Sizes) {
			t.Errorf("%s: %d edges, %d triangles of %d, %d components of %d", when, h.M(), w.triangles, triangles, w.components(), len(h.Components().Sizes))
		}
	}
	check("wired")
	w.shuffle(t.Context(), 10, r)
	check("shuffled")
	triangles, components := w.triangles+6, w.components()+2
	w.anneal(t.Context(), 40, func() float64 { return math.Abs(float64(w.triangles - triangles)) }, 2, components, r)
	check("annealed")
	if w.triangles != triangles || w.components() != components {
		t.Errorf("%d triangles and %d components, want %d and %d", w.triangles, w.components(), triangles, components)
	}
	if complete := wire([]int{4, 4, 4, 4, 4}); complete.triangles != 10 || len(complete.ends) != 10 {
		t.Errorf("a complete graph has %d edges and %d triangles", len(complete.ends), complete.triangles)
	}
	if odd := wire([]int{3, 1, 0}); len(odd.ends) != 1 { // not a graph's degrees
		t.Errorf("%d edges", len(odd.ends))
	}
}

// Random wirings are uniform over the graphs with given degrees: for six nodes of degree 1, over
// all 15 pairings (χ² with 14 degrees of freedom exceeds 46 once in 40 000).
func TestShufflesAreUniform(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 1))
	count := map[string]int{}
	w := wire([]int{1, 1, 1, 1, 1, 1})
	const draws = 3000
	for range draws {
		w.shuffle(t.Context(), 10, r)
		g := must.Get(w.graph())(t)
		_, targets := g.CSR()
		count[fmt.Sprint(targets)]++
	}
	chi := 0.0
	for _, c := range count {
		chi += (float64(c) - draws/15.0) * (float64(c) - draws/15.0) / (draws / 15.0)
	}
	if len(count) != 15 || chi > 46 {
		t.Errorf("%d pairings, χ² = %v", len(count), chi)
	}
}

// Unusual collections: a graph of one node, graphs without edges, complete graphs, a single graph.
func TestOddCollections(t *testing.T) {
	one, none := made(t, 1, nil), made(t, 7, nil)
	full := crews(t, 1, rand.New(rand.NewPCG(3, 3))).Graphs[0].Graph
	for _, list := range [][]*graph.Graph{{one, none}, {none}, {full}, {one, none, full, made(t, 2, []graph.Edge{{U: 0, V: 1}})}} {
		c := new(graph.Collection)
		for _, g := range list {
			c.Graphs = append(c.Graphs, &graph.Network{Graph: g})
		}
		for _, eps := range []gdp.Epsilon{0.01, 1, 200} {
			for i, g := range drawnFrom(t, c, eps, 5) {
				if g.N() != list[i].N() {
					t.Errorf("%d nodes, was of %d", g.N(), list[i].N())
				}
				if m := list[i].M(); eps == 200 && (g.M() > m || g.M() < m*9/10) { // the degrees may be of no graph
					t.Errorf("%d edges, was of %d", g.M(), m)
				}
			}
		}
	}
}

// Ten nodes, five of degree two and five of degree six: at half their distance from the mean they
// have degrees three and five, at zero distance four, and at 1.5 times the distance one and seven.
func TestStretch(t *testing.T) {
	columns := []float64{10, 10, 5, 5, 5, 5, 0}
	for factor, want := range map[float64][]float64{1: columns, 0: {10, 10, 10, 10, 0, 0, 0}, 0.5: {10, 10, 10, 5, 5, 0, 0}, 1.5: {10, 5, 5, 5, 5, 5, 5}} {
		got := stretch(columns, 10, factor)
		for k, x := range got {
			if math.Abs(x-want[k]) > 1e-6 {
				t.Errorf("by %v: %.4f, want %v", factor, got, want)
				break
			}
		}
	}
}

// equalise gives a graph's degrees the wanted inequality, larger or smaller, and keeps their sum.
func TestEqualise(t *testing.T) {
	f := &Noisy{sizes: []int{10}, edges: []int{20}, hub: []bool{false}}
	for _, gini := range []float64{0, 0.1, 0.25, 0.4} {
		got, sum := f.equalise(0, []float64{10, 10, 5, 5, 5, 5, 0, 0, 0}, 4*gini), 0.0
		for _, x := range got {
			sum += x
		}
		if math.Abs(sum-40) > 1e-6 || math.Abs(unequal(got, 10)/4-gini) > 1e-6 {
			t.Errorf("sum of degrees %v, and a coefficient of %v, want %v", sum, unequal(got, 10)/4, gini)
		}
	}
}

// A plane is recovered from points on it; if all points coincide, it is their mean.
func TestPlane(t *testing.T) {
	var on, same plane
	for k := range 50 {
		x, y := float64(k%7), float64(k%5)
		on.add(1+x, 10*x, 10*y, 3+20*x-10*y)
		same.add(1, 2, 2, float64(k%2))
	}
	if got := on.fit()(5, 7); math.Abs(got-6) > 1e-2 {
		t.Errorf("%v, want 3 + 2·5 - 7", got)
	}
	if got := same.fit()(9, 9); math.Abs(got-0.5) > 1e-9 {
		t.Errorf("%v, want .5", got)
	}
	if new(plane).fit() != nil {
		t.Error("a plane of no points")
	}
}

// gapsOf returns the sum of degree differences over all pairs of nodes, and the Gini coefficient,
// without the node of largest degree or with it.
func gapsOf(g *graph.Graph, hub bool) (gaps, gini float64) {
	degrees := slices.Clone(g.Degrees())
	slices.Sort(degrees)
	over := func(degrees []int32) (gaps, sum float64) {
		for k, d := range degrees {
			gaps, sum = gaps+float64((2*k-len(degrees)+1)*int(d)), sum+float64(d)
		}
		return gaps, sum
	}
	gaps, _ = over(degrees)
	if hub {
		degrees = degrees[:len(degrees)-1]
	}
	rest, sum := over(degrees)
	return gaps, rest / (sum * float64(len(degrees)))
}

// At ε = 1 the Gini coefficient of a sparse graph, estimated with 200 others, has half the error of
// its own gaps.
func TestInequalities(t *testing.T) {
	c := sparse(t, 200, rand.New(rand.NewPCG(11, 1)))
	f := must.Get(Ask(session(t, c, 1, 1), c.Sizes(), 1, Default()))(t)
	own, ours := 0.0, 0.0
	for i, w := range c.Graphs {
		gaps, want := gapsOf(w.Graph, false)
		own += math.Abs(f.gaps[i]-gaps) / gaps * want
		ours += math.Abs(f.gini[i] - want)
	}
	t.Logf("off by %.3f, by own gaps alone %.3f", ours/200, own/200)
	if ours > own/2 {
		t.Errorf("off by %.3f, by own gaps alone %.3f", ours/200, own/200)
	}
}

// Without noise the coefficient is that of each graph: of all nodes, or without the hub.
func TestInequalitiesAsTheyAre(t *testing.T) {
	for hub, c := range map[bool]*graph.Collection{false: sparse(t, 40, rand.New(rand.NewPCG(12, 1))), true: crews(t, 40, rand.New(rand.NewPCG(12, 1)))} {
		f := &Noisy{sizes: c.Sizes()}
		for _, w := range c.Graphs {
			gaps, _ := gapsOf(w.Graph, hub)
			f.edges, f.hub, f.gaps = append(f.edges, w.Graph.M()), append(f.hub, hub), append(f.gaps, gaps)
		}
		f.scale.gaps = 1e-9
		for i, got := range f.inequalities() {
			if _, want := gapsOf(c.Graphs[i].Graph, hub); math.Abs(got-want) > 1e-6 {
				t.Errorf("graph %d, hub %v: %.6f, want %.6f", i, hub, got, want)
			}
		}
	}
}

// A graph whose bands are noise gets the shape of similar graphs: 60 graphs of degree 3 show that
// its degrees are 3, where its own bands do not.
func TestShapesAreShared(t *testing.T) {
	r := rand.New(rand.NewPCG(10, 1))
	c := new(graph.Collection)
	for range 80 {
		degrees := make([]int32, 20)
		for u := range degrees {
			degrees[u] = 3
		}
		g, _ := must.Two(new(gen.Watch).WithDegrees(degrees, r))(t)
		c.Graphs = append(c.Graphs, &graph.Network{Graph: g})
	}
	off := func(c *graph.Collection) (mean float64) {
		f := must.Get(Ask(session(t, c, 1, 1), c.Sizes(), 1, Default()))(t)
		for i := range f.sizes {
			for _, d := range f.degrees(i) {
				mean += math.Abs(float64(d-3)) / float64(20*len(f.sizes))
			}
		}
		return mean
	}
	alone := 0.0
	for _, w := range c.Graphs[:20] {
		alone += off(&graph.Collection{Graphs: []*graph.Network{w}}) / 20
	}
	together := off(c)
	t.Logf("degrees off by %.3f, alone by %.3f", together, alone)
	if together > 0.5*alone {
		t.Errorf("degrees are off by %v, alone by %v", together, alone)
	}
}
