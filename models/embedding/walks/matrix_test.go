package walks

import (
	"context"
	"math"
	"math/rand/v2"
	"runtime"
	"testing"

	"gonum.org/v1/gonum/mat"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/gen"
	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/gdp/gdptest"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/release"
)

// groups is a graph of two groups of 20 nodes.
func groups(t *testing.T) *graph.Network {
	t.Helper()
	return must.Get(gen.SBM([]int{20, 20}, [][]float64{{0.5, 0.03}, {0.03, 0.5}}, rand.New(rand.NewPCG(1, 2))))(t)
}

func random(t *testing.T, n, m int) *graph.Graph {
	t.Helper()
	return must.Get(gen.GNM(n, m, rand.New(rand.NewPCG(7, 8))))(t)
}

// naive is the logarithm of DeepWalk's matrix, by products of whole matrices.
func naive(g *graph.Graph, window int, b float64) *mat.SymDense {
	n := g.N()
	step, power, sum := mat.NewDense(n, n, nil), mat.NewDense(n, n, nil), mat.NewDense(n, n, nil)
	for u := range n {
		power.Set(u, u, 1)
		for _, v := range g.Neighbors(int32(u)) {
			step.Set(u, int(v), 1/float64(g.Degree(int32(u))))
		}
	}
	for range window {
		var next mat.Dense
		next.Mul(step, power)
		power.Copy(&next)
		sum.Add(sum, power)
	}
	m := mat.NewSymDense(n, nil)
	for u := range n {
		for v := range n {
			if d := g.Degree(int32(v)); d > 0 {
				m.SetSym(u, v, math.Log(max(1, 2*float64(g.M())/b/float64(window)*sum.At(u, v)/float64(d))))
			}
		}
	}
	return m
}

// On a graph of 30 nodes, one isolated, the matrix is [NETMF18] Eq. 3, and the dot products of all
// rows are its entries, up to the signs of eigenvalues.
func TestNetMFIsItsFormula(t *testing.T) {
	g := random(t, 30, 60)
	if g.Degree(0) == 0 || len(newStationary(g).volumes) == 0 {
		t.Fatal("another graph is needed")
	}
	for _, c := range []Factorised{{30, 1, 1}, {30, 2, 5}, {30, 10, 1}, {40, 10, 0.5}} {
		want := naive(g, c.Window, c.Negatives)
		got := must.Get(c.matrix(t.Context(), g))(t)
		for u := range 30 {
			for v := range u + 1 {
				if math.Abs(float64(got.row(u)[v])-want.At(u, v)) > 1e-5 {
					t.Fatalf("%+v: entry %d, %d is %v, want %v", c, u, v, got.row(u)[v], want.At(u, v))
				}
			}
		}
		r := must.Get(Netmf.With(c).RunOn(t.Context(), &graph.Network{Graph: g}, 1))(t)
		var eigen mat.EigenSym
		if !eigen.Factorize(want, true) {
			t.Fatal("no eigenvalues")
		}
		var vectors mat.Dense
		eigen.VectorsTo(&vectors)
		for u := range 30 {
			for v := range 30 {
				sum := 0.0
				for k, x := range eigen.Values(nil) {
					sum += math.Abs(x) * vectors.At(u, k) * vectors.At(v, k)
				}
				if math.Abs(r.In.Dot(int32(u), int32(v))-sum) > 1e-4 {
					t.Fatalf("%+v: the product of rows %d and %d is %v, want %v", c, u, v, r.In.Dot(int32(u), int32(v)), sum)
				}
			}
		}
	}
}

// Products equal those of whole rows, to the bit, on one core and on several: each has four partial
// sums in column order, with the remaining columns in the first.
func TestTrianglesMultiply(t *testing.T) {
	for _, n := range []int{1, 3, 4, 31, 66, 1030, 1100} {
		r := rand.New(rand.NewPCG(5, uint64(n)))
		m, x, out := newTriangle(n), make([]float64, n), make([]float64, n)
		for i := range m.data {
			m.data[i] = float32(r.NormFloat64())
		}
		for i := range x {
			x[i] = r.NormFloat64()
		}
		for _, cores := range []int{1, 3} {
			was := runtime.GOMAXPROCS(cores)
			m.multiply(out, x)
			runtime.GOMAXPROCS(was)
			for u := range n {
				var s [4]float64
				for v := range n {
					entry := m.row(max(u, v))[min(u, v)]
					if v < n/4*4 {
						s[v%4] += float64(entry) * x[v]
					} else {
						s[0] += float64(entry) * x[v]
					}
				}
				if want := s[0] + s[1] + (s[2] + s[3]); out[u] != want {
					t.Fatalf("%d rows, %d cores: entry %d of the product is %v, want %v", n, cores, u, out[u], want)
				}
			}
		}
	}
}

