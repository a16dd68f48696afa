package walks

import (
	"math/rand/v2"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/gen"
	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/gdp/gdptest"
	"github.com/graphdp/graphdp/gdp/gdptest/stattest"
)

// around returns a graph in which node 1 has, for a walk from 0, neighbours at all distances: 0
// itself, 2 and 3, which are joined to 0, and 4, 5 and 6.
func around(t *testing.T) *graph.Graph {
	t.Helper()
	return gdptest.Graph(t, 8, []graph.Edge{{U: 0, V: 1}, {U: 1, V: 2}, {U: 1, V: 3}, {U: 1, V: 4}, {U: 1, V: 5}, {U: 1, V: 6}, {U: 0, V: 2}, {U: 0, V: 3}, {U: 4, V: 5}, {U: 6, V: 7}})
}

// Steps have the distribution of [NODE2VEC16] Eq. 2, computed over the neighbours, by rejection
// sampling or by enumeration. Correct code fails once in 10⁸.
func TestStepsHaveTheirLaw(t *testing.T) {
	const draws, alpha = 60_000, 1e-9
	g, r := around(t), rand.New(rand.NewPCG(1, 2))
	for _, pq := range [][2]float64{{1, 1}, {0.25, 4}, {4, 0.25}, {1e-3, 1}, {1e3, 1}, {1, 1e3}, {1, 1e-3}, {0.01, 0.01}} {
		c := Node2vec.Settings
		c.P, c.Q = pq[0], pq[1]
		next := c.biased(g)
		weights := map[int32]float64{0: 1 / c.P, 2: 1, 3: 1, 4: 1 / c.Q, 5: 1 / c.Q, 6: 1 / c.Q}
		sum := 0.0
		for _, w := range weights {
			sum += w
		}
		for i, draw := range []func() int32{
			func() int32 { return next(0, 1, r) }, func() int32 { return c.enumerated(g, 0, g.Neighbors(1), r) },
		} {
			counts, share := make([]int, 6), make([]float64, 6)
			for range draws {
				u := draw()
				if weights[u] == 0 {
					t.Fatalf("a step to %d", u)
				}
				counts[max(0, u-1)]++
			}
			for u, w := range weights {
				share[max(0, u-1)] = w / sum
			}
			if !stattest.ChiSquare(counts, share, alpha) {
				t.Errorf("p = %v, q = %v, way %d: counts %v, want shares of %v", c.P, c.Q, i, counts, share)
			}
		}
	}
}

// Walks follow edges, with the same number from each node that has edges; their first step is
// uniform.
func TestWalksGoAlongEdges(t *testing.T) {
	g := must.Get(gen.GNM(50, 40, rand.New(rand.NewPCG(5, 6))))(t)
	c := Node2vec.Settings
	c.Walks, c.Length = 3, 12
	from := make([]int, 50)
	for _, walk := range c.walk(g, c.biased(g), rand.New(rand.NewPCG(1, 2))) {
		if len(walk) != 12 {
			t.Fatalf("a walk of %d nodes", len(walk))
		}
		from[walk[0]]++
		for i := range walk[1:] {
			if !g.HasEdge(walk[i], walk[i+1]) {
				t.Fatalf("no edge joins %d and %d", walk[i], walk[i+1])
			}
		}
	}
	for u, n := range from {
		if want := 3 * min(1, g.Degree(int32(u))); n != want {
			t.Errorf("%d walks from node %d, want %d", n, u, want)
		}
	}
}

// A pool samples by weight. Correct code fails once in 10⁹.
func TestPoolDrawsByWeights(t *testing.T) {
	weights := []float64{5, 0, 1, 1, 8, 0.5, 2}
	p, r := newPool(weights), rand.New(rand.NewPCG(3, 4))
	counts, share := make([]int, 7), make([]float64, 7)
	for range 200_000 {
		counts[p.draw(r)]++
	}
	for u, w := range weights {
		share[u] = w / 17.5
	}
	if counts[1] > 0 {
		t.Error("a node of weight 0 is drawn")
	}
	if !stattest.ChiSquare(counts, share, 1e-9) {
		t.Errorf("counts %v, want shares of %v", counts, share)
	}
}
