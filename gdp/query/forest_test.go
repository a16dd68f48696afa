package query

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/gen"
	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/gdptest"
	"github.com/graphdp/graphdp/gdp/gdptest/smallworld"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/optimize/convex/lp"
)

// forestOptimum is the weight of the packing by the simplex method, with all sets of nodes.
func forestOptimum(t *testing.T, g *graph.Graph, most int) float64 {
	t.Helper()
	n, m := g.N(), g.M()
	if m == 0 {
		return 0
	}
	var sets []int
	for s := range 1 << n {
		if s&(s-1) != 0 {
			sets = append(sets, s)
		}
	}
	rows := n + len(sets)
	c, a, b := make([]float64, m+rows), mat.NewDense(rows, m+rows, nil), make([]float64, rows)
	i := 0
	for u, v := range g.Edges() {
		c[i] = -1
		a.Set(int(u), i, 1)
		a.Set(int(v), i, 1)
		for k, s := range sets {
			if s>>u&1 == 1 && s>>v&1 == 1 {
				a.Set(n+k, i, 1)
			}
		}
		i++
	}
	for row := range rows {
		a.Set(row, m+row, 1)
		b[row] = float64(most)
		if row >= n {
			b[row] = -1
			for s := sets[row-n]; s > 0; s &= s - 1 {
				b[row]++
			}
		}
	}
	v, _ := must.Two(lp.Simplex(c, a, b, 1e-10, nil))(t)
	return -v
}

// The packing equals the simplex optimum up to the slack. Some optima are not integers; some are
// below and some equal to a spanning forest.
func TestForestPackingIsOptimal(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	fractional, spanned := 0, 0
	for i := range 150 {
		g := must.Get(gen.GNP(4+r.IntN(4), 0.3+0.5*r.Float64(), r))(t)
		most := 1 + r.IntN(3)
		want, got := forestOptimum(t, g, most), fractionalForest(g, most)
		if got > want+1e-7 || got < want-forestSlack(most)-1e-7 {
			t.Errorf("graph %d of %d edges, at most %d: %v, the simplex method finds %v", i, g.M(), most, got, want)
		}
		if math.Abs(want-math.Round(want)) > 1e-7 {
			fractional++
		}
		if got == float64(g.N()-len(g.Components().Sizes)) {
			spanned++
		}
	}
	if fractional == 0 || spanned == 0 || fractional+spanned > 145 {
		t.Errorf("%d optima are fractional, %d spanning forests: not all ways are tested", fractional, spanned)
	}
}

// A triangle with an edge more at each node has an optimum of 4.5 where nodes have room for two,
// and an answer that is too small by all of the slack. Many of them together are not further off.
func TestForestSlackIsOfTheWholeGraph(t *testing.T) {
	const most = 2
	for copies := 1; copies <= 20; copies += 19 {
		var edges []graph.Edge
		for u := int32(0); u < int32(6*copies); u += 6 {
			for i := range int32(3) {
				edges = append(edges, graph.Edge{U: u + i, V: u + (i+1)%3}, graph.Edge{U: u + i, V: u + 3 + i})
			}
		}
		got, want := fractionalForest(gdptest.Graph(t, 6*copies, edges), most), 4.5*float64(copies)
		if got > want || got < want-forestSlack(most) || copies == 1 && got != want-forestSlack(most) {
			t.Errorf("%d graphs have %v together, want %v less %v at most", copies, got, want, forestSlack(most))
		}
	}
}

// Without joining, pruning or growing, the means of forests and the prices come to the same.
func TestForestsWithoutReductions(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 5))
	for i := range 60 {
		g := must.Get(gen.GNP(4+r.IntN(4), 0.3+0.5*r.Float64(), r))(t)
		most := 1 + r.IntN(3)
		const slack = price / 16
		whole, want, may := residualOf(g, most), forestOptimum(t, g, most), int64(0)
		got, parts := int64(0), whole.parts()
		for _, part := range parts {
			weight, gap := part.descend(0, make([]int64, len(part.room)), slack)
			if gap > slack {
				t.Errorf("a gap of %d", gap)
			}
			got, may = got+weight, may+gap
		}
		if x := float64(got) / price; x > want+1e-7 || x+float64(may)/price < want-1e-7 {
			t.Errorf("graph %d of %d edges, at most %d: %v, the simplex method finds %v", i, g.M(), most, x, want)
		}
	}
}

