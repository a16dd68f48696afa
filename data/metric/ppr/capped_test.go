package ppr

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/gen"
	"github.com/graphdp/graphdp/data/must"
)

// If no cap binds, rows are those of PageRank of the standard walk with the corresponding teleport
// probability.
func TestUncappedRowsArePageRank(t *testing.T) {
	g := must.Get(gen.GNP(40, 0.15, rand.New(rand.NewPCG(1, 2))))(t)
	const alpha = 0.3
	rows := must.Get(Capped{Alpha: alpha, Rounds: 200, Cap: 1e9}.Dense(g))(t)
	w := must.Get(NewWalker(g, false))(t)
	for u := range int32(g.N()) {
		row := must.Get(Push{Alpha: Standard(alpha), Epsilon: 1e-9}.Row(w, u))(t)
		for v := range int32(g.N()) {
			if g.Degree(u) > 0 && math.Abs(rows[int(u)*g.N()+int(v)]-row.At(v)) > 1e-6 {
				t.Fatalf("row %d at %d: %v, want %v", u, v, rows[int(u)*g.N()+int(v)], row.At(v))
			}
		}
	}
}

// pushed computes a row as in the paper, by residuals of nodes.
func pushed(c Capped, g *graph.Graph, root int32) []float64 {
	p, left, passed := make([]float64, g.N()), make([]float64, g.N()), make([]float64, g.N())
	left[root] = 1
	for range c.Rounds {
		flow, d := make([]float64, g.N()), g.Degrees()
		for u := range flow {
			flow[u] = min(left[u], float64(d[u])*c.Cap-passed[u])
			if c.Own && u == int(root) && d[u] > 0 {
				flow[u] = left[u]
			}
			passed[u] += flow[u]
			left[u] -= flow[u]
			p[u] += c.Alpha * flow[u]
		}
		for u, f := range flow {
			left[u] += (1 - c.Alpha) / 2 * f
			for _, v := range g.Neighbors(int32(u)) {
				left[v] += (1 - c.Alpha) / 2 * f / float64(d[u])
			}
		}
	}
	return p
}

// Rows by totals received equal rows by residuals, as in the paper.
func TestCappedRowsAreThoseOfPushes(t *testing.T) {
	g := must.Get(gen.GNP(35, 0.15, rand.New(rand.NewPCG(4, 2))))(t)
	for _, c := range []Capped{{0.2, 7, 0.01, false}, {0.2, 7, 0.01, true}, {0.1, 30, 0.001, true}, {0.5, 1, 0.1, false}} {
		rows := must.Get(c.Dense(g))(t)
		for root := range int32(g.N()) {
			for v, want := range pushed(c, g, root) {
				if got := rows[int(root)*g.N()+v]; math.Abs(got-want) > 1e-12 {
					t.Fatalf("%+v: row %d at %d is %v, want %v", c, root, v, got, want)
				}
			}
		}
	}
}

func TestCappedRefusesBadSettings(t *testing.T) {
	g := must.Get(gen.GNP(4, 0.5, rand.New(rand.NewPCG(4, 2))))(t)
	for _, c := range []Capped{{}, {Alpha: 1, Rounds: 1, Cap: 1}, {Alpha: math.NaN(), Rounds: 1, Cap: 1}, {Alpha: 0.5, Cap: 1}, {Alpha: 0.5, Rounds: 1}, {Alpha: 0.5, Rounds: 1, Cap: math.NaN()}} {
		if _, err := c.Dense(g); err == nil {
			t.Errorf("%+v is taken", c)
		}
	}
	if _, err := (Capped{Alpha: 0.5, Rounds: 1, Cap: 1}).Dense(nil); err == nil {
		t.Error("no graph is taken")
	}
}
