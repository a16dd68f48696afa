package gen

import (
	"context"
	"fmt"
	"math/rand/v2"

	"github.com/graphdp/graphdp/data/graph"
)

// A Watch stops sampling soon after its context is done, with the context's error, and reports
// progress. Its methods sample the same graphs as the package's functions, from the same source. A
// nil Watch watches nothing. It is not safe for concurrent use.
type Watch struct {
	ctx   context.Context
	tell  func(step string, share float64)
	step  string
	calls uint
}

// NewWatch returns a watch. ctx and tell may be nil; tell is called from time to time with the
// current step and its finished share, 0 if unknown.
func NewWatch(ctx context.Context, tell func(step string, share float64)) *Watch {
	return &Watch{ctx: ctx, tell: tell}
}

// Begin sets the current step.
func (w *Watch) Begin(step string) {
	if w == nil {
		return
	}
	if w.step = step; w.tell != nil {
		w.tell(step, 0)
	}
}

// stride is the number of iterations between two checks of the context: about a millisecond.
const stride = 1 << 12

// Ended reports whether to stop. It is called in each of many small iterations, of which done of
// all are finished.
func (w *Watch) Ended(done, all int) bool {
	if w == nil {
		return false
	}
	w.calls++
	return w.calls%stride == 0 && w.look(done, all)
}

func (w *Watch) look(done, all int) bool {
	if w.Err() != nil {
		w.calls-- // the next call stops too
		return true
	}
	if w.tell != nil && all > 0 {
		w.tell(w.step, float64(done)/float64(all))
	}
	return false
}

// Err returns why to stop, once the context is done. It is safe for concurrent use.
func (w *Watch) Err() error {
	if w == nil || w.ctx == nil || w.ctx.Err() == nil {
		return nil
	}
	return fmt.Errorf("gen: %s: stopped: %w", w.step, w.ctx.Err())
}

// Graph builds a graph of distinct edges without self-loops, unless sampling was stopped. Do not
// change the edges, even after an error: the build may still be running briefly.
func (w *Watch) Graph(n int, edges []graph.Edge) (*graph.Graph, error) {
	if err := w.Err(); err != nil {
		return nil, err
	}
	w.Begin("building the graph")
	if w == nil || w.ctx == nil {
		return undirected(n, edges)
	}
	var g *graph.Graph
	var err error
	built := make(chan struct{})
	go func() {
		g, err = undirected(n, edges)
		close(built)
	}()
	select {
	case <-built:
		return g, err
	case <-w.ctx.Done():
		return nil, w.Err()
	}
}

// shuffle is [rand.Rand.Shuffle], but moves nothing once stopped.
func (w *Watch) shuffle(list []int32, r *rand.Rand) {
	ended := false
	r.Shuffle(len(list), func(i, j int) {
		if ended = ended || w.Ended(0, 0); !ended {
			list[i], list[j] = list[j], list[i]
		}
	})
}

// free watches nothing.
var free *Watch