// On all small graphs, the answer changes by at most the bound, and a star attains its share of it.
func TestForestPacking(t *testing.T) {
	for _, rel := range singles {
		for n := 2; n <= 6; n++ {
			for most := 1; most <= 3; most++ {
				if n == 6 && (rel != gdp.NodeLevel || most == 1) {
					continue
				}
				q := ForestPacking[gdp.L1](rel, n, most)
				worst := must.Get(smallworld.World{Relation: rel, Nodes: n}.Worst(q.Eval))(t)
				holds := float64(min(most, n-1))
				if rel == gdp.EdgeLevel {
					holds = 1
				}
				if got := worst.L1.Change; got > float64(q.Bound()) || got < holds || float64(q.Bound()) < holds+forestSlack(min(most, n-1)) {
					t.Errorf("%s, %v, %d nodes: %v, bound %v", q.Name(), rel, n, worst.L1, q.Bound())
				}
			}
		}
	}
	for most, valid := range map[int]bool{0: false, 1: true, MostPacked: true, MostPacked + 1: false} {
		x, err := ForestPacking[gdp.L1](gdp.NodeLevel, 6, most).Eval(tailed(t))
		if (err == nil) != valid || valid && most > 2 && x[0] != 4 {
			t.Errorf("at most %d: %v, %v", most, x, err)
		}
	}
}

// A growing forest has no cycle and respects capacities. When it stops growing, the obstacles prove
// a bound on every packing: larger by at most the edges between such nodes.
func TestGrowth(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	grown, stuck := 0, 0
	for i := range 40 {
		g := must.Get(gen.BarabasiAlbert(200, 2, r))(t)
		w := residualOf(g, 2+i%4)
		f := newGrowth(w)
		order := make([]int32, len(w.edges))
		for k, j := range r.Perm(len(order)) {
			order[k] = int32(j)
		}
		size := f.begin(order)
		for size < 199 && f.grow() {
			size++
			grown++
			if got := f.size(); got != size {
				t.Fatalf("graph %d: a forest of %d edges is counted as %d", i, size, got)
			}
		}
		if size == 199 {
			continue
		}
		stuck++
		y, within := make([]int64, 200), 0
		for u, good := range f.good {
			if !good {
				y[u] = price
			}
		}
		for k, e := range w.edges {
			if f.in[k] && !f.good[e.U] && !f.good[e.V] {
				within++
			}
		}
		if got := w.price(y); got != int64(size+within)*price {
			t.Errorf("graph %d: a forest of %d edges, %d of them in the way, and a price of %v", i, size, within, float64(got)/price)
		}
	}
	if grown == 0 || stuck == 0 {
		t.Errorf("forests grew %d times, and %d stopped", grown, stuck)
	}
}

// Of a star of stars, a path and a complete graph, the size of a forest by hand.
func TestForestPackingByHand(t *testing.T) {
	var stars, path, clique []graph.Edge
	for i := range int32(4) {
		stars = append(stars, graph.Edge{U: 0, V: 1 + i})
		for k := range int32(5) {
			stars = append(stars, graph.Edge{U: 1 + i, V: 5 + 5*i + k})
		}
	}
	for i := range int32(24) {
		path = append(path, graph.Edge{U: i, V: i + 1})
		for k := range i {
			clique = append(clique, graph.Edge{U: k, V: i})
		}
	}
	for _, c := range []struct {
		edges []graph.Edge
		most  int
		want  float64
	}{{stars, 6, 24}, {stars, 5, 20}, {stars, 4, 16}, {path, 2, 24}, {clique, 2, 23}, {clique, 3, 23}, {clique, 1, 12}} {
		if got := fractionalForest(gdptest.Graph(t, 25, c.edges), c.most); got != c.want {
			t.Errorf("%d edges, at most %d: %v, want %v", len(c.edges), c.most, got, c.want)
		}
	}
}

// What has a cycle, or more edges at a node than it has room for, is no forest.
func TestCountedAnew(t *testing.T) {
	edges := []graph.Edge{{U: 0, V: 1}, {U: 0, V: 2}, {U: 1, V: 2}, {U: 2, V: 3}}
	for _, c := range []struct {
		in   []bool
		want int
	}{{[]bool{true, false, true, false}, 2}, {[]bool{true, true, true, false}, 0}, {[]bool{false, true, true, true}, 0}} {
		f := newGrowth(residualOf(gdptest.Graph(t, 4, edges), 2))
		f.in = c.in
		if got := f.size(); got != c.want {
			t.Errorf("%v counts %d, want %d", c.in, got, c.want)
		}
	}
}
