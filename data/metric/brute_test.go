package metric

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/must"
)

// matrix is an adjacency matrix: the plain form that the oracles work on.
type matrix [][]bool

func newMatrix(n int) matrix {
	a := make(matrix, n)
	for u := range a {
		a[u] = make([]bool, n)
	}
	return a
}

func (a matrix) join(u, v int) { a[u][v], a[v][u] = true, true }

func (a matrix) graph() *graph.Graph {
	var edges []graph.Edge
	for u := range a {
		for v := range u {
			if a[u][v] {
				edges = append(edges, graph.Edge{U: int32(u), V: int32(v)})
			}
		}
	}
	g, _, err := graph.FromEdges(len(a), edges, graph.Options{})
	if err != nil {
		panic(err)
	}
	return g
}

func (a matrix) degree(u int) int {
	d := 0
	for _, joined := range a[u] {
		if joined {
			d++
		}
	}
	return d
}

func (a matrix) edges() int {
	twice := 0
	for u := range a {
		twice += a.degree(u)
	}
	return twice / 2
}

// distances runs the Floyd-Warshall algorithm; unreachable nodes are at +Inf.
func (a matrix) distances() [][]float64 {
	d := make([][]float64, len(a))
	for u := range a {
		d[u] = make([]float64, len(a))
		for v := range a {
			if a[u][v] {
				d[u][v] = 1
			} else if u != v {
				d[u][v] = math.Inf(1)
			}
		}
	}
	for k := range a {
		for u := range a {
			for v := range a {
				d[u][v] = min(d[u][v], d[u][k]+d[k][v])
			}
		}
	}
	return d
}

// largest reports which nodes are in the largest component, ties by smallest node.
func (a matrix) largest() (in []bool, size int) {
	d := a.distances()
	for u := range a {
		reach := make([]bool, len(a))
		count := 0
		for v := range a {
			if !math.IsInf(d[u][v], 1) {
				reach[v] = true
				count++
			}
		}
		if count > size {
			in, size = reach, count
		}
	}
	return in, size
}

// triangles counts the triangles through each node, over all triples.
func (a matrix) triangles() []int64 {
	t := make([]int64, len(a))
	for u := range a {
		for v := range u {
			for w := range v {
				if a[u][v] && a[v][w] && a[u][w] {
					t[u]++
					t[v]++
					t[w]++
				}
			}
		}
	}
	return t
}

// smallGraphs calls f with every graph of up to five nodes and with random
// graphs of up to 90 nodes, sparse and dense, some with many components.
func smallGraphs(t *testing.T, f func(t *testing.T, a matrix)) {
	t.Helper()
	for n := range 6 {
		pairs := n * (n - 1) / 2
		for bits := range 1 << pairs {
			a := newMatrix(n)
			k := 0
			for u := range n {
				for v := range u {
					if bits>>k&1 == 1 {
						a.join(u, v)
					}
					k++
				}
			}
			f(t, a)
			if t.Failed() {
				t.Fatalf("on the graph of %d nodes with edge bits %b", n, bits)
			}
		}
	}
	rng := rand.New(rand.NewPCG(1, 2))
	for i := range 60 {
		f(t, randomMatrix(rng, 6+rng.IntN(85), []float64{0.5, 1, 2, 4, 10, 30}[i%6]))
		if t.Failed() {
			t.Fatalf("on random graph %d", i)
		}
	}
}

// randomMatrix draws a graph with the given mean degree in which some nodes
// attract far more edges than others.
func randomMatrix(rng *rand.Rand, n int, degree float64) matrix {
	a := newMatrix(n)
	for range int(degree * float64(n) / 2) {
		u, v := int(float64(n)*rng.Float64()*rng.Float64()), rng.IntN(n)
		if u != v {
			a.join(u, v)
		}
	}
	return a
}

// near fails the test unless got and want agree to a relative 1e-12, or are
// both NaN.
func near(t *testing.T, what string, got, want float64) {
	t.Helper()
	within(t, what, got, want, 1e-12*math.Max(1, math.Abs(want)))
}

func within(t *testing.T, what string, got, want, tolerance float64) {
	t.Helper()
	if math.IsNaN(got) != math.IsNaN(want) || math.Abs(got-want) > tolerance || math.IsInf(got, 0) {
		t.Errorf("%s = %v, want %v", what, got, want)
	}
}

// named graphs

func pathGraph(n int) matrix {
	a := newMatrix(n)
	for u := range max(0, n-1) {
		a.join(u, u+1)
	}
	return a
}

func cycleGraph(n int) matrix {
	a := pathGraph(n)
	a.join(0, n-1)
	return a
}

func starGraph(leaves int) matrix {
	a := newMatrix(leaves + 1)
	for v := range leaves {
		a.join(0, v+1)
	}
	return a
}

func completeGraph(n int) matrix {
	a := newMatrix(n)
	for u := range n {
		for v := range u {
			a.join(u, v)
		}
	}
	return a
}

// relabelled renames the nodes of g at random.
func relabelled(t *testing.T, g *graph.Graph, seed uint64) *graph.Graph {
	t.Helper()
	rng := rand.New(rand.NewPCG(seed, 0))
	perm := make([]int32, g.N())
	for i, p := range rng.Perm(g.N()) {
		perm[i] = int32(p)
	}
	return must.Get(g.Induced(perm))(t)
}

func ExampleTriangles() {
	g := completeGraph(4).graph()
	total, perNode := Triangles(g)
	fmt.Println(total, perNode, GlobalClustering(g))
	// Output: 4 [3 3 3 3] 1
}
