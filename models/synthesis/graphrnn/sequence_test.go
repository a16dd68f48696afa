package graphrnn

import (
	"math/rand/v2"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/gen"
	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/gdp/gdptest"
)

func random(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 18)) }

func graphOf(t testing.TB, n int, edges ...graph.Edge) *graph.Graph {
	t.Helper()
	return gdptest.Graph(t, n, edges)
}

func ring(t testing.TB, n int) *graph.Graph {
	t.Helper()
	var edges []graph.Edge
	for u := range int32(n) {
		edges = append(edges, graph.Edge{U: u, V: (u + 1) % int32(n)})
	}
	return graphOf(t, n, edges...)
}

// grid returns a grid of side×side nodes.
func grid(t testing.TB, side int32) *graph.Graph {
	t.Helper()
	var edges []graph.Edge
	for u := range side * side {
		if u%side > 0 {
			edges = append(edges, graph.Edge{U: u - 1, V: u})
		}
		if u >= side {
			edges = append(edges, graph.Edge{U: u - side, V: u})
		}
	}
	return graphOf(t, int(side*side), edges...)
}

// uniform returns graphs of many densities, most with several components.
func uniform(t testing.TB) (list []*graph.Graph) {
	t.Helper()
	for n := 1; n < 30; n++ {
		for _, m := range []int{0, n / 2, n, 3 * n} {
			if m <= n*(n-1)/2 {
				g := must.Get(gen.GNM(n, m, random(uint64(100*n+m))))(t)
				list = append(list, g)
			}
		}
	}
	return list
}

// Rows of bandwidth bits determine the graph, and have as many empty rows as it has components.
func TestSequencesHoldTheGraph(t *testing.T) {
	for i, g := range uniform(t) {
		rng := random(uint64(i))
		m := bandwidth(g, rng)
		s := within(g, m, rng)
		if s.width(g) > m {
			t.Fatalf("%v: an order of width %d of bandwidth %d", g, s.width(g), m)
		}
		written := write(g, s, m)
		ends := 0
		for _, row := range written {
			if blank(row) {
				ends++
			}
		}
		got := must.Get(read(written))(t)
		order := make([]int32, g.N()) // of the nodes, by their places
		for u, at := range s.places {
			order[at] = int32(u)
		}
		want := must.Get(g.Induced(order))(t)
		if !got.Equal(want) {
			t.Errorf("%v is read as %v", want, got)
		}
		if want := len(g.Components().Sizes); ends != want || !blank(written[len(written)-1]) {
			t.Errorf("%v: %d rows without a bit for %d components", g, ends, want)
		}
		for r, row := range written {
			for d, bit := range row {
				if bit != 0 && d >= width(r, m) {
					t.Errorf("%v: row %d has bit %d of %d", g, r, d, width(r, m))
				}
			}
		}
	}
}

// Every node but the first of a component comes after its parent, children are in their parents'
// order, and components are contiguous.
func TestOrdersAreBreadthFirst(t *testing.T) {
	for i, g := range uniform(t) {
		s, rng := search{}, random(uint64(i))
		for range 3 {
			s = breadthFirst(g, rng)
			of := g.Components().Of
			seen, last, component := map[int32]bool{}, int32(-1), int32(-1)
			for at, u := range s.nodes {
				if s.places[u] != int32(at) {
					t.Fatalf("%v: node %d is at %d, not %d", g, u, s.places[u], at)
				}
				if of[u] != component {
					if component, last = of[u], int32(at); seen[component] {
						t.Errorf("%v: component %d is entered twice", g, component)
					}
					seen[component] = true
					continue
				}
				parent := int32(at)
				for _, v := range g.Neighbors(u) {
					parent = min(parent, s.places[v])
				}
				if parent == int32(at) || parent < last {
					t.Errorf("%v: node %d was found from place %d, the one before it from %d", g, u, parent, last)
				}
				last = parent
			}
		}
	}
}

// Known bandwidths: a ring is searched on both sides at once, a path from an end or from within,
// and in a complete graph the last node comes n-1 after the first.
func TestBandwidths(t *testing.T) {
	complete := must.Get(gen.GNM(7, 21, random(1)))(t)
	for want, g := range map[int]*graph.Graph{
		1: graphOf(t, 5), 2: ring(t, 9), 6: complete,
		5: graphOf(t, 7, []graph.Edge{{U: 0, V: 1}, {U: 0, V: 2}, {U: 0, V: 3}, {U: 0, V: 4}, {U: 0, V: 5}}...), // from the middle
	} {
		if got := bandwidth(g, random(2)); got != want {
			t.Errorf("%v: bandwidth %d, want %d", g, got, want)
		}
	}
}

// First nodes and their neighbours have a uniform order. Correct code fails with probability below
// 10⁻⁶ for another seed (Hoeffding, 6 + 6 frequencies of 20,000 samples).
func TestOrdersAreRandom(t *testing.T) {
	star := graphOf(t, 4, graph.Edge{U: 0, V: 1}, graph.Edge{U: 0, V: 2}, graph.Edge{U: 0, V: 3})
	const draws = 20000
	first, second := [4]float64{}, map[int32]float64{}
	rng := random(3)
	for range draws {
		s := breadthFirst(star, rng)
		if first[s.nodes[0]]++; s.nodes[0] == 0 {
			second[s.nodes[1]]++
		}
	}
	for u, n := range first {
		if p := n / draws; p < 0.23 || p > 0.27 {
			t.Errorf("a search begins at node %d with probability %.3f", u, p)
		}
	}
	for u := int32(1); u < 4; u++ {
		if p := second[u] / draws; p < 1./12-0.02 || p > 1./12+0.02 {
			t.Errorf("node %d comes after the middle with probability %.3f", u, p)
		}
	}
}

// An order that is wider than M is redrawn, if there is a narrower one.
func TestWideOrdersAreDrawnAgain(t *testing.T) {
	path, rng := graphOf(t, 9, graph.Edge{U: 0, V: 1}, graph.Edge{U: 1, V: 2}, graph.Edge{U: 2, V: 3}, graph.Edge{U: 3, V: 4}), random(5)
	for range 50 {
		if s := within(path, 1, rng); s.width(path) != 1 { // it begins at an end
			t.Fatalf("an order of width %d", s.width(path))
		}
	}
}