// The eigenvalues and dot products of rows are those of a dense solver, for a graph with three
// components, isolated nodes and fewer eigenvectors than nodes, and for one with as many as nodes.
func TestSpectralIsTheDenseSpectrum(t *testing.T) {
	const n = 260
	edges := []graph.Edge{{U: 250, V: 251}, {U: 252, V: 253}, {U: 253, V: 254}}
	for u, v := range random(t, 240, 900).Edges() {
		edges = append(edges, graph.Edge{U: u, V: v})
	}
	g := gdptest.Graph(t, n, edges)
	m := mat.NewSymDense(n, nil)
	for u, v := range g.Edges() {
		m.SetSym(int(u), int(v), 1/math.Sqrt(float64(g.Degree(u)*g.Degree(v))))
	}
	var eigen mat.EigenSym
	if !eigen.Factorize(m, true) {
		t.Fatal("no eigenvalues")
	}
	values := eigen.Values(nil)
	var vectors mat.Dense
	eigen.VectorsTo(&vectors)
	for _, dim := range []int{2, 12, n, n + 20} {
		r := must.Get(Spectral.With(Eigenvectors{dim}).RunOn(t.Context(), &graph.Network{Graph: g}, 3))(t)
		for k := range dim {
			square, want := 0.0, 0.0
			for u := range int32(n) {
				square += float64(r.In.Row(u)[k]) * float64(r.In.Row(u)[k])
			}
			if k < n {
				want = max(0, values[n-1-k])
			}
			if math.Abs(square-want) > 1e-5 {
				t.Errorf("dim %d: eigenvalue %d is %v, want %v", dim, k, square, want)
			}
		}
		if dim == 2 { // of three vectors with the eigenvalue 1
			continue
		}
		for u := range n {
			for v := range n {
				sum := 0.0
				for k := max(0, n-dim); k < n; k++ {
					sum += max(0, values[k]) * vectors.At(u, k) * vectors.At(v, k)
				}
				if math.Abs(r.In.Dot(int32(u), int32(v))-sum) > 1e-5 {
					t.Fatalf("dim %d: the product of rows %d and %d is %v, want %v", dim, u, v, r.In.Dot(int32(u), int32(v)), sum)
				}
			}
		}
	}
}

// modes are those without privacy.
var modes = []method.Mode{Deepwalk.Mode, Node2vec.Mode, Netmf.Mode, Spectral.Mode}

// Graphs that are too large or without edges are refused, and a run ends with its context. Small
// graphs, and those with isolated nodes, give finite rows.
func TestBadInput(t *testing.T) {
	pair := &graph.Network{Graph: gdptest.Graph(t, 2, []graph.Edge{{U: 0, V: 1}})}
	sparse := &graph.Network{Graph: gdptest.Graph(t, 9, []graph.Edge{{U: 0, V: 1}, {U: 4, V: 5}, {U: 5, V: 6}})}
	long := Uniform{SkipGram{Dim: 2, Walks: 4096, Length: 65536, Window: 1, Negatives: 1, Rate: 1}}
	if _, err := Deepwalk.With(long).RunOn(t.Context(), sparse, 1); err == nil {
		t.Error("more steps than fit")
	}
	large := &graph.Network{Graph: gdptest.Graph(t, maxNodes+1, []graph.Edge{{U: 0, V: 1}})}
	if _, err := Netmf.RunOn(t.Context(), large, 1); err == nil {
		t.Error("NetMF of more pairs than fit")
	}
	ended, stop := context.WithCancel(t.Context())
	stop()
	for _, mode := range modes {
		if _, err := mode.RunPlain(t.Context(), &graph.Network{Graph: gdptest.Graph(t, 2, nil)}, mode.Config(), 1, nil); err == nil {
			t.Errorf("%s: a graph without edges", mode.Name)
		}
		if _, err := mode.RunPlain(ended, pair, mode.Config(), 1, nil); err == nil {
			t.Errorf("%s: it runs though its context has ended", mode.Name)
		}
		for _, net := range []*graph.Network{pair, sparse} {
			o, err := mode.RunPlain(t.Context(), net, mode.Config(), 1, nil) // 128 columns, more than nodes
			if err != nil {
				t.Errorf("%s: %v", mode.Name, err)
				continue
			}
			for _, x := range o.Release.(release.Embedding).Values() {
				if x-x != 0 {
					t.Fatalf("%s: an entry is %v", mode.Name, x)
				}
			}
		}
	}
}
