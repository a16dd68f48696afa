package query

import (
	"math"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/gdptest"
	"github.com/graphdp/graphdp/gdp/gdptest/smallworld"
)

var singles = []gdp.Relation{gdp.EdgeLevel, gdp.NodeLevel, gdp.NodeUnbounded}

// family is a query in all norms.
type family struct {
	l1   func(rel gdp.Relation, n, cap int) gdp.Bounded[gdp.L1]
	l2   func(rel gdp.Relation, n, cap int) gdp.Bounded[gdp.L2]
	lInf func(rel gdp.Relation, n, cap int) gdp.Bounded[gdp.LInf]
}

// withoutCap returns a query that takes no cap.
func withoutCap[N gdp.Norm](f func(gdp.Relation, int) gdp.Bounded[N]) func(gdp.Relation, int, int) gdp.Bounded[N] {
	return func(rel gdp.Relation, n, _ int) gdp.Bounded[N] { return f(rel, n) }
}

// exhaust tries all graphs of n nodes with every cap. It reports whether the worst change equals
// the bound, or is at most the bound if the proof does not claim equality. The caller chooses the
// relations with a bound.
func (f family) exhaust(t *testing.T, w smallworld.World, caps []int, attained func(cap int) (l1, others bool)) {
	t.Helper()
	for _, cap := range caps {
		q := f.l1(w.Relation, w.Nodes, cap)
		if !(q.Bound() > 0) {
			t.Errorf("%s, %d nodes: the bound is %v", q.Name(), w.Nodes, q.Bound())
			continue
		}
		worst := must.Get(w.Worst(q.Eval))(t)
		l1, others := attained(cap)
		for _, c := range []struct {
			norm  string
			got   smallworld.Pair
			bound float64
			equal bool
		}{
			{"ℓ1", worst.L1, float64(q.Bound()), l1},
			{"ℓ2", worst.L2, float64(f.l2(w.Relation, w.Nodes, cap).Bound()), others},
			{"ℓ∞", worst.LInf, float64(f.lInf(w.Relation, w.Nodes, cap).Bound()), others},
		} {
			ulp := math.Nextafter(c.bound, 0) // roots are rounded up
			if !(c.got.Change <= c.bound) || c.equal && c.got.Change < ulp {
				t.Errorf("%s, %v, %d nodes, directed %v: bound %v in %s, %v", q.Name(), w.Relation, w.Nodes, w.Directed, c.bound, c.norm, c.got)
			}
		}
	}
}

// all runs exhaust over the relations and sizes, arcs included.
func (f family) all(t *testing.T, rels []gdp.Relation, caps func(n int) []int, attained func(rel gdp.Relation, n, cap int) (l1, others bool)) {
	t.Helper()
	for _, rel := range rels {
		for n := 2; n <= 5; n++ {
			f.exhaust(t, smallworld.World{Relation: rel, Nodes: n}, caps(n), func(cap int) (bool, bool) { return attained(rel, n, cap) })
		}
		f.exhaust(t, smallworld.World{Relation: rel, Nodes: 3, Directed: true}, caps(3), func(cap int) (bool, bool) { return attained(rel, 3, cap) })
	}
}

func from(least int) func(n int) []int {
	return func(n int) (caps []int) {
		for c := least; c < n; c++ {
			caps = append(caps, c)
		}
		return caps
	}
}

func uncapped(least int) func(n int) []int { // n-1, for n of at least least nodes
	return func(n int) []int {
		if n < least {
			return nil
		}
		return []int{n - 1}
	}
}

func always(gdp.Relation, int, int) (bool, bool) { return true, true }

func TestEdgeCount(t *testing.T) {
	family{EdgeCount[gdp.L1], EdgeCount[gdp.L2], EdgeCount[gdp.LInf]}.all(t, singles, from(1), always)
}

