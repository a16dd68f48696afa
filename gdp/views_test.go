package gdp

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/gen"
	"github.com/graphdp/graphdp/data/must"
	"gonum.org/v1/gonum/floats"
)

// Sums over views change by at most the stated bound, with worst-case terms, and nearly attain it.
// This holds under every relation, for terms shorter than the clip, equal, slightly or much longer,
// not finite, or mixed. Terms shorter than the clip are not scaled.
func TestViews(t *testing.T) {
	const n, clip = 12, 0.5
	terms := Terms{Name: "worst", Dim: 3, Clip: clip}
	var put func(seen int, out []float64) // the term of a view that sees this much
	byNode := func(rel Relation) Bounded[L2] {
		return terms.OverNodes(rel, func(row Row, out []float64) { put(int(row.Label), out) })
	}
	// along is a term of the given size that points one way or the other.
	along := func(size float64) func(int, []float64) {
		return func(seen int, out []float64) {
			sign := 1 - 2*float64(seen%2)
			out[0], out[1], out[2] = 0.48*sign*size, -0.6*sign*size, 0.64*sign*size
		}
	}
	sizes := []float64{0.5, 1, 1.0005, 1.001, 2, 1e6, 1e300, math.Inf(1), math.NaN()} // over the clip
	type shape struct {
		name string
		put  func(int, []float64)
		size float64 // that a term counts with, over the clip; NaN if terms differ
	}
	var shapes []shape
	for _, size := range sizes {
		counts := min(size, 1)
		if !(size <= 1e300) {
			counts = 0
		}
		shapes = append(shapes, shape{fmt.Sprint("terms of size ", size), along(size * clip), counts})
	}
	shapes = append(shapes,
		shape{"long terms that tell what they saw", func(seen int, out []float64) {
			along(1e6)(seen, out)
			out[1] += 1e-3 * float64(seen)
		}, 1},
		shape{"terms of all sizes", func(seen int, out []float64) { along(sizes[seen%len(sizes)]*clip)(seen, out) }, math.NaN()},
		shape{"terms with one value that is not finite", func(seen int, out []float64) {
			along(clip)(seen, out)
			out[seen%3] = []float64{out[seen%3], math.Inf(-1), math.NaN()}[seen%3]
		}, math.NaN()},
	)
	for name, c := range map[string]struct {
		query Bounded[L2]
		bound float64
	}{
		"nodes":            {byNode(NodeLevel), 2 * clip},
		"nodes, unbounded": {byNode(NodeUnbounded), clip},
	} {
		if float64(c.query.Bound()) != c.bound {
			t.Errorf("%s: bound %v, want %v", name, c.query.Bound(), c.bound)
		}
		r := rand.New(rand.NewPCG(1, 2))
		var worlds [][2]*Data
		for range 60 {
			a, b := neighbours(t, r, n, c.query.Relation())
			worlds = append(worlds, [2]*Data{a, b})
		}
		for _, shape := range shapes {
			put = shape.put
			worst := 0.0
			for _, w := range worlds {
				x, err := c.query.Eval(w[0])
				if err != nil {
					t.Fatal(name, err)
				}
				y, err := c.query.Eval(w[1])
				if err != nil {
					t.Fatal(name, err)
				}
				worst = max(worst, floats.Distance(x, y, 2))
			}
			if want := shape.size * c.bound; worst > c.bound || worst < want*0.999 || worst > want {
				t.Errorf("%s, %s: one change moved the sum by %v, want %v; the bound is %v", name, shape.name, worst, want, c.bound)
			}
		}
	}
}

