package gen

import (
	"context"
	"fmt"
	"math/rand/v2"

	"github.com/graphdp/graphdp/data/graph"
)

// A Watch ends a draw soon after its context is done, with the error of that, and tells how much of
// the draw is done. Its functions draw what those of the package do, from the same source. What is
// drawn is not waited for while it is built. Nil watches nothing. It is of one goroutine at a time.
type Watch struct {
	ctx   context.Context
	tell  func(step string, share float64)
	step  string
	calls uint
}

// NewWatch returns a watch. Both may be nil: a context, and what is called now and then with what
// is done and which share of it, 0 where that is not known.
func NewWatch(ctx context.Context, tell func(step string, share float64)) *Watch {
	return &Watch{ctx: ctx, tell: tell}
}

// Begin says what is done from now on.
func (w *Watch) Begin(step string) {
	if w == nil {
		return
	}
	if w.step = step; w.tell != nil {
		w.tell(step, 0)
	}
}

// stride is the number of steps between two looks at the context: about a millisecond.
const stride = 1 << 12

// Ended reports whether the draw has to end: to be asked at each of many small steps, of which
// that many are done of all.
func (w *Watch) Ended(done, all int) bool {
	if w == nil {
		return false
	}
	w.calls++
	return w.calls%stride == 0 && w.look(done, all)
}

func (w *Watch) look(done, all int) bool {
	if w.Err() != nil {
		w.calls-- // the next step ends too
		return true
	}
	if w.tell != nil && all > 0 {
		w.tell(w.step, float64(done)/float64(all))
	}
	return false
}

// Err returns why the draw has to end, once the context is done. Many goroutines may ask.
func (w *Watch) Err() error {
	if w == nil || w.ctx == nil || w.ctx.Err() == nil {
		return nil
	}
	return fmt.Errorf("gen: %s: stopped: %w", w.step, w.ctx.Err())
}

// Graph builds a graph of edges that are distinct and no loops, unless the draw of them was ended.
// The edges are not to be changed, not even after an error: building ends a moment later.
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

// shuffle is [rand.Rand.Shuffle]. Once the draw has ended it moves nothing.
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