func TestNodeCount(t *testing.T) {
	family{withoutCap(NodeCount[gdp.L1]), withoutCap(NodeCount[gdp.L2]), withoutCap(NodeCount[gdp.LInf])}.
		all(t, []gdp.Relation{gdp.NodeUnbounded}, uncapped(2), always)
}

func TestDegrees(t *testing.T) {
	family{withoutCap(Degrees[gdp.L1]), withoutCap(Degrees[gdp.L2]), withoutCap(Degrees[gdp.LInf])}.all(t, singles, uncapped(2), always)
}

func TestDegreeSequence(t *testing.T) {
	family{withoutCap(DegreeSequence[gdp.L1]), withoutCap(DegreeSequence[gdp.L2]), withoutCap(DegreeSequence[gdp.LInf])}.all(t, singles, uncapped(2), always)
}

func TestLargestDegree(t *testing.T) {
	family{withoutCap(LargestDegree[gdp.L1]), withoutCap(LargestDegree[gdp.L2]), withoutCap(LargestDegree[gdp.LInf])}.
		all(t, []gdp.Relation{gdp.EdgeLevel}, uncapped(2), always)
	star := build(t, 5, graph.Edge{U: 1, V: 3}, graph.Edge{U: 1, V: 4}, graph.Edge{U: 0, V: 1})
	if got, err := LargestDegree[gdp.L1](gdp.EdgeLevel, 5).Eval(star); err != nil || got[0] != 3 {
		t.Errorf("a star of three: %v, %v", got, err)
	}
}

// enough reports whether there are nodes for the worst case of a replaced node: it
// and twice as many others as the cap.
func enough(rel gdp.Relation, n, cap int) bool { return rel != gdp.NodeLevel || n > 2*cap }

func TestDegreeHistogram(t *testing.T) {
	family{DegreeHistogram[gdp.L1], DegreeHistogram[gdp.L2], DegreeHistogram[gdp.LInf]}.
		all(t, singles, from(1), func(rel gdp.Relation, n, cap int) (bool, bool) { return true, enough(rel, n, cap) })
}

func TestCumulativeDegrees(t *testing.T) {
	family{CumulativeDegrees[gdp.L1], CumulativeDegrees[gdp.L2], CumulativeDegrees[gdp.LInf]}.
		all(t, singles, from(1), func(rel gdp.Relation, n, cap int) (bool, bool) { return true, enough(rel, n, cap) })
}

func TestTriangleCount(t *testing.T) {
	f := family{TriangleCount[gdp.L1], TriangleCount[gdp.L2], TriangleCount[gdp.LInf]}
	f.all(t, singles, uncapped(3), always)
	for n := 4; n <= 5; n++ {
		f.exhaust(t, smallworld.World{Relation: gdp.EdgeLevel, Nodes: n}, []int{2, n - 2}, func(int) (bool, bool) { return false, false })
	}
	// Two triangles lost at once take six nodes.
	f.exhaust(t, smallworld.World{Relation: gdp.EdgeLevel, Nodes: 6}, []int{2}, func(int) (bool, bool) { return true, true })
}

func TestDegreeProducts(t *testing.T) {
	family{DegreeProducts[gdp.L1], DegreeProducts[gdp.L2], DegreeProducts[gdp.LInf]}.all(t, []gdp.Relation{gdp.EdgeLevel}, from(1), always)
	got, err := DegreeProducts[gdp.L1](gdp.EdgeLevel, 6, 5).Eval(tailed(t))
	if err != nil || got[0] != 2*2+2*3+2*3+3*2+2*1 {
		t.Errorf("%v, %v", got, err)
	}
}

func TestJointDegrees(t *testing.T) {
	family{JointDegrees[gdp.L1], JointDegrees[gdp.L2], JointDegrees[gdp.LInf]}.all(t, []gdp.Relation{gdp.EdgeLevel}, from(1), func(rel gdp.Relation, n, cap int) (bool, bool) {
		tight := n > 2 || cap == 1
		return tight, tight
	})
}

