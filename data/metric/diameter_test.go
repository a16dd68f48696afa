package metric

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/gen"
	"github.com/graphdp/graphdp/data/must"
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

// On rings and grids all eccentricities are nearly equal and bounds are useless: this tests joint
// searches from many nodes.
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
	lower, upper, err := diameterBounds(context.Background(), g, 1, func(float64) {})
	if err != nil || lower > side || upper < side || lower == upper {
		t.Errorf("with no effort: %d … %d (%v), want an interval around %d", lower, upper, err, side)
	}
}

// Thousands of graphs, dense and sparse, connected and not, shallow and deep: the diameter is that
// of the distances from all nodes, within the bounds for any effort.
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
		p := must.Get(Distances(context.Background(), g))(t)
		want := len(p.LCC.Pairs) - 1
		if got, err := Diameter(context.Background(), g); err != nil || got != want {
			t.Fatalf("graph %d: diameter %d (%v), want %d", i, got, err, want)
		}
		lower, upper, err := diameterBounds(context.Background(), g, rng.ExpFloat64()*1e5, func(float64) {})
		if err != nil || lower > want || upper < want {
			t.Fatalf("graph %d: bounds %d … %d (%v), want %d between", i, lower, upper, err, want)
		}
	}
}

// On a random graph without hubs, where no single search bounds much, covers find the diameter by
// searches from a third of the nodes; on a grid with holes a few searches suffice.
func TestDiameterTakesFewSearches(t *testing.T) {
	rng := rand.New(rand.NewPCG(47, 48))
	random := must.Get(gen.GNM(6000, 30_000, rng))(t)
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
	holes, _ := must.Two(graph.FromEdges(side*side, edges, graph.Options{}))(t)
	for name, c := range map[string]struct {
		g        *graph.Graph
		searches float64
	}{"random": {random, 2000}, "holes": {holes, 30 * soloEdge}} {
		n := float64(c.g.N())
		lower, upper, err := diameterBounds(context.Background(), c.g, c.searches*(n+2*float64(c.g.M())), func(float64) {})
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

// The largest component counts, not the one with the hub; ties go to that of the smallest node.
// Directions of edges are ignored.
func TestDiameterIsOfTheLargestComponent(t *testing.T) {
	build := func(n int, directed bool, edges ...graph.Edge) *graph.Graph {
		g, _ := must.Two(graph.FromEdges(n, edges, graph.Options{Directed: directed}))(t)
		return g
	}
	var star, path, tail []graph.Edge // a star of 10 nodes, paths of 30 and of 10
	for u := range int32(9) {
		star = append(star, graph.Edge{U: 0, V: 1 + u})
		tail = append(tail, graph.Edge{U: 10 + u, V: 11 + u})
	}
	for u := range int32(29) {
		path = append(path, graph.Edge{U: 10 + u, V: 11 + u})
	}
	for name, c := range map[string]struct {
		g    *graph.Graph
		want int
	}{
		"a star and a longer path":           {build(40, false, slices.Concat(star, path)...), 29},
		"a star and a path of as many nodes": {build(20, false, slices.Concat(star, tail)...), 2},
		"directed, towards both ends":        {build(40, true, slices.Concat(star, path[:10], []graph.Edge{{U: 39, V: 38}}, path[10:28])...), 29},
		"no edges":                           {build(5, false), 0},
		"no nodes":                           {build(0, false), 0},
	} {
		if got, err := Diameter(context.Background(), c.g); err != nil || got != c.want {
			t.Errorf("%s: diameter %d (%v), want %d", name, got, err, c.want)
		}
	}
}

// Bounds are the same on one core and on many, with any effort.
func TestDiameterDoesNotDependOnCores(t *testing.T) {
	rng := rand.New(rand.NewPCG(65, 66))
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	for i := range 40 {
		g := randomMatrix(rng, 200+20*i, 2+0.2*float64(i%20)).graph()
		for _, effort := range []float64{0, 1e5, 1e6, math.Inf(1)} {
			var bounds [][2]int
			for _, cores := range []int{1, 2, 5} {
				runtime.GOMAXPROCS(cores)
				lower, upper := must.Two(diameterBounds(context.Background(), g, effort, func(float64) {}))(t)
				bounds = append(bounds, [2]int{lower, upper})
			}
			if bounds[0] != bounds[1] || bounds[0] != bounds[2] {
				t.Errorf("graph %d, effort %v: bounds %v on 1, 2 and 5 cores", i, effort, bounds)
			}
		}
	}
}
