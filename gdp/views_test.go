package gdp

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/graphdp/graphdp/gdp/graph"
	"github.com/graphdp/graphdp/gdp/graph/gen"
)

func gap(a, b []float64) float64 {
	sum := 0.0
	for i := range a {
		sum += (a[i] - b[i]) * (a[i] - b[i])
	}
	return math.Sqrt(sum)
}

// Sums over views move by the stated bound at most, with terms that do their
// worst, and come close to it.
func TestViews(t *testing.T) {
	const n, clip = 12, 0.5
	r := rand.New(rand.NewPCG(1, 2))
	terms := Terms{Name: "worst", Dim: 3, Clip: clip}
	// loud answers with a long vector whose direction tells what it saw.
	loud := func(seen int, out []float64) {
		out[0] = 1e6 * (1 - 2*float64(seen%2))
		out[1] = 1e-3 * float64(seen)
	}
	blocks := [][]int32{{0, 1, 2, 3, 4, 5}, {6, 7, 8, 9}}
	byBlock := func(rel Relation) Bounded[L2] {
		return terms.OverBlocks(rel, blocks, func(b *graph.Network, out []float64) { loud(b.Graph.M(), out) })
	}
	byNode := func(rel Relation) Bounded[L2] {
		return terms.OverNodes(rel, func(row Row, out []float64) { loud(int(row.Label), out) })
	}
	whole := func(rel Relation) Bounded[L2] {
		return terms.Whole(rel, func(d *Data, out []float64) { loud(d.Network.Graph.M(), out) })
	}
	for name, c := range map[string]struct {
		query Bounded[L2]
		bound float64
	}{
		"edges":             {terms.OverEdges(func(u, v int32, out []float64) { loud(int(u+v), out) }), clip},
		"nodes":             {byNode(NodeLevel), 2 * clip},
		"nodes, unbounded":  {byNode(NodeUnbounded), clip},
		"blocks of edges":   {byBlock(EdgeLevel), 2 * clip},
		"blocks of nodes":   {byBlock(NodeLevel), 2 * clip},
		"blocks, unbounded": {byBlock(NodeUnbounded), 2 * clip},
		"whole":             {whole(NodeLevel), 2 * clip},
	} {
		if float64(c.query.Bound()) != c.bound {
			t.Errorf("%s: bound %v, want %v", name, c.query.Bound(), c.bound)
		}
		worst := 0.0
		for range 300 {
			a, b := neighbours(t, r, n, c.query.Relation())
			x, err := c.query.Eval(a)
			if err != nil {
				t.Fatal(name, err)
			}
			y, err := c.query.Eval(b)
			if err != nil {
				t.Fatal(name, err)
			}
			worst = max(worst, gap(x, y))
		}
		if worst > c.bound || worst < c.bound*0.999 {
			t.Errorf("%s: one change moved the sum by %v, the bound is %v", name, worst, c.bound)
		}
	}
}

// neighbours draws two neighbouring data sets.
func neighbours(t *testing.T, r *rand.Rand, n int, rel Relation) (a, b *Data) {
	t.Helper()
	g, err := gen.GNP(n, 0.3, r)
	if err != nil {
		t.Fatal(err)
	}
	labels := make([]int32, n)
	for i := range labels {
		labels[i] = int32(r.IntN(2))
	}
	z := int32(r.IntN(n))
	other := append([]int32{}, labels...)
	var list []graph.Edge
	switch rel {
	case EdgeLevel:
		w := (z + 1 + int32(r.IntN(n-1))) % int32(n)
		for u, v := range g.Edges() {
			if !(u == min(z, w) && v == max(z, w)) {
				list = append(list, graph.Edge{U: u, V: v})
			}
		}
		if !g.HasEdge(z, w) {
			list = append(list, graph.Edge{U: z, V: w})
		}
	default:
		other[z] = 1 - other[z]
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
	}
	h, _, err := graph.FromEdges(n, list, graph.Options{})
	if err != nil {
		t.Fatal(err)
	}
	a, b = &Data{Network: &graph.Network{Graph: g, Labels: labels}}, &Data{Network: &graph.Network{Graph: h, Labels: other}}
	if rel == NodeUnbounded {
		a.Present, b.Present = make([]bool, n), make([]bool, n)
		for i := range n {
			a.Present[i], b.Present[i] = true, int32(i) != z
		}
	}
	return a, b
}