// Replacing a term moves a sum of non-negative terms by at most √2 clips. This is attained if a
// view decides the position of its term's value. Negative values do not count, and do not increase
// the bound.
func TestNonNegativeViews(t *testing.T) {
	const n, clip = 12, 0.5
	terms := Terms{Name: "worst", Dim: 4, Clip: clip, NonNegative: true}
	var put func(seen int, out []float64)
	byNode := func(rel Relation) Bounded[L2] {
		return terms.OverNodes(rel, func(row Row, out []float64) { put(int(row.Label), out) })
	}
	apart := func(seen int, out []float64) { out[seen%2] = 1e6 }
	opposite := func(seen int, out []float64) {
		sign := 1 - 2*float64(seen%2)
		out[0], out[1], out[2], out[3] = sign, -sign, sign, -sign
	}
	for name, c := range map[string]struct {
		query Bounded[L2]
		bound float64
	}{
		"nodes":            {byNode(NodeLevel), math.Sqrt2 * clip},
		"nodes, unbounded": {byNode(NodeUnbounded), clip},
	} {
		if float64(c.query.Bound()) != c.bound {
			t.Errorf("%s: bound %v, want %v", name, c.query.Bound(), c.bound)
		}
		for which, shape := range map[string]func(int, []float64){"apart": apart, "opposite": opposite} {
			put = shape
			r, worst := rand.New(rand.NewPCG(3, 4)), 0.0
			for range 60 {
				a, b := neighbours(t, r, n, c.query.Relation())
				x := must.Get(c.query.Eval(a))(t)
				y := must.Get(c.query.Eval(b))(t)
				worst = max(worst, floats.Distance(x, y, 2))
				if slices.Min(x) < 0 {
					t.Errorf("%s, %s: a sum of non-negative terms is %v", name, which, x)
				}
			}
			want := c.bound
			if which == "opposite" { // half of a term's square counts
				want /= math.Sqrt2
			}
			if worst > c.bound || worst < 0.999*want || worst > 1.001*want {
				t.Errorf("%s, %s: one change moved the sum by %v, want %v; the bound is %v", name, which, worst, want, c.bound)
			}
		}
	}
}

// neighbours draws two networks that differ in one node.
func neighbours(t *testing.T, r *rand.Rand, n int, rel Relation) (a, b *Data) {
	t.Helper()
	g := must.Get(gen.GNP(n, 0.3, r))(t)
	labels := make([]int32, n)
	for i := range labels {
		labels[i] = int32(r.IntN(2))
	}
	z := int32(r.IntN(n))
	other := append([]int32{}, labels...)
	other[z] = 1 - other[z]
	var list []graph.Edge
	for u, v := range g.Edges() {
		if u != z && v != z {
			list = append(list, graph.Edge{U: u, V: v})
		}
	}
	for v := range int32(n) {
		if rel == NodeLevel && v != z && r.IntN(2) == 0 {
			list = append(list, graph.Edge{U: z, V: v})
		}
	}
	h := graphOf(t, n, list, false)
	a, b = &Data{Network: &graph.Network{Graph: g, Labels: labels}}, &Data{Network: &graph.Network{Graph: h, Labels: other}}
	if rel == NodeUnbounded {
		a.Present, b.Present = make([]bool, n), make([]bool, n)
		for i := range n {
			a.Present[i], b.Present[i] = true, int32(i) != z
		}
	}
	return a, b
}

// Non-finite terms add nothing; relations without a bound and invalid numbers are refused.
func TestViewsRefuse(t *testing.T) {
	d := &Data{Network: ring(t, 5)}
	for _, bad := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		q := Terms{Name: "bad", Dim: 2, Clip: 1}.OverNodes(NodeLevel, func(row Row, out []float64) {
			out[0] = 0.5
			if row.ID < 2 {
				out[1] = bad
			}
		})
		if x, err := q.Eval(d); err != nil || x[0] != 0.5*3 || x[1] != 0 {
			t.Errorf("terms with %v sum to %v, %v", bad, x, err)
		}
	}
	huge := Terms{Name: "huge", Dim: 2, Clip: 1}.OverNodes(NodeLevel, func(_ Row, out []float64) { out[0], out[1] = 1e300, 1e300 })
	if x, err := huge.Eval(d); err != nil || math.Abs(x[0]-5/math.Sqrt2) > 1e-5 {
		t.Errorf("huge terms sum to %v, %v", x, err)
	}
	for name, c := range map[string]struct {
		terms   Terms
		rel     Relation
		refused bool
	}{
		"fine":        {Terms{Name: "x", Dim: 1, Clip: 1}, NodeLevel, false},
		"clip 0":      {Terms{Name: "x", Dim: 1}, NodeLevel, true},
		"clip NaN":    {Terms{Name: "x", Dim: 1, Clip: math.NaN()}, NodeLevel, true},
		"no values":   {Terms{Name: "x", Clip: 1}, NodeLevel, true},
		"no name":     {Terms{Dim: 1, Clip: 1}, NodeLevel, true},
		"public rows": {Terms{Name: "x", Dim: 1, Clip: 1}, EdgeLevel, true},
	} {
		s := must.Get(Protect(ring(t, 5), c.rel, pay(1, 1e-5), Nodes(5)))(t)
		if _, err := GaussianMultiplier(s, "x", c.terms.OverNodes(c.rel, func(Row, []float64) {}), 50); (err != nil) != c.refused {
			t.Errorf("%s: %v", name, err)
		}
	}
}
