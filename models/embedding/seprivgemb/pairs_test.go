package seprivgemb

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/gen"
	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/claim"
	"github.com/graphdp/graphdp/models/estimate/degrees"
	"github.com/graphdp/graphdp/models/method/methodtest"
)

// groups returns a graph of cliques, without one edge in ten, and a few edges between them.
func groups(t testing.TB, cliques, size int) *graph.Graph {
	r := rand.New(rand.NewPCG(1, 2))
	n := cliques * size
	var edges []graph.Edge
	for u := range n {
		for v := range u {
			if u/size == v/size && r.Float64() < 0.9 || r.Float64() < 0.01 {
				edges = append(edges, graph.Edge{U: int32(v), V: int32(u)})
			}
		}
	}
	return build(t, n, edges...)
}

// withRim returns groups, and four times as many nodes that have two neighbours in one of them.
func withRim(t testing.TB, cliques, size int) *graph.Graph {
	g, edges := groups(t, cliques, size), []graph.Edge(nil)
	for u, v := range g.Edges() {
		edges = append(edges, graph.Edge{U: u, V: v})
	}
	n := g.N()
	for u := n; u < 5*n; u++ {
		edges = append(edges, graph.Edge{U: int32(u), V: int32(u % n)}, graph.Edge{U: int32(u), V: int32(u%n ^ 1)})
	}
	return build(t, 5*n, edges...)
}

// thin returns a graph of many edges and no core: all nodes have some twelve neighbours.
func thin(t testing.TB) *graph.Graph {
	return must.Get(gen.WattsStrogatz(1000, 12, 0.5, rand.New(rand.NewPCG(1, 3))))(t)
}

// labels returns the labels of a session's spends, its own and then those of its parts, and the
// guarantee.
func labels(t *testing.T, s *gdp.Session) (list []string, proved gdp.Epsilon) {
	t.Helper()
	l := must.Get(s.Ledger())(t)
	for _, e := range slices.Concat(l.Entries, l.Parts) {
		_, name, _ := strings.Cut(e.Label, "/")
		list = append(list, name)
		if _, ok := e.Basis.(gdp.Proof); !ok {
			t.Errorf("%s: nothing is proved", e.Label)
		}
		if asked := name == "pairs/core/release"; asked != (e.Mechanism == "randomised response") {
			t.Errorf("%s by %s", e.Label, e.Mechanism)
		}
	}
	g := must.Get(s.Guarantee())(t)
	return list, g.Proved
}

// arcs returns a graph with every edge as an arc.
func arcs(t testing.TB, g *graph.Graph) *graph.Graph {
	directed, _ := must.Two(graph.FromEdges(g.N(), slices.Collect(func(yield func(graph.Edge) bool) {
		for u, v := range g.Edges() {
			if !yield(graph.Edge{U: u, V: v}) {
				return
			}
		}
	}), graph.Options{Directed: true}))(t)
	return directed
}

// The rule: pairs are queried if a core is dense relative to the noise. In any case the cost is the
// whole of ε, without δ, and no more: the parts are counted once.
func TestTheRuleOfPairs(t *testing.T) {
	claim.Holds(t, "seprivgemb", "Strict: the sequence of degrees, degrees by node, pairs of the core and neighbours in it together cost ε, without a δ, whichever of them the rule asks for")
	clustered := groups(t, 6, 50)
	alone, all := []string{"release"}, []string{"sequence", "degrees", "pairs", "pairs/core/release"}
	for _, x := range []struct {
		name     string
		g        *graph.Graph
		eps      gdp.Epsilon
		settings []string
		want     []string
		core     [2]int // the least and the most
	}{
		{"clustered", clustered, 3, nil, all, [2]int{300, 300}},
		{"clustered, with a rim", withRim(t, 4, 50), 3, nil, append(all, "pairs/rim/release", "pairs/rest/release"), [2]int{200, 999}},
		{"without a question", clustered, 3, []string{"Edges=0"}, all[1:], [2]int{300, 300}},
		{"sparse", ring(t, 300), 3, nil, []string{"sequence", "release"}, [2]int{}},
		{"thin", thin(t), 3, []string{"Mean=0"}, []string{"sequence", "degrees", "release"}, [2]int{}},
		{"much noise", clustered, 0.03, nil, alone, [2]int{}},
		{"arcs", arcs(t, clustered), 3, nil, alone, [2]int{}},
		{"two nodes", build(t, 2, graph.Edge{U: 0, V: 1}), 50, nil, alone, [2]int{}},
		{"never", clustered, 3, []string{"Vectors=0"}, alone, [2]int{}},
		{"no room", clustered, 3, []string{"Dim=2"}, alone, [2]int{}},
	} {
		s := protect(t, x.g, gdp.EdgeLevel, gdp.Budget{Epsilon: x.eps})
		r := mustRun(t, s, set(set(Strict, "Dim=16"), x.settings...))
		got, proved := labels(t, s)
		if !slices.Equal(got, x.want) || math.Abs(float64(proved/x.eps)-1) > 1e-9 || proved > x.eps {
			t.Errorf("%s: spent %v on %v, want %v on %v", x.name, proved, got, x.eps, x.want)
		}
		if r.Core < x.core[0] || r.Core > x.core[1] || (r.Core > 0) != (r.Vectors > 0) {
			t.Errorf("%s: a core of %d nodes, want %v, and %d vectors", x.name, r.Core, x.core, r.Vectors)
		}
	}
}