// Another partition is another query: a kept release of the one is not that of
// the other.
func TestPartitionsHaveNames(t *testing.T) {
	name := func(blocks [][]int32) string {
		return Terms{Name: "x", Dim: 1, Clip: 1}.OverBlocks(EdgeLevel, blocks, func(*graph.Network, []float64) {}).Name()
	}
	a := name([][]int32{{0, 1}, {2, 3}})
	if a != name([][]int32{{0, 1}, {2, 3}}) || a == name([][]int32{{0, 2}, {1, 3}}) || a == name([][]int32{{0}, {1, 2, 3}}) {
		t.Errorf("partitions named %q and alike", a)
	}
}

func TestViewsOfCollections(t *testing.T) {
	small, large := ring(t, 3), ring(t, 7)
	terms := Terms{Name: "sizes", Dim: 1, Clip: 2}
	q := func(rel Relation) Bounded[L2] {
		return terms.OverGraphs(rel, func(g *graph.Network, _ int32, out []float64) { out[0] = float64(5 - g.Graph.N()) })
	}
	eval := func(rel Relation, graphs ...*graph.Network) float64 {
		x, err := q(rel).Eval(&Data{Collection: &graph.Collection{Graphs: graphs}})
		if err != nil {
			t.Fatal(err)
		}
		return x[0]
	}
	if q(GraphLevel).Bound() != 4 || q(GraphUnbounded).Bound() != 2 {
		t.Errorf("bounds %v and %v, want 4 and 2", q(GraphLevel).Bound(), q(GraphUnbounded).Bound())
	}
	if d := eval(GraphLevel, small, large) - eval(GraphLevel, small, small); d > 0 || d < -4 || d > -3.99 {
		t.Errorf("exchanging a graph moves the sum by %v", d)
	}
	if d := eval(GraphUnbounded, small, small) - eval(GraphUnbounded, small); d > 2 || d < 1.99 {
		t.Errorf("adding a graph moves the sum by %v", d)
	}
	s, err := ProtectCollection(&graph.Collection{Graphs: []*graph.Network{small, large}}, GraphLevel, pay(1, 1e-5))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Gaussian(s, "sizes", q(GraphLevel), pay(1, 1e-5)); err != nil {
		t.Error(err)
	}
}

// Terms that are no numbers add nothing; relations without a bound, faulty
// numbers and partitions are refused.
func TestViewsRefuse(t *testing.T) {
	d := &Data{Network: ring(t, 5)}
	for _, bad := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		q := Terms{Name: "bad", Dim: 2, Clip: 1}.OverEdges(func(u, v int32, out []float64) {
			out[0] = 0.5
			if u == 0 {
				out[1] = bad
			}
		})
		if x, err := q.Eval(d); err != nil || x[0] != 0.5*3 || x[1] != 0 {
			t.Errorf("terms with %v sum to %v, %v", bad, x, err)
		}
	}
	if x, err := (Terms{Name: "huge", Dim: 2, Clip: 1}).OverEdges(func(_, _ int32, out []float64) { out[0], out[1] = 1e300, 1e300 }).Eval(d); err != nil || math.Abs(x[0]-5/math.Sqrt2) > 1e-5 {
		t.Errorf("huge terms sum to %v, %v", x, err)
	}
	s := protectRing(t, pay(1, 1e-5))
	edge := func(t Terms) Bounded[L2] { return t.OverEdges(func(_, _ int32, _ []float64) {}) }
	for name, q := range map[string]Bounded[L2]{
		"clip 0":      edge(Terms{Name: "x", Dim: 1}),
		"clip NaN":    edge(Terms{Name: "x", Dim: 1, Clip: math.NaN()}),
		"no values":   edge(Terms{Name: "x", Clip: 1}),
		"no name":     edge(Terms{Dim: 1, Clip: 1}),
		"public rows": Terms{Name: "x", Dim: 1, Clip: 1}.OverNodes(EdgeLevel, func(Row, []float64) {}),
	} {
		if _, err := Gaussian(s, "x", q, pay(0.1, 1e-6)); err == nil {
			t.Errorf("%s: released", name)
		}
	}
	for _, blocks := range [][][]int32{{{0, 1}, {1, 2}}, {{-1}}, {{99}}} {
		q := Terms{Name: "x", Dim: 1, Clip: 1}.OverBlocks(EdgeLevel, blocks, func(*graph.Network, []float64) {})
		if _, err := q.Eval(d); err == nil {
			t.Errorf("a partition %v", blocks)
		}
	}
}
