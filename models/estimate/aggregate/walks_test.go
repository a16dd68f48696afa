package aggregate

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/graphdp/graphdp/data/graph/gen"
	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/gdptest/smallworld"
)

// One edge moves walks by no more than their bound, over all graphs of five nodes and rows that are
// random signs, equal, or one to a node; and a single step by all of it.
func TestOneEdgeMovesWalksByTheirBound(t *testing.T) {
	const n = 5
	own := make([]float64, n*n)
	for u := range n {
		own[u*n+u] = 1
	}
	rows := []Rows{Random(n, 1, 1), Random(n, 1, 2), Unit(1, []float64{1, 1, 1, 1, 1}), Unit(n, own)}
	for _, w := range []Walks{{Alpha: 0.9, Rounds: 10}, {Alpha: 2. / 3, Rounds: 10}, {Alpha: 0.2, Rounds: 20}, {Alpha: 0.3, Rounds: 1}} {
		largest := 0.0
		for _, r := range rows {
			q := w.Query("rows", n, r)
			found := must.Get(smallworld.World{Relation: gdp.EdgeLevel, Nodes: n}.Worst(q.Eval))(t)
			if found.L2.Change > float64(q.Bound()) {
				t.Errorf("%+v: an edge moves walks by %v, stated is %v", w, found.L2.Change, q.Bound())
			}
			largest = max(largest, found.L2.Change)
		}
		t.Logf("%+v: %v of %v", w, largest, w.Bound(n))
		if largest < 0.15*float64(w.Bound(n)) || w.Rounds == 1 && largest < float64(w.Bound(n))*(1-1e-6) {
			t.Errorf("%+v: no edge moves walks by more than %v of %v", w, largest, w.Bound(n))
		}
	}
}

// The bound is that of docs/proofs/aggregate.md#walks: √2 + 2(1-α)/α for very many rounds, and what
// rounding can move two sums of n nodes by.
func TestBoundOfWalksIsThatOfTheProof(t *testing.T) {
	for _, alpha := range []float64{0.1, 0.5, 0.9} {
		const rounds = 400
		for _, n := range []float64{2, 1000, MostWalkers} {
			want := math.Sqrt2 + 2*(1-alpha)/alpha + n*math.Sqrt(n)*(n+8)*rounds*0x1p-52
			if got := float64(Walks{Alpha: alpha, Rounds: rounds}.Bound(int(n))); got < want || got > 2*want {
				t.Errorf("α = %v, %v nodes: the bound is %v, the proof has %v", alpha, n, got, want)
			}
		}
	}
}

// Each term of the bound, in the norm that adds up all numbers: D W^k moves by 2 + 2k at most.
func TestWalksMoveByTwoAndTwoAStep(t *testing.T) {
	const n = 5
	own := make([]float64, n*n)
	for u := range n {
		own[u*n+u] = 1
	}
	r := Unit(n, own)
	for k := range 5 {
		// The sum of k+1 terms less that of k, which is the last one, over its weight.
		weight := 0.5 * math.Pow(0.5, float64(k))
		found := must.Get(smallworld.World{Relation: gdp.EdgeLevel, Nodes: n}.Worst(func(d *gdp.Data) ([]float64, error) {
			g := d.Network.Graph.Undirected()
			last := Walks{Alpha: 0.5, Rounds: k + 1}.Sum(g, r)
			if k > 0 {
				for i, x := range (Walks{Alpha: 0.5, Rounds: k}).Sum(g, r) {
					last[i] -= x
				}
			}
			return last, nil
		}))(t)
		if most := 2 + 2*float64(k); found.L1.Change/weight > most+1e-9 {
			t.Errorf("step %d: an edge moves all numbers by %v, stated is %v", k, found.L1.Change/weight, most)
		}
	}
}

// The sum equals its definition by matrices, and the rows are unchanged.
func TestWalksAreThoseOfMatrices(t *testing.T) {
	const n, columns, alpha, rounds = 30, 3, 0.4, 6
	g := must.Get(gen.GNP(n, 0.2, rand.New(rand.NewPCG(3, 1))))(t)
	r := Random(n, columns, 5)
	before := r.Digest()
	got := Walks{Alpha: alpha, Rounds: rounds}.Sum(g, r)
	if r.Digest() != before {
		t.Error("the rows are not what they were")
	}
	now, want := append([]float64{}, r.values...), make([]float64, n*columns)
	for k := range rounds {
		next := make([]float64, n*columns)
		for u := range int32(n) {
			d := float64(g.Degree(u))
			for i := range columns {
				at := int(u)*columns + i
				want[at] += alpha * math.Pow(1-alpha, float64(k)) * d * now[at]
				next[at] += now[at] / 2
				for _, v := range g.Neighbors(u) {
					next[at] += now[int(v)*columns+i] / (2 * d)
				}
			}
		}
		now = next
	}
	for i, x := range want {
		if math.Abs(got[i]-x) > 1e-12 {
			t.Fatalf("number %d is %v, want %v", i, got[i], x)
		}
	}
}