// A session that has spent part of its budget is refused before it spends more.
func TestPairsAreRefusedAtOnce(t *testing.T) {
	s := protect(t, groups(t, 6, 50), gdp.EdgeLevel, gdp.Budget{Epsilon: 3})
	for _, eps := range []gdp.Epsilon{1e-5, 0.5} {
		must.Get(degrees.Laplace(s, "before", eps))(t)
		before, _ := labels(t, s)
		for _, setting := range []string{"Vectors=48", "Density=0", "Edges=0"} {
			if _, err := set(Strict, setting).Run(t.Context(), s); err == nil {
				t.Error("a spent budget is enough")
			}
		}
		if got, _ := labels(t, s); len(got) != len(before) {
			t.Errorf("refused after %v", got)
		}
	}
	// What no mechanism draws, so little or so large a share of ε, is refused before anything, too.
	for _, eps := range []gdp.Epsilon{1e-6, 2e-5, 700, 1e4, 1e12} {
		for _, g := range []*graph.Graph{groups(t, 6, 50), build(t, 300)} {
			for _, setting := range []string{"Vectors=48", "Density=0", "Edges=0.25"} {
				s := protect(t, g, gdp.EdgeLevel, gdp.Budget{Epsilon: eps})
				_, err := set(Strict, setting).Run(t.Context(), s)
				if got, _ := labels(t, s); err != nil && len(got) != 0 {
					t.Errorf("ε = %v, %s: refused after %v: %v", eps, setting, got, err)
				}
			}
		}
	}
}

// Rows have the degrees as squared norms. The known part has the configured share, more for nodes
// with more structure than typical or fewer edges, up to .95, and less for less structure. An
// isolated node has a zero row.
func TestRowsBeyondDegrees(t *testing.T) {
	degrees := []float64{4, 0, 2, 9}
	x := must.Get(beyondDegrees(degrees, 1, [][]float64{{1, 0, -2, .5}}, 600, 0.7, rand.New(rand.NewPCG(1, 1))))(t)
	// With p = d/√15 and x over p, 1 + x² is 1.9375, 1, 16 and 1.0463: 3.2778 of a typical row. The
	// mean degree is 3.75.
	for u, share := range []float64{.7 * math.Sqrt(1.9375/3.277778*math.Sqrt(3.75/4)), 0, .95, .7 * math.Sqrt(1.046296/3.277778*math.Sqrt(3.75/9))} {
		row := x.Row(int32(u))
		close(t, "square", dot64(row, row), degrees[u], 1e-5)
		close(t, "known", dot64(row[:2], row[:2]), share*degrees[u], 1e-5)
	}
	close(t, "direction", float64(x.Row(3)[0]/x.Row(3)[1]), 9/math.Sqrt(15)/.5, 1e-5)
	if x, err := beyondDegrees([]float64{0, 0}, 1, nil, 3, 0.7, rand.New(rand.NewPCG(1, 1))); err != nil || slices.ContainsFunc(x.Values(), func(v float32) bool { return v != 0 }) {
		t.Errorf("rows of a graph without edges: %v, %v", x, err)
	}
}

// The release with all pairs as it runs: the released degrees of two nodes. The audit finds some ε,
// at most the proved one; with four times the ε it finds more.
func TestAuditOfPairs(t *testing.T) {
	claim.Holds(t, "seprivgemb", "Strict with all pairs: an audit of the code as it runs stays below the proved ε, and notices four times the ε")
	all := []string{"Dim=6", "Density=0", "Mean=0"}
	if found := methodtest.Attacked(t, Method, "strict", 2, 3000, all...); found.Broken() != nil || found.Bound.Epsilon == 0 {
		t.Errorf("audited %v, proved %v", found.Bound.Epsilon, found.Guarantee.Proved)
	}
	if found := methodtest.Attacked(t, Method, "strict", 8, 800, all...); !found.Bound.Violates(2) {
		t.Errorf("four times the ε: audited %v", found.Bound.Epsilon)
	}
}
