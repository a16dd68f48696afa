package gen

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/graphdp/graphdp/data/graph"
)

var errNoSource = errors.New("gen: no source of randomness")

// check returns an error for arguments that no generator accepts.
func check(n int, r *rand.Rand) error {
	if r == nil {
		return errNoSource
	}
	if n < 0 || n > graph.MaxNodes {
		return fmt.Errorf("gen: %d nodes, want 0 … %d", n, graph.MaxNodes)
	}
	return nil
}

// probability returns an error unless p is a probability.
func probability(name string, p float64) error {
	if !(p >= 0 && p <= 1) {
		return fmt.Errorf("gen: %s is %v, want a probability", name, p)
	}
	return nil
}

// pairs returns the number of unordered pairs of n nodes.
func pairs(n int) int64 { return int64(n) * int64(n-1) / 2 }

// undirected builds a graph of distinct edges without self-loops.
func undirected(n int, edges []graph.Edge) (*graph.Graph, error) {
	g, report, err := graph.FromEdges(n, edges, graph.Options{})
	if err == nil && report != (graph.Report{}) {
		err = fmt.Errorf("gen: the generated graph is not simple: %+v", report)
	}
	return g, err
}

// skip samples the number of failures before the first success of independent trials with success
// probability p, at most most.
func skip(p float64, most int64, r *rand.Rand) int64 {
	if p >= 1 {
		return 0
	}
	// P(X ≥ k) = (1-p)^k, so X = floor(ln U / ln(1-p)) for U uniform in (0, 1].
	x := math.Log(1-r.Float64()) / math.Log1p(-p)
	if !(x < float64(most)) {
		return most
	}
	return int64(x)
}
