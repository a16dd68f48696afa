package facts

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/gdp/gdptest"
)

// Nodes are joined in the order of a stable sort before each of them.
func TestWireSortsStably(t *testing.T) {
	sorted := func(degrees []int) (ends [][2]int32) {
		left, order := slices.Clone(degrees), make([]int32, len(degrees))
		for u := range order {
			order[u] = int32(u)
		}
		for len(order) > 0 {
			slices.SortStableFunc(order, func(a, b int32) int { return left[b] - left[a] })
			u := order[0]
			order = order[1:]
			for k := 0; k < len(order) && left[u] > 0 && left[order[k]] > 0; k++ {
				ends = append(ends, [2]int32{u, order[k]})
				left[u]--
				left[order[k]]--
			}
		}
		return ends
	}
	r := rand.New(rand.NewPCG(3, 1))
	for range 2000 {
		degrees := make([]int, r.IntN(30))
		for u := range degrees {
			degrees[u] = r.IntN(1 + r.IntN(len(degrees)))
		}
		if got, want := wire(degrees).ends, sorted(degrees); !slices.Equal(got, want) {
			t.Fatalf("degrees %v: edges %v, want %v", degrees, got, want)
		}
	}
}

// The change in components by a swap agrees with counting all before and after.
func TestExchangesMakeAndMendComponents(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	seen := map[int]int{}
	for range 300 {
		degrees := make([]int, 4+r.IntN(20))
		for u := range degrees {
			degrees[u] = 1 + r.IntN(3)
		}
		w := wire(degrees)
		for range 30 {
			i, j, a, b, c, d := w.propose(r)
			if i == j || a == c || a == d || b == c || b == d || w.joined(a, c) || w.joined(b, d) {
				continue
			}
			before := w.components()
			w.part(i)
			w.part(j)
			w.join(i, a, c)
			w.join(j, b, d)
			more := w.components() - before
			if got := w.more(i, j, a, b, c, d); got != more {
				t.Fatalf("{%d, %d} and {%d, %d} become {%[1]d, %[3]d} and {%[2]d, %[4]d}: %d more components, want %d", a, b, c, d, got, more)
			}
			seen[more]++
		}
	}
	if seen[-1] < 50 || seen[0] < 50 || seen[1] < 50 {
		t.Errorf("exchanges by what they make: %v", seen)
	}
}

// A cancelled run stops swapping edges of a large graph, and computing its degrees.
func TestDrawStops(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	n := 20_000
	edges := make([]graph.Edge, 60_000)
	for i := range edges {
		edges[i] = graph.Edge{U: int32(r.IntN(n)), V: int32(r.IntN(n))}
	}
	g := gdptest.Graph(t, n, edges)
	c := &graph.Collection{Graphs: []*graph.Network{{Graph: g}}}
	f := must.Get(Ask(session(t, c, 1, 1), c.Sizes(), 1, Default()))(t)
	ctx, stop := context.WithTimeout(t.Context(), time.Second/2) // it takes some 20 seconds
	defer stop()
	start := time.Now()
	if _, err := f.Draw(ctx, r); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("%v", err)
	}
	if took := time.Since(start); took > 8*time.Second {
		t.Errorf("stopped after %v", took)
	}
}
