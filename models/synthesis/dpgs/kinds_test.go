package dpgs

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/gen"
	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/gdptest"
	"gonum.org/v1/gonum/floats"
)

// noisyWords returns random features of n nodes, of both signs, with some zeros and empty rows.
func noisyWords(t testing.TB, n, columns int, r *rand.Rand) *graph.Attributes {
	t.Helper()
	offsets, indices, values := []int64{0}, []int32{}, []float32{}
	for range n {
		for c := range int32(columns) {
			if r.IntN(3) == 0 {
				indices, values = append(indices, c), append(values, []float32{1, 1, 2, -1, 0}[r.IntN(5)])
			}
		}
		offsets = append(offsets, int64(len(indices)))
	}
	return must.Get(graph.NewAttributes(columns, offsets, indices, values))(t)
}

// alike returns the kinds of pairs of nodes with random features and classes.
func alike(t testing.TB, n, near int, r *rand.Rand) *likeness {
	t.Helper()
	classes := make([]int32, n)
	for u := range classes {
		classes[u] = int32(r.IntN(4)) - 1 // one of them for nodes without a label
	}
	return Pairs{Near: near, Common: n, Labels: true}.kinds(n, noisyWords(t, n, 9, r), classes)
}

// An edge is of one kind, whatever the features and classes: it changes the counts by 1 in either
// norm.
func TestAnEdgeIsOfOneKind(t *testing.T) {
	r := source(2)
	for range 40 {
		n := 2 + r.IntN(20)
		g := must.Get(gen.GNP(n, 0.4, r))(t)
		l := alike(t, n, 1<<r.IntN(4), r)
		for u, v := range g.Edges() {
			moved(t, kindQuery[gdp.L1](l), g, without(t, g, u, v), 1)
			moved(t, kindQuery[gdp.L2](l), g, without(t, g, u, v), 2)
		}
		all := must.Get(kindQuery[gdp.L1](l).Eval(&gdp.Data{Network: &graph.Network{Graph: g}}))(t)
		sum := 0.0
		for _, x := range all {
			sum += x
		}
		if sum != float64(g.M()) {
			t.Fatalf("%v edges of kinds, of %d", sum, g.M())
		}
	}
	// All graphs of five nodes, and all their edges.
	for world := range 20 {
		l := alike(t, 5, 1<<r.IntN(3), r)
		for bits := range 1 << 10 {
			g := fiveNodes(t, bits)
			for u, v := range g.Edges() {
				if world%2 == 0 {
					moved(t, kindQuery[gdp.L1](l), g, without(t, g, u, v), 1)
				} else {
					moved(t, kindQuery[gdp.L2](l), g, without(t, g, u, v), 2)
				}
			}
		}
	}
}

// fiveNodes returns one of the 2¹⁰ graphs of five nodes.
func fiveNodes(t *testing.T, bits int) *graph.Graph {
	t.Helper()
	var edges []graph.Edge
	for u := range int32(5) {
		for v := range u {
			if bits&1 == 1 {
				edges = append(edges, graph.Edge{U: u, V: v})
			}
			bits >>= 1
		}
	}
	return gdptest.Graph(t, 5, edges)
}

// moved reports an edge that changes a query by more than its bound, or not at all.
func moved[N gdp.Norm](t *testing.T, q gdp.Bounded[N], a, b *graph.Graph, norm float64) {
	t.Helper()
	var values [2][]float64
	for i, g := range []*graph.Graph{a, b} {
		values[i] = must.Get(q.Eval(&gdp.Data{Network: &graph.Network{Graph: g}}))(t)
	}
	if by := floats.Distance(values[0], values[1], norm); by > float64(q.Bound()) || by == 0 {
		t.Errorf("an edge moves the numbers by %v, stated %v", by, q.Bound())
	}
}

// Near nodes are those with the largest cosines, computed over all pairs.
func TestNearest(t *testing.T) {
	r := source(5)
	for range 30 {
		n, most := 1+r.IntN(60), 1+r.IntN(20)
		common := 2 + r.IntN(n)
		x := noisyWords(t, n, 7, r)
		weight := make([]float64, x.Cols())
		for c := range weight {
			users := 0.0
			for u := range int32(n) {
				if x.At(u, int32(c)) != 0 {
					users++
				}
			}
			if users > 1 && users <= float64(common) {
				weight[c] = math.Log(float64(n) / users)
			}
		}
		cosine := func(u, v int32) float64 {
			var uv, uu, vv float64
			for c, w := range weight {
				a, b := w*float64(x.At(u, int32(c))), w*float64(x.At(v, int32(c)))
				uv, uu, vv = uv+a*b, uu+a*a, vv+b*b
			}
			return uv / math.Sqrt(uu*vv) // NaN for a row without features
		}
		for u, near := range nearest(x, most, common) {
			var others []float64
			for v := range int32(n) {
				if c := cosine(int32(u), v); int(v) != u && c > 1e-6 {
					others = append(others, c)
				}
			}
			slices.Sort(others)
			slices.Reverse(others)
			if len(near) != min(most, len(others)) || slices.Contains(near, int32(u)) {
				t.Fatalf("node %d of %d has %d near nodes, want %d", u, n, len(near), min(most, len(others)))
			}
			for i, v := range near {
				if math.Abs(cosine(int32(u), v)-others[i]) > 1e-5 {
					t.Errorf("node %d: near node %d has the cosine %v, want %v", u, i, cosine(int32(u), v), others[i])
				}
			}
		}
	}
}

// Kinds depend on ranks; every near pair is listed once, with its kind.
func TestKinds(t *testing.T) {
	r := source(7)
	for range 20 {
		n, near := 30, 1<<r.IntN(5)
		l := alike(t, n, near, r)
		want := map[pair]int{}
		for u := range int32(n) {
			for v := range u {
				rank := near
				for _, ends := range [2][2]int32{{u, v}, {v, u}} {
					if i := slices.Index(l.near[ends[0]], ends[1]); i >= 0 {
						rank = min(rank, i)
					}
				}
				step := 0
				for 1<<step <= rank {
					step++
				}
				kind := 2 * step
				if l.class[u] != l.class[v] {
					kind++
				}
				if l.kind(u, v) != kind || l.kind(v, u) != kind || kind >= l.kinds() {
					t.Fatalf("rank %d is of kind %d, want %d of %d", rank, l.kind(u, v), kind, l.kinds())
				}
				if rank < near {
					want[pair{v, u}] = kind
				}
			}
		}
		for k, list := range l.list() {
			for _, p := range list {
				p = pair{min(p.u, p.v), max(p.u, p.v)}
				if at, ok := want[p]; !ok || at != k {
					t.Errorf("the pair %v is listed at %d, want %d, %v", p, k, at, ok)
				}
				delete(want, p)
			}
		}
		if len(want) > 0 {
			t.Errorf("pairs that are not listed: %v", want)
		}
	}
}
