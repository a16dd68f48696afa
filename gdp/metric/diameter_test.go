package metric

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"testing"
)

func TestDiameterByFloydWarshall(t *testing.T) {
	smallGraphs(t, func(t *testing.T, a matrix) {
		in, _ := a.largest()
		want := 0
		for u, row := range a.distances() {
			for v, d := range row {
				if in[u] && in[v] {
					want = max(want, int(d))
				}
			}
		}
		if got, err := Diameter(context.Background(), a.graph()); err != nil || got != want {
			t.Errorf("diameter %d (%v), want %d", got, err, want)
		}
	})
}

// On rings and grids all eccentricities are nearly equal and bounds are of no
// use: this is the way through searches from many nodes.
func TestDiameterOfRingsAndGrids(t *testing.T) {
	for _, n := range []int{3, 100, 1030, 2501} {
		if got, err := Diameter(context.Background(), cycleGraph(n).graph()); err != nil || got != n/2 {
			t.Errorf("diameter of a ring of %d: %d (%v), want %d", n, got, err, n/2)
		}
	}
	const side = 40
	torus := newMatrix(side * side)
	for x := range side {
		for y := range side {
			torus.join(x*side+y, (x+1)%side*side+y)
			torus.join(x*side+y, x*side+(y+1)%side)
		}
	}
	if got, err := Diameter(context.Background(), torus.graph()); err != nil || got != side {
		t.Errorf("diameter of a torus: %d (%v), want %d", got, err, side)
	}
	g := torus.graph()
	core, _ := searchOrder(g)
	lower, upper, err := diameterBounds(context.Background(), g, core, 1)
	if err != nil || lower > side || upper < side || lower == upper {
		t.Errorf("with no effort: %d … %d (%v), want an interval around %d", lower, upper, err, side)
	}
}

// In sparse random graphs few pairs are at the largest distance, and searches
// from many nodes are needed to find one.
func TestDiameterOfRandomGraphs(t *testing.T) {
	rng := rand.New(rand.NewPCG(29, 30))
	for i := range 150 {
		a := newMatrix(150 + 2*i)
		for range 3 * len(a) / 2 {
			u, v := rng.IntN(len(a)), rng.IntN(len(a))
			if u != v {
				a.join(u, v)
			}
		}
		g := a.graph()
		p, err := Distances(context.Background(), g)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := Diameter(context.Background(), g); err != nil || got != len(p.LCC.Pairs)-1 {
			t.Errorf("graph %d: diameter %d (%v), want %d", i, got, err, len(p.LCC.Pairs)-1)
		}
	}
}

// On random graphs the diameter is the largest distance that Distances finds.
func TestDiameterByAllDistances(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for i := range 30 {
		g := randomMatrix(rng, 300+20*i, 1.5+0.1*float64(i)).graph()
		p, err := Distances(context.Background(), g)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := Diameter(context.Background(), g); err != nil || got != len(p.LCC.Pairs)-1 {
			t.Errorf("graph %d: diameter %d (%v), want %d", i, got, err, len(p.LCC.Pairs)-1)
		}
		core, _ := searchOrder(g)
		for _, effort := range []float64{0, 1e4, math.Inf(1)} {
			lower, upper, err := diameterBounds(context.Background(), g, core, effort)
			if want := len(p.LCC.Pairs) - 1; err != nil || lower > want || upper < want {
				t.Errorf("graph %d, effort %v: bounds %d … %d (%v) around %d", i, effort, lower, upper, err, want)
			}
		}
	}
}

func TestDiameterStopsWhenCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Diameter(ctx, pathGraph(600).graph()); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want that of the context", err)
	}
}
