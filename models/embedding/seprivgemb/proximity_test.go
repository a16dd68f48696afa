package seprivgemb

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/graphdp/graphdp/data"
	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/gdp/claim"
	"github.com/graphdp/graphdp/gdp/gdptest"
)

// build makes an undirected graph.
func build(t testing.TB, n int, edges ...graph.Edge) *graph.Graph {
	t.Helper()
	return gdptest.Graph(t, n, edges)
}

// paw returns the small graph of hand calculations: a triangle and a node that hangs on it.
func paw(t testing.TB) *graph.Graph {
	return build(t, 4, graph.Edge{U: 0, V: 1}, graph.Edge{U: 0, V: 2}, graph.Edge{U: 1, V: 2}, graph.Edge{U: 2, V: 3})
}

// random draws a graph with about that many edges.
func random(t testing.TB, seed uint64, n, m int) *graph.Graph {
	r := rand.New(rand.NewPCG(seed, 1))
	edges := make([]graph.Edge, m)
	for i := range edges { // some ends are preferred, so that there are hubs
		u, v := r.IntN(n), r.IntN(n)*r.IntN(n)/n
		edges[i] = graph.Edge{U: int32(u), V: int32(v)}
	}
	return build(t, n, edges...)
}

// loadData loads one of the paper's graphs, or skips.
func loadData(t testing.TB, name string) *graph.Graph {
	t.Helper()
	g, _ := loadInOrder(t, name)
	return g
}

// loadInOrder returns, beside a graph, when its file names each node.
func loadInOrder(t testing.TB, name string) (*graph.Graph, []int32) {
	t.Helper()
	d := must.OrSkip(data.Load(name))(t, data.ErrNotFound)
	return d.Graph, d.Seen
}

type dense [][]float64

func newDense(n int) dense {
	a := make(dense, n)
	for i := range a {
		a[i] = make([]float64, n)
	}
	return a
}

func (a dense) times(b dense) dense {
	c := newDense(len(a))
	for i := range a {
		for k, x := range a[i] {
			if x != 0 {
				for j, y := range b[k] {
					c[i][j] += x * y
				}
			}
		}
	}
	return c
}

// byDefinition returns all of P from dense matrices.
func byDefinition(g *graph.Graph, p Proximity) dense {
	n := g.N()
	out, tr := newDense(n), newDense(n)
	for u := range n {
		for _, v := range g.Neighbors(int32(u)) {
			tr[u][v] = 1 / float64(g.Degree(int32(u)))
		}
	}
	t2 := tr.times(tr)
	for i := range n {
		for j := range n {
			switch p {
			case Uniform:
				out[i][j] = 1
			case DeepWalk:
				out[i][j] = (tr[i][j] + t2[i][j]) / 2
			case Degree:
				out[i][j] = float64(g.Degree(int32(i))) * float64(g.Degree(int32(j))) / float64(2*g.M())
			}
		}
	}
	return out
}

// [SE-PrivGEmb] Eq. 4 on edges is the entry of the whole matrix.
func TestProximitiesByTheirDefinition(t *testing.T) {
	for _, g := range []*graph.Graph{paw(t), random(t, 1, 90, 400), build(t, 3), random(t, 2, 200, 150)} {
		for _, p := range []Proximity{Uniform, DeepWalk, Degree} {
			want := byDefinition(g, p)
			forward, back := must.Two(p.OnEdges(g))(t)
			i := 0
			for u, v := range g.Edges() {
				if math.Abs(forward[i]-want[u][v]) > 1e-12*want[u][v] || math.Abs(back[i]-want[v][u]) > 1e-12*want[v][u] {
					t.Fatalf("%v: edge %d–%d has %v and %v, want %v and %v", p, u, v, forward[i], back[i], want[u][v], want[v][u])
				}
				i++
			}
			if i != len(forward) {
				t.Errorf("%v: %d values for %d edges", p, len(forward), i)
			}
		}
	}
	if _, _, err := Proximity(0).OnEdges(paw(t)); err == nil {
		t.Error("no proximity was taken for one")
	}
}

func TestDeepWalkOfThePaw(t *testing.T) {
	claim.Holds(t, "seprivgemb", "Def. 4 and the DeepWalk proximity (T+T²)/2: its rows sum to 1, and on an edge it is (1 + Σ 1/d_m)/(2 d_i)")
	want := dense{{5. / 24, 1. / 3, 3. / 8, 1. / 12}, {1. / 3, 5. / 24, 3. / 8, 1. / 12}, {1. / 4, 1. / 4, 1. / 3, 1. / 6}, {1. / 6, 1. / 6, 1. / 2, 1. / 6}}
	got := byDefinition(paw(t), DeepWalk)
	least := math.Inf(1)
	for i := range want {
		sum := 0.0
		for j := range want[i] {
			if math.Abs(got[i][j]-want[i][j]) > 1e-15 {
				t.Errorf("p_%d%d = %v, want %v", i, j, got[i][j], want[i][j])
			}
			sum += got[i][j]
			least = min(least, got[i][j])
		}
		if math.Abs(sum-1) > 1e-15 {
			t.Errorf("row %d sums to %v", i, sum)
		}
	}
	if math.Abs(least-1./12) > 1e-16 {
		t.Errorf("min P = %v", least)
	}
	forward, back := must.Two(DeepWalk.OnEdges(paw(t)))(t)
	for i, e := range [][2]int{{0, 1}, {0, 2}, {1, 2}, {2, 3}} {
		if math.Abs(forward[i]-want[e[0]][e[1]]) > 1e-15 || math.Abs(back[i]-want[e[1]][e[0]]) > 1e-15 {
			t.Errorf("edge %v: %v and %v", e, forward[i], back[i])
		}
	}
}
