package metric

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/gen"
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
	lower, upper, err := diameterBounds(context.Background(), g, core, 1, func(float64) {})
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
			lower, upper, err := diameterBounds(context.Background(), g, core, effort, func(float64) {})
			if want := len(p.LCC.Pairs) - 1; err != nil || lower > want || upper < want {
				t.Errorf("graph %d, effort %v: bounds %d … %d (%v) around %d", i, effort, lower, upper, err, want)
			}
		}
	}
}

// Thousands of graphs, dense and sparse, connected and not, shallow and deep: the
// diameter is what the distances from all nodes say, and the bounds of any effort
// hold it.
func TestDiameterOfThousandsOfGraphs(t *testing.T) {
	rng := rand.New(rand.NewPCG(45, 46))
	for i := range 3000 {
		n := 20 + rng.IntN(140)
		a := newMatrix(n)
		switch i % 4 {
		case 0: // trees with a few edges more
			for u := 1; u < n; u++ {
				a.join(u, max(0, u-1-rng.IntN(1+i%11)))
			}
			for range rng.IntN(3) {
				a.join(rng.IntN(n), rng.IntN(n))
			}
		case 1: // regular
			for range 3 {
				p := rng.Perm(n)
				for k := 0; k+1 < n; k += 2 {
					a.join(p[k], p[k+1])
				}
			}
		case 2: // rings with chords
			a = cycleGraph(n)
			for range rng.IntN(12) {
				a.join(rng.IntN(n), rng.IntN(n))
			}
		default:
			a = randomMatrix(rng, n, 1+4*rng.Float64())
		}
		for u := range a {
			a[u][u] = false
		}
		g := a.graph()
		p, err := Distances(context.Background(), g)
		if err != nil {
			t.Fatal(err)
		}
		want := len(p.LCC.Pairs) - 1
		if got, err := Diameter(context.Background(), g); err != nil || got != want {
			t.Fatalf("graph %d: diameter %d (%v), want %d", i, got, err, want)
		}
		lower, upper, err := DiameterBounds(context.Background(), g, rng.ExpFloat64()*1e5)
		if err != nil || lower > want || upper < want {
			t.Fatalf("graph %d: bounds %d … %d (%v), want %d between", i, lower, upper, err, want)
		}
	}
}

// On a random graph without hubs, where no single search bounds much, covers find
// the diameter by searches from a third of the nodes; on a grid with holes a few
// searches do.
func TestDiameterTakesFewSearches(t *testing.T) {
	rng := rand.New(rand.NewPCG(47, 48))
	random, err := gen.GNM(6000, 30_000, rng)
	if err != nil {
		t.Fatal(err)
	}
	const side = 60
	var edges []graph.Edge
	for u := range int32(side * side) {
		if u%side+1 < side && rng.IntN(3) > 0 {
			edges = append(edges, graph.Edge{U: u, V: u + 1})
		}
		if u+side < side*side && rng.IntN(3) > 0 {
			edges = append(edges, graph.Edge{U: u, V: u + side})
		}
	}
	holes, _, err := graph.FromEdges(side*side, edges, graph.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		g        *graph.Graph
		searches float64
	}{"random": {random, 2000}, "holes": {holes, 30 * soloEdge}} {
		n := float64(c.g.N())
		lower, upper, err := DiameterBounds(context.Background(), c.g, c.searches*(n+2*float64(c.g.M())))
		if err != nil || lower != upper {
			t.Errorf("%s: bounds %d … %d (%v) after %v searches of %v", name, lower, upper, err, c.searches, n)
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
