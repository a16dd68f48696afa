package metric

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/must"
)

// denseRank solves the equations of the stationary distribution, with jumps out
// of dead ends written into the matrix, by elimination.
func denseRank(arcs [][]bool, damping float64) []float64 {
	n := len(arcs)
	a := mat.NewDense(n, n, nil)
	b := mat.NewVecDense(n, nil)
	for v := range n {
		out := 0
		for _, arc := range arcs[v] {
			if arc {
				out++
			}
		}
		for u := range n {
			step := 1 / float64(n)
			if out > 0 {
				step = 0
				if arcs[v][u] {
					step = 1 / float64(out)
				}
			}
			a.Set(u, v, -damping*step)
		}
		b.SetVec(v, (1-damping)/float64(n))
	}
	for u := range n {
		a.Set(u, u, a.At(u, u)+1)
	}
	var x mat.VecDense
	if err := x.SolveVec(a, b); err != nil {
		panic(err)
	}
	return x.RawVector().Data
}

func TestPageRankByElimination(t *testing.T) {
	check := func(t *testing.T, g *graph.Graph, arcs [][]bool, damping float64) {
		t.Helper()
		got := must.Get(PageRank(g, damping))(t)
		for u, want := range denseRank(arcs, damping) {
			if !(math.Abs(got[u]-want) <= 1e-11*want) { // "ten digits and more", of each score
				t.Errorf("damping %v: PageRank of node %d is %v, want %v", damping, u, got[u], want)
			}
		}
	}
	smallGraphs(t, func(t *testing.T, a matrix) {
		if len(a) == 0 {
			return
		}
		check(t, a.graph(), a, 0.85)
		check(t, a.graph(), a, 0)
		if len(a) > 5 {
			check(t, a.graph(), a, 0.999)
		}
	})
}

// The hub of a star sums a million equal numbers: the worst case for rounding.
// In closed form the hub has score (1/(n+1)) (1+an)/(1+a), a the damping.
func TestPageRankOfAHugeStar(t *testing.T) {
	const leaves, a = 1_000_000, 0.85
	edges := make([]graph.Edge, leaves)
	for v := range edges {
		edges[v] = graph.Edge{U: 0, V: int32(v + 1)}
	}
	g, _ := must.Two(graph.FromEdges(leaves+1, edges, graph.Options{}))(t)
	score := must.Get(PageRank(g, a))(t)
	want := (1 + a*leaves) / (1 + a) / (leaves + 1)
	within(t, "PageRank of the hub", score[0], want, 1e-11*want)
}

func TestPageRankRefusesADamping(t *testing.T) {
	for _, damping := range []float64{-0.1, 1, 2, math.NaN(), math.Inf(1)} {
		if _, err := PageRank(pathGraph(3).graph(), damping); err == nil {
			t.Errorf("damping %v was accepted", damping)
		}
	}
}
