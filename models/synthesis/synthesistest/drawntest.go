// Package synthesistest is what tests of generators begin with.
package synthesistest

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/gen"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/synthesis"
)

// Run runs a configuration on a graph at edge level, seeded, and returns the session beside the
// result.
func Run[C any](t *testing.T, run func(context.Context, *gdp.Session, C, *method.Watch) (*synthesis.Result, error), g *graph.Graph, config C, eps gdp.Epsilon, seed uint64) (*synthesis.Result, *gdp.Session) {
	t.Helper()
	s, err := gdp.Protect(&graph.Network{Graph: g}, gdp.EdgeLevel, gdp.Budget{Epsilon: eps}, gdp.Seed(seed))
	if err != nil {
		t.Fatal(err)
	}
	r, err := run(t.Context(), s, config, nil)
	if err != nil {
		t.Fatal(err)
	}
	return r, s
}

// Communities returns a graph of four dense communities of so many nodes each, in that order, with
// their labels.
func Communities(t *testing.T, size int) *graph.Network {
	t.Helper()
	p := make([][]float64, 4)
	for a := range p {
		p[a] = slices.Repeat([]float64{0.01}, 4)
		p[a][a] = 0.4
	}
	w, err := gen.SBM([]int{size, size, size, size}, p, rand.New(rand.NewPCG(5, 1)))
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// Grouped returns a graph of four groups of 150 nodes, whose degrees differ, and the group of each
// node.
func Grouped(t *testing.T, seed uint64) (*graph.Graph, []int32) {
	t.Helper()
	const n, groups = 600, 4
	r := rand.New(rand.NewPCG(seed, 1))
	labels, theta := make([]int32, n), make([]float64, n)
	for u := range labels {
		labels[u] = int32(u % groups)
		theta[u] = math.Exp(0.5 * r.NormFloat64())
	}
	rates := make([][]float64, groups)
	for a := range rates {
		rates[a] = slices.Repeat([]float64{0.008}, groups)
		rates[a][a] = 0.2
	}
	net, err := gen.DegreeCorrectedSBM(labels, theta, rates, r)
	if err != nil {
		t.Fatal(err)
	}
	return net.Graph, labels
}
