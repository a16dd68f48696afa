package privdpr

import (
	"fmt"
	"math"

	"github.com/graphdp/graphdp/data/graph"
)

// PageRank solves Eq. 1 as it stands:
//
//	PR_j = γ Σ_{i→j} PR_i/d_out(i) + (1-γ)/N
//
// What a node without successors holds is lost, so that scores sum to 1 only
// where every node has one: Lemma 2.4 leaves that out. (data/metric has the usual
// PageRank, which hands it to all nodes.)
func PageRank(g *graph.Graph, gamma float64) ([]float64, error) {
	if !(gamma >= 0 && gamma < 1) {
		return nil, fmt.Errorf("privdpr: PageRank with damping %v, want 0 … 1, 1 excluded", gamma)
	}
	n := g.N()
	x, next := make([]float64, n), make([]float64, n)
	// The error shrinks by γ a round; n scores of it are at most 1 at first.
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

// Objective returns Eq. 3 at f: the squared failures of PageRank's recursion; NaN unless f has
// a score for each node.
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

// Surrogate returns the sum of Eq. 5 over the edges, with which Lemma 4.1 replaces
// [Objective]; NaN unless f has a score for each node.
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

// lossOf returns Eq. 5 with the degrees that g has.
func lossOf(g *graph.Graph, gamma float64, i, j int32) edgeLoss {
	return edgeLoss{gamma: gamma, n: float64(g.N()), outDegI: float64(g.Degree(i)), inDegJ: float64(g.InDegree(j))}
}

// arcs yields the edges of g; of an undirected graph in both directions.
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
