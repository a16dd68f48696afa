package graph

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/data/must"
)

func random(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 1)) }

func randomEdges(r *rand.Rand, n, m int) []Edge {
	edges := make([]Edge, m)
	for i := range edges {
		edges[i] = Edge{r.Int32N(int32(n)), r.Int32N(int32(n))}
	}
	return edges
}

func mustBuild(t testing.TB, n int, edges []Edge, directed bool) *Graph {
	t.Helper()
	g, _ := must.Two(FromEdges(n, edges, Options{Directed: directed}))(t)
	return g
}

// The definition: a set of edges, kept in a map. Sizes range from the empty graph through many
// loops and duplicates to enough edges for several workers.
func TestFromEdgesIsTheSetOfEdges(t *testing.T) {
	for _, size := range []struct{ n, m int }{{0, 0}, {1, 3}, {3, 0}, {4, 40}, {30, 60}, {200, 500}, {3000, 150_000}, {100_000, 200_000}} {
		for _, directed := range []bool{false, true} {
			t.Run(fmt.Sprintf("%d nodes, %d edges, directed %v", size.n, size.m, directed), func(t *testing.T) {
				var edges []Edge
				if size.m > 0 {
					edges = randomEdges(random(uint64(size.m)), size.n, size.m)
				}
				want := map[Edge]bool{}
				var report Report
				out, in := make([][]int32, size.n), make([][]int32, size.n)
				for _, e := range edges {
					if e.U == e.V {
						report.LoopsDropped++
						continue
					}
					if !directed && e.U > e.V {
						e.U, e.V = e.V, e.U
					}
					if want[e] {
						report.DuplicatesDropped++
						continue
					}
					want[e] = true
					out[e.U] = append(out[e.U], e.V)
					in[e.V] = append(in[e.V], e.U)
				}
				if !directed {
					for u := range out {
						out[u] = append(out[u], in[u]...)
					}
					in = out
				}
				g, got := must.Two(FromChunks(size.n, [][]Edge{edges[:size.m/3], edges[size.m/3:]}, Options{Directed: directed}))(t)
				if got != report {
					t.Errorf("report %+v, want %+v", got, report)
				}
				if g.N() != size.n || g.M() != len(want) || g.Directed() != directed {
					t.Fatalf("%d nodes, %d edges, directed %v; want %d, %d, %v", g.N(), g.M(), g.Directed(), size.n, len(want), directed)
				}
				outDeg, inDeg := g.Degrees(), g.inDegrees()
				for u := range int32(size.n) {
					slices.Sort(out[u])
					slices.Sort(in[u])
					if !slices.Equal(g.Neighbors(u), out[u]) || !slices.Equal(g.InNeighbors(u), in[u]) {
						t.Fatalf("node %d: neighbours %v and %v, want %v and %v", u, g.Neighbors(u), g.InNeighbors(u), out[u], in[u])
					}
					if g.Degree(u) != len(out[u]) || g.InDegree(u) != len(in[u]) || int(outDeg[u]) != len(out[u]) || int(inDeg[u]) != len(in[u]) {
						t.Fatalf("node %d: degrees %d and %d, %d and %d, want %d and %d", u, g.Degree(u), g.InDegree(u), outDeg[u], inDeg[u], len(out[u]), len(in[u]))
					}
				}
				var listed []Edge
				for u, v := range g.Edges() {
					listed = append(listed, Edge{u, v})
				}
				byEnds := func(a, b Edge) int { return slices.Compare([]int32{a.U, a.V}, []int32{b.U, b.V}) }
				if !slices.Equal(listed, slices.SortedFunc(maps.Keys(want), byEnds)) {
					t.Errorf("Edges does not list the set in order")
				}
			})
		}
	}
}

func TestHasEdgeOnAllPairs(t *testing.T) {
	for _, directed := range []bool{false, true} {
		edges := randomEdges(random(5), 25, 120)
		g := mustBuild(t, 25, edges, directed)
		for u := range int32(25) {
			for v := range int32(25) {
				want := u != v && (slices.Contains(edges, Edge{u, v}) || !directed && slices.Contains(edges, Edge{v, u}))
				if g.HasEdge(u, v) != want {
					t.Errorf("directed %v: HasEdge(%d, %d) is %v", directed, u, v, !want)
				}
			}
		}
	}
}

func TestFromEdgesRefuses(t *testing.T) {
	for _, c := range []struct {
		n     int
		edges []Edge
		want  string
	}{
		{-1, nil, "-1 nodes"},
		{MaxNodes + 1, nil, "2147483648 nodes"},
		{0, []Edge{{0, 0}}, "edge 0"},
		{3, []Edge{{0, 1}, {1, 3}}, "edge 1 of slice 0 is (1, 3): ids must be in 0 … 2"},
		{3, []Edge{{0, 1}, {-2, 1}}, "(-2, 1)"},
	} {
		if _, _, err := FromEdges(c.n, c.edges, Options{}); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%d nodes, edges %v: error %v, want one with %q", c.n, c.edges, err, c.want)
		}
	}
}