// The tests above do see a bound that is too small: degrees that are capped but
// not projected pass the bound of cumulative degrees where nodes are hidden.
func TestACapAloneWillNotDo(t *testing.T) {
	q := CumulativeDegrees[gdp.L1](gdp.NodeLevel, 5, 1)
	capped := CumulativeDegrees[gdp.L1](gdp.EdgeLevel, 5, 1)
	worst, err := smallworld.World{Relation: gdp.NodeLevel, Nodes: 5}.Worst(capped.Eval)
	if err != nil || worst.L1.Change <= float64(q.Bound()) {
		t.Errorf("worst change %v, bound %v (%v)", worst.L1.Change, q.Bound(), err)
	}
}

// Under a relation without a bound, with a cap or a number of nodes that cannot
// be, a mechanism refuses the query before it reads anything.
func TestRefusals(t *testing.T) {
	path := gdptest.Graph(t, 6, []graph.Edge{{U: 0, V: 1}, {U: 1, V: 2}})
	for want, q := range map[string]gdp.Bounded[gdp.L1]{
		"no bound is known":  TriangleCount[gdp.L1](gdp.NodeLevel, 6, 3),
		"under the relation": JointDegrees[gdp.L1](gdp.NodeLevel, 6, 3),
		"node count":         NodeCount[gdp.L1](gdp.NodeLevel, 6),
		"the cap 0":          CumulativeDegrees[gdp.L1](gdp.NodeLevel, 6, 0),
		"the cap -2":         JointDegrees[gdp.L1](gdp.NodeLevel, 6, -2),
		"largest degree":     LargestDegree[gdp.L1](gdp.NodeLevel, 6),
		"spanning forest":    ForestSize[gdp.L1](gdp.NodeLevel, 6),
		"stars of 0":         Stars[gdp.L1](gdp.NodeLevel, 6, 0, 5),
		"want 1 or more":     Stars[gdp.L1](gdp.NodeLevel, 6, -1, 5),
		"1 nodes":            EdgeCount[gdp.L1](gdp.NodeLevel, 1, 5),
		"bound 0":            WedgeCount[gdp.L1](gdp.NodeLevel, 6, 1),
		"relation edge":      EdgeCount[gdp.L1](gdp.EdgeLevel, 6, 5),
	} {
		s := must.Get(gdp.Protect(&graph.Network{Graph: path}, gdp.NodeLevel, gdp.Budget{Epsilon: 1}))(t)
		if _, err := gdp.Laplace(s, "x", q, 0.5); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want one with %q", q.Name(), err, want)
		}
		ledger, err := s.Ledger()
		if err != nil || ledger.Spent() != 0 {
			t.Errorf("%s: spent %v (%v)", q.Name(), ledger.Spent(), err)
		}
	}
	for _, d := range []*gdp.Data{{Network: &graph.Network{Graph: path}}, {Collection: &graph.Collection{}}} {
		for _, n := range []int{0, 5} {
			if v, err := DegreeHistogram[gdp.L1](gdp.EdgeLevel, n, n-1).Eval(d); err == nil {
				t.Errorf("%d nodes: answer %v", n, v)
			}
		}
	}
}

// Names distinguish caps: a kept release is found by them.
func TestNames(t *testing.T) {
	for want, q := range map[string]gdp.Bounded[gdp.L1]{
		"edge count":                         EdgeCount[gdp.L1](gdp.NodeLevel, 6, 5),
		"edge count, degrees capped at 4":    EdgeCount[gdp.L1](gdp.NodeLevel, 6, 4),
		"cumulative degrees":                 CumulativeDegrees[gdp.L1](gdp.NodeLevel, 6, 99),
		"joint degrees, degrees capped at 2": JointDegrees[gdp.L1](gdp.EdgeLevel, 6, 2),
	} {
		if q.Name() != want {
			t.Errorf("name %q, want %q", q.Name(), want)
		}
	}
}
