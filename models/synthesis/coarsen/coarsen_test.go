package coarsen

import (
	"context"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/gdp/gdptest"
	"github.com/graphdp/graphdp/models/method/methodtest"
	"github.com/graphdp/graphdp/models/method/release"
	"github.com/graphdp/graphdp/models/synthesis/dpgs"
)

func source(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 18)) }

func graphOf(t *testing.T, n int, pairs ...[2]int32) *graph.Graph {
	t.Helper()
	var edges []graph.Edge
	for _, p := range pairs {
		edges = append(edges, graph.Edge{U: p[0], V: p[1]})
	}
	return gdptest.Graph(t, n, edges)
}

// random returns a random graph; a small p leaves several components and isolated nodes.
func random(t *testing.T, n int, p float64, r *rand.Rand) *graph.Graph {
	var pairs [][2]int32
	for u := range int32(n) {
		for v := range u {
			if r.Float64() < p {
				pairs = append(pairs, [2]int32{v, u})
			}
		}
	}
	return graphOf(t, n, pairs...)
}

// cliques returns count cliques of a size, each joined to the next by an edge.
func cliques(t *testing.T, count, size int) *graph.Graph {
	var pairs [][2]int32
	for c := range count {
		for i := range size {
			for j := range i {
				pairs = append(pairs, [2]int32{int32(c*size + i), int32(c*size + j)})
			}
		}
		if c > 0 {
			pairs = append(pairs, [2]int32{int32(c*size - 1), int32(c * size)})
		}
	}
	return graphOf(t, count*size, pairs...)
}

// star returns a star.
func star(t *testing.T, leaves int) *graph.Graph {
	var pairs [][2]int32
	for i := range leaves {
		pairs = append(pairs, [2]int32{0, int32(i + 1)})
	}
	return graphOf(t, leaves+1, pairs...)
}

func TestEveryNodeHasOneSupernode(t *testing.T) {
	graphs := map[string]*graph.Graph{
		"one node": graphOf(t, 1), "no edges": graphOf(t, 7), "star": star(t, 30), "cliques": cliques(t, 4, 6),
		"pairs": graphOf(t, 9, [2]int32{0, 1}, [2]int32{2, 3}, [2]int32{4, 5}, [2]int32{6, 7}),
	}
	for i, p := range []float64{0.01, 0.03, 0.1, 0.5} {
		graphs[fmt.Sprintf("random %v", p)] = random(t, 60, p, source(uint64(i)))
	}
	for name, g := range graphs {
		for _, c := range []coarsening{Ssumm.Settings, Lvn.Settings, Kron.Settings, Ad.Settings, Chance.Settings} {
			for k := 1; k <= g.N(); k += 1 + g.N()/9 {
				what := fmt.Sprintf("%T of %s to %d", c, name, k)
				s, err := c.summary(context.Background(), g, k, source(3))
				if err != nil {
					t.Errorf("%s: %v", what, err)
					continue
				}
				again, err := c.summary(context.Background(), g, k, source(3))
				if err != nil || !reflect.DeepEqual(s, again) {
					t.Errorf("%s: another summary by the same seed (%v)", what, err)
				}
				check(t, what, c, g, k, s)
			}
		}
	}
}

func check(t *testing.T, what string, by coarsening, g *graph.Graph, k int, s *dpgs.SummaryGraph) {
	t.Helper()
	sizes := make([]int, k)
	for u, c := range s.Clusters {
		if c < 0 || int(c) >= k {
			t.Fatalf("%s: node %d is in supernode %d", what, u, c)
		}
		sizes[c]++
	}
	if len(s.Clusters) != g.N() || !slices.Equal(sizes, s.Sizes) || slices.Contains(sizes, 0) {
		t.Errorf("%s: sizes %v, counted %v", what, s.Sizes, sizes)
	}
	edges := map[[2]int32]float64{}
	for u, v := range g.Edges() {
		a, b := s.Clusters[u], s.Clusters[v]
		edges[[2]int32{min(a, b), max(a, b)}]++
	}
	total := 0.0
	for i, c := range s.Cells {
		if c.A > c.B || !(c.Edges > 0) || i > 0 && (s.Cells[i-1].A > c.A || s.Cells[i-1].A == c.A && s.Cells[i-1].B >= c.B) {
			t.Errorf("%s: superedge %d is %v", what, i, c)
		}
		if counted := edges[[2]int32{c.A, c.B}]; c.Edges != counted && !(by == coarsening(Kron.Settings) && c.A < c.B) {
			t.Errorf("%s: superedge %v stands for %v edges", what, c, counted)
		}
		total += c.Edges
	}
	if by != coarsening(Ssumm.Settings) && by != coarsening(Kron.Settings) && total != float64(g.M()) {
		t.Errorf("%s: superedges stand for %v of %d edges", what, total, g.M())
	}
}

// Isolated nodes are merged first, and components stay as they are if that suffices.
func TestNodesWithoutEdgesGoTogether(t *testing.T) {
	g := graphOf(t, 12, [2]int32{0, 1}, [2]int32{0, 2}, [2]int32{1, 2}) // a triangle and nine nodes
	for _, c := range []coarsening{Lvn.Settings, Ad.Settings} {
		s := must.Get(c.summary(context.Background(), g, 4, source(2)))(t)
		if want := []int32{0, 1, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3}; !slices.Equal(s.Clusters, want) {
			t.Errorf("%T: %v, want %v", c, s.Clusters, want)
		}
	}
}

func TestDensityIsEdgesByPairs(t *testing.T) {
	g := graphOf(t, 5, [2]int32{0, 1}, [2]int32{0, 2}, [2]int32{1, 3}, [2]int32{3, 4}) // supernodes 0, 1, 2 and 3, 4
	d := must.Get(density(counted(g, []int32{0, 0, 0, 1, 1}, 2)).Scores(5))(t)
	for _, c := range []struct {
		u, v int32
		want float64
	}{{1, 2, 2. / 3}, {0, 4, 1. / 6}, {4, 0, 1. / 6}, {3, 4, 1}} {
		if got := d(c.u, c.v); got != c.want {
			t.Errorf("density of %d and %d: %v, want %v", c.u, c.v, got, c.want)
		}
	}
}

// A release scores pairs by its summary, which has the requested share of supernodes.
func TestPairsAreScoredByTheSummary(t *testing.T) {
	net := methodtest.Network()
	for _, features := range []bool{false, true} {
		c := Ad.Settings
		c.Size, c.Features = 0.25, features
		r := must.Get(Ad.With(c).RunOn(t.Context(), net, 1))(t)
		want, err := density(r.Summary).Scores(64)
		if features {
			want, err = r.Summary.Scores(net.Attrs, 1, 0.5)
		}
		if err != nil {
			t.Fatal(err)
		}
		got, err := r.Outcome().Release.(release.Graph).Scores()
		if err != nil || len(r.Summary.Sizes) != 16 {
			t.Fatalf("%d supernodes of 64 nodes, %v", len(r.Summary.Sizes), err)
		}
		for v := int32(1); v < 64; v++ {
			if got(0, v) != want(0, v) {
				t.Errorf("features %v: the score of 0 and %d is %v, want %v", features, v, got(0, v), want(0, v))
			}
		}
		if _, err = Ad.With(c).RunOn(t.Context(), &graph.Network{Graph: net.Graph}, 1); (err != nil) != features {
			t.Errorf("features %v: where there are none: %v", features, err)
		}
	}
}