func TestZeroGraph(t *testing.T) {
	var g Graph
	if g.N() != 0 || g.M() != 0 || len(g.Degrees()) != 0 || g.Components().Count() != 0 {
		t.Errorf("the zero graph has %d nodes, %d edges", g.N(), g.M())
	}
	for range g.Edges() {
		t.Error("the zero graph has an edge")
	}
	if offsets, targets := g.CSR(); len(offsets) != 1 || len(targets) != 0 {
		t.Errorf("the zero graph has CSR %v %v", offsets, targets)
	}
	if h := mustBuild(t, 0, nil, false); !g.Equal(h) || !h.Equal(&g) {
		t.Error("the zero graph is not the empty graph")
	}
}

func TestEqualSeesEveryDifference(t *testing.T) {
	path := []Edge{{0, 1}, {1, 2}}
	g := mustBuild(t, 3, path, false)
	if !g.Equal(mustBuild(t, 3, []Edge{{2, 1}, {1, 0}}, false)) {
		t.Error("order and orientation of edges matter")
	}
	for name, h := range map[string]*Graph{
		"nodes":     mustBuild(t, 4, path, false),
		"edges":     mustBuild(t, 3, []Edge{{0, 1}, {0, 2}}, false),
		"direction": mustBuild(t, 3, []Edge{{0, 1}, {1, 0}, {1, 2}, {2, 1}}, true),
	} {
		if g.Equal(h) || h.Equal(g) {
			t.Errorf("graphs that differ in %s are equal", name)
		}
	}
}

func TestEdgesStopsAndDoesNotAllocate(t *testing.T) {
	g := mustBuild(t, 100, randomEdges(random(6), 100, 1000), false)
	seen := 0
	for range g.Edges() {
		if seen++; seen == 7 {
			break
		}
	}
	if seen != 7 {
		t.Errorf("%d edges before the break, want 7", seen)
	}
	if a := testing.AllocsPerRun(10, func() {
		for u, v := range g.Edges() {
			seen += int(u ^ v)
		}
		for u := range int32(g.N()) {
			seen += len(g.Neighbors(u))
		}
	}); a != 0 {
		t.Errorf("iteration allocates %v times", a)
	}
}

// 10⁷ edges over 10⁶ nodes, in random order.
func BenchmarkFromEdges(b *testing.B) {
	const n, m = 1_000_000, 10_000_000
	edges := randomEdges(random(7), n, m)
	for b.Loop() {
		mustBuild(b, n, edges, false)
	}
	b.ReportMetric(float64(m)*float64(b.N)/b.Elapsed().Seconds()/1e6, "Medges/s")
	b.ReportAllocs()
}

// inDegrees returns a new slice of the in-degree of each node; the degree when g is undirected.
func (g *Graph) inDegrees() []int32 { return g.orEmpty().in.lengths() }

// The rows of CSR reproduce the graph, and invalid rows are refused.
func TestFromSymmetric(t *testing.T) {
	r := rand.New(rand.NewPCG(41, 42))
	for range 200 {
		n := 1 + r.IntN(12)
		edges := make([]Edge, r.IntN(3*n))
		for i := range edges {
			edges[i] = Edge{r.Int32N(int32(n)), r.Int32N(int32(n))}
		}
		g, _ := must.Two(FromEdges(n, edges, Options{}))(t)
		offsets, targets := g.CSR()
		if h, ok := FromSymmetric(offsets, targets); !ok || !h.Equal(g) {
			t.Fatalf("the rows of %v are refused, or another graph: %v", edges, ok)
		}
		d, _ := must.Two(FromEdges(n, edges, Options{Directed: true}))(t)
		offsets, targets = d.CSR()
		if h, ok := FromSymmetric(offsets, targets); ok != (2*d.Undirected().M() == d.M()) || ok && !h.Equal(g) {
			t.Fatalf("arcs %v are accepted: %v", edges, ok)
		}
	}
	for _, bad := range []struct {
		offsets []int64
		targets []int32
	}{
		{nil, nil},
		{[]int64{0, 1}, []int32{0}},             // a loop
		{[]int64{0, 2, 4}, []int32{1, 1, 0, 0}}, // an edge twice
		{[]int64{0, 1, 2}, []int32{1, 2}},       // no such node
		{[]int64{0, 1, 2}, []int32{-1, 0}},
		{[]int64{0, 2, 3, 4}, []int32{2, 1, 0, 0}}, // not in order
		{[]int64{0, 0, 1, 2}, []int32{2, 1, 0}},    // longer than its rows
		{[]int64{0, 1, 0}, nil},
		{[]int64{0, 0, 1}, []int32{0}},
		{[]int64{0, 1, 1}, []int32{1}},
	} {
		if _, ok := FromSymmetric(bad.offsets, bad.targets); ok {
			t.Errorf("rows %v, %v are accepted", bad.offsets, bad.targets)
		}
	}
}
