package gen

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/must"
)

// ending is a source that ends a context after some draws.
type ending struct {
	rand.Source
	left, more int // draws before, and after
	end        func()
}

func (e *ending) Uint64() uint64 {
	if e.left--; e.left == 0 {
		e.end()
	} else if e.left < 0 {
		e.more++
	}
	return e.Source.Uint64()
}

// watched are draws of many thousand numbers.
func watched(t *testing.T) map[string]func(w *Watch, r *rand.Rand) (*graph.Graph, error) {
	t.Helper()
	const n, m = 20_000, 200_000
	labels, weights, degrees := make([]int32, n), make([]float64, n), make([]int32, n)
	for u := range n {
		labels[u], weights[u], degrees[u] = int32(u%10), float64(2*m/n), int32(2*m/n)
	}
	some := must.Get(GNM(n, 1000, source(1)))(t)
	chances := make([][]float64, n)
	for u := range chances {
		chances[u] = []float64{2 * m / float64(n) / float64(n), 0, 0, 0, 0, 0, 0, 0, 0, 2 * m / float64(n) / float64(n)}
	}
	const inner = 2047 // vertices of a tree of as many levels on all sides
	children := make([][2]int32, inner)
	for i := range children {
		for side := range 2 {
			children[i][side] = int32((2*i + 1 + side + inner + 1) % (2*inner + 1)) // after the leaves, or a leaf
		}
	}
	tree := must.Get(graph.NewTree(children))(t)
	halves := make([]float64, len(children))
	for i := range halves {
		halves[i] = 0.5
	}
	return map[string]func(w *Watch, r *rand.Rand) (*graph.Graph, error){
		"GNM":     func(w *Watch, r *rand.Rand) (*graph.Graph, error) { return w.GNM(n, m, r) },
		"GNP":     func(w *Watch, r *rand.Rand) (*graph.Graph, error) { return w.GNP(n, 2.0*m/n/n, r) },
		"ChungLu": func(w *Watch, r *rand.Rand) (*graph.Graph, error) { return w.ChungLu(weights, r) },
		"Cells": func(w *Watch, r *rand.Rand) (*graph.Graph, error) {
			return w.Cells(labels, 10, []Cell{{0, 1, 1e5}, {2, 2, 1e5}}, 1e4, r)
		},
		"Cells, rest": func(w *Watch, r *rand.Rand) (*graph.Graph, error) { return w.Cells(labels, 10, nil, m, r) },
		"WithDegrees": func(w *Watch, r *rand.Rand) (*graph.Graph, error) {
			g, _, err := w.WithDegrees(degrees, r)
			return g, err
		},
		"NoneIsolated": func(w *Watch, r *rand.Rand) (*graph.Graph, error) { return w.NoneIsolated(n, m, r) },
		"More":         func(w *Watch, r *rand.Rand) (*graph.Graph, error) { return w.More(some, m, some, r) },
		"ByFirst":      func(w *Watch, r *rand.Rand) (*graph.Graph, error) { return w.ByFirst(labels, chances, r) },
		"Kronecker": func(w *Watch, r *rand.Rand) (*graph.Graph, error) {
			return w.Kronecker(14, Initiator{0.99, 0.55, 0.4}, r)
		},
		"Hierarchical": func(w *Watch, r *rand.Rand) (*graph.Graph, error) { return w.Hierarchical(tree, halves, r) },
		"Close":        func(w *Watch, r *rand.Rand) (*graph.Graph, error) { return w.Close(some, 1e6, r) },
	}
}

// Generators stop soon after their context is done, with its error, and with a watch they sample
// the same as without.
func TestWatchEndsDraws(t *testing.T) {
	for name, draw := range watched(t) {
		// Ten numbers a step, but for a shuffle, which draws on and moves nothing.
		const before, after = 25_000, 10 * stride
		ctx, cancel := context.WithCancel(t.Context())
		from := &ending{Source: rand.NewPCG(1, 2), left: before, end: cancel}
		g, err := draw(NewWatch(ctx, nil), rand.New(from))
		if from.left > 0 {
			t.Errorf("%s: %d numbers, too few to see it end", name, before-from.left)
		}
		if most := after; !errors.Is(err, context.Canceled) || g != nil || from.more > most && name != "WithDegrees" || from.more > 450_000 {
			t.Errorf("%s: error %v, %d numbers later", name, err, from.more)
		}
		cancel()
		if g, err := draw(NewWatch(ctx, nil), source(1)); !errors.Is(err, context.Canceled) || g != nil {
			t.Errorf("%s: error %v of a context that was done before", name, err)
		}

		ctx, cancel = context.WithCancel(t.Context())
		g, err = draw(NewWatch(ctx, func(step string, _ float64) {
			if step == "building the graph" {
				cancel()
			}
		}), source(1))
		if cancel(); name != "Close" && (!errors.Is(err, context.Canceled) || g != nil) {
			t.Errorf("%s: error %v of a graph that was not waited for", name, err)
		}

		last, tells := 0.0, 0
		steps := map[string]bool{}
		one, err := draw(NewWatch(t.Context(), func(step string, share float64) {
			if tells++; !steps[step] {
				last = 0
			}
			steps[step] = true
			if share < last || share > 1.01 {
				t.Errorf("%s: %s: %v after %v", name, step, share, last)
			}
			last = share
		}), source(3))
		if err != nil || tells < 2 {
			t.Fatalf("%s: %v, told %d times", name, err, tells)
		}
		if other, err := draw(nil, source(3)); err != nil || !one.Equal(other) {
			t.Errorf("%s: another graph without a watch, %v", name, err)
		}
	}
}
