package privdpr

import (
	"fmt"
	"math"

	"github.com/graphdp/graphdp/data/graph"
)

// PageRank solves Eq. 1 as printed:
//
//	PR_j = γ Σ_{i→j} PR_i/d_out(i) + (1-γ)/N
//
// The score of a node without successors is lost, so scores sum to 1 only if every node has one, a
// condition that Lemma 2.4 omits. (The usual PageRank, in data/metric, spreads such scores over all
// nodes.)
func PageRank(g *graph.Graph, gamma float64) ([]float64, error) {
	if !(gamma >= 0 && gamma < 1) {
		return nil, fmt.Errorf("privdpr: PageRank: the damping is %v, want [0, 1)", gamma)
	}
	n := g.N()
	x, next := make([]float64, n), make([]float64, n)
	// The error shrinks by γ per round; n initial scores have error at most 1 in all.
	for rounds := math.Ceil(math.Log(1e-17) / math.Log(max(gamma, 1e-3))); rounds > 0; rounds-- {
		for j := range next {
			next[j] = recursion(g, gamma, x, int32(j))
		}
		x, next = next, x
	}
	return x, nil
}

// recursion returns the right-hand side of Eq. 1 at j.
func recursion(g *graph.Graph, gamma float64, f []float64, j int32) float64 {
	sum := 0.0
	for _, i := range g.InNeighbors(j) {
		sum += f[i] / float64(g.Degree(i))
	}
	return gamma*sum + (1-gamma)/float64(g.N()) // [PRIVDPR25] Lemma 2.4, Eq. 1
}

// Objective returns Eq. 3 at f: the sum of squared errors of PageRank's recursion. It is NaN unless
// f has a score for each node.
func Objective(g *graph.Graph, gamma float64, f []float64) float64 {
	if len(f) != g.N() {
		return math.NaN()
	}
	total := 0.0
	for j := range f {
		r := recursion(g, gamma, f, int32(j)) - f[j]
		total += r * r // [PRIVDPR25] Eq. 3
	}
	return total
}

// Surrogate returns the sum of Eq. 5 over the edges, by which Lemma 4.1 replaces [Objective]. It is
// NaN unless f has a score for each node.
func Surrogate(g *graph.Graph, gamma float64, f []float64) float64 {
	if len(f) != g.N() {
		return math.NaN()
	}
	total := 0.0
	for i, j := range arcs(g) {
		total += lossOf(g, gamma, i, j).value(f[i], f[j]) // [PRIVDPR25] Lemma 4.1
	}
	return total
}

// lossOf returns Eq. 5 with the degrees in g.
func lossOf(g *graph.Graph, gamma float64, i, j int32) edgeLoss {
	return edgeLoss{gamma: gamma, n: float64(g.N()), outDegI: float64(g.Degree(i)), inDegJ: float64(g.InDegree(j))}
}

// arcs yields the edges of g; those of an undirected graph in both directions.
func arcs(g *graph.Graph) func(yield func(i, j int32) bool) {
	return func(yield func(i, j int32) bool) {
		for i := range int32(g.N()) {
			for _, j := range g.Neighbors(i) {
				if !yield(i, j) {
					return
				}
			}
		}
	}
}
