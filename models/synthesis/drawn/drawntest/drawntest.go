// Package drawntest is what tests of generators begin with.
package drawntest

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/gen"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/synthesis/drawn"
)

// Run runs a configuration on a graph at edge level, seeded, and returns the session beside the
// result.
func Run[C any](t *testing.T, run func(context.Context, *gdp.Session, C, *method.Watch) (*drawn.Result, error), g *graph.Graph, config C, eps gdp.Epsilon, seed uint64) (*drawn.Result, *gdp.Session) {
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
