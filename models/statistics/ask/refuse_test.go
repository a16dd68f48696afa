package ask

import (
	"errors"
	"math"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/metric"
	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/gdptest"
)

// A repeated question, in a session or on a journal, has the same answer at no cost, also at
// another level; with another ε it is paid for.
func TestAskedAgain(t *testing.T) {
	const eps = 20 // for which caps are below the maximum of a graph of this size
	net := labelled(t)
	journal := filepath.Join(t.TempDir(), "journal")
	open := func() *gdp.Session {
		return must.Get(gdp.Protect(net, gdp.EdgeLevel, gdp.Budget{Epsilon: 600}, gdp.Journal(journal)))(t)
	}
	spent := func(s *gdp.Session) gdp.Epsilon {
		g := must.Get(s.Guarantee())(t)
		return g.Proved
	}
	for i, x := range All() {
		if x.mechanisms == nil {
			continue
		}
		first := must.Get(x.Ask(open(), eps))(t)
		before := spent(open())
		again, err := x.Ask(open(), eps)
		if err != nil || !reflect.DeepEqual(first, again) {
			t.Errorf("%s: %v, then %v (%v)", x.Name, first, again, err)
		}
		wider := must.Get(x.AskAt(open(), eps, Finest))(t)
		for k, v := range wider.Values {
			if w := first.Values[k]; v.Low > w.Low || v.High < w.High {
				t.Errorf("%s: %v at a level of %v, %v at %v", x.Name, w, Level, v, Finest)
			}
		}
		if now := spent(open()); now != before {
			t.Errorf("%s: the same questions cost %v", x.Name, now-before)
		}
		if i == 1 {
			other, err := x.Ask(open(), 2)
			if err != nil || math.Abs(float64(other.Epsilon)-2) > 1e-9 || math.Abs(float64(spent(open())-before)-2) > 1e-9 {
				t.Errorf("%s for another ε: %v, spent %v after %v", x.Name, err, spent(open()), before)
			}
		}
	}
}

// An answer states its cost, which is exactly what was requested.
func TestAnswersCostWhatTheySay(t *testing.T) {
	net := labelled(t)
	for _, x := range All() {
		for _, rel := range anyLevel {
			s := protected(t, net, rel, 1, 3)
			a, err := x.Ask(s, 1)
			if err != nil {
				continue // TestRefusals has these
			}
			want := 1.0
			if free := x.Name == "nodes" && rel != gdp.NodeUnbounded || strings.HasPrefix(x.Name, "attribute") && !strings.Contains(x.Name, "degree") && rel == gdp.EdgeLevel; free {
				want = 0
			}
			if g, err := s.Guarantee(); err != nil || a.Epsilon != g.Proved || math.Abs(float64(a.Epsilon)-want) > 1e-9 || g.Reason != "" {
				t.Errorf("%s, %v: %v is said to cost %v of %+v (%v)", x.Name, rel, a, a.Epsilon, g, err)
			}
			if a.Statistic != x.Name || a.Relation != rel || a.Level != Level || a.Mechanism == "" || a.Why == "" || a.String() == "" {
				t.Errorf("%+v", a)
			}
		}
	}
}

// Impossible questions are refused with a reason, before anything is spent. So is a question of
// which only the first release is within the budget.
func TestRefusals(t *testing.T) {
	net := labelled(t)
	plain := &graph.Network{Graph: net.Graph}
	for _, c := range []struct {
		of    Statistic
		net   *graph.Network
		rel   gdp.Relation
		eps   gdp.Epsilon
		level float64
		want  string
	}{
		{LargestDegree, net, gdp.NodeLevel, 1, Level, "one node alone can have the maximum degree"},
		{Mixing, plain, gdp.NodeLevel, 1, Level, "no class names are declared"},
		{Cut, plain, gdp.NodeUnbounded, 1, Level, "no class names are declared"},
		{Modularity, net, gdp.NodeLevel, 1, Level, "ask for mixing"},
		{Transitivity, net, gdp.NodeLevel, 1, Level, "none closed"},
		{Assortativity, net, gdp.NodeUnbounded, 1, Level, "degree powers"},
		{JointDegrees, net, gdp.NodeLevel, 1, Level, "change far from that node"},
		{FourCycles, net, gdp.NodeUnbounded, 1, Level, "too many cycles to pack"},
		{Modularity, plain, gdp.EdgeLevel, 1, Level, "no public classes"},
		{CoreNumbers, net, gdp.NodeLevel, 1, Level, "one node can raise the core numbers of all others"},
		{CoreSizes, net, gdp.NodeUnbounded, 1, Level, "core numbers of all others"},
		{CoreQuantiles, net, gdp.NodeLevel, 1, Level, "move a percentile"},
		{DensestPart, net, gdp.NodeLevel, 1, Level, "core numbers of all others"},
		{CoreNumbers, net, gdp.EdgeLevel, 4.2, Level, "over the budget"},
		{DensestPart, net, gdp.EdgeLevel, 4.2, Level, "over the budget"},
		{Transitivity, net, gdp.EdgeLevel, 4.2, Level, "over the budget"},
		{Sequence, net, gdp.EdgeLevel, 4.2, Level, "over the budget"},
		{MeanDegree, net, gdp.NodeUnbounded, 4.2, Level, "over the budget"},
		{Components, net, gdp.NodeUnbounded, 4.2, Level, "over the budget"},
		{CoreNumbers, net, gdp.EdgeLevel, 1e4, Level, "noise"},
		{AverageClustering, net, gdp.NodeLevel, 1, Level, "from 0 to nearly 1"},
		{AverageClustering, net, gdp.EdgeLevel, 4.2, Level, "over the budget"},
		{AverageClustering, net, gdp.EdgeLevel, 2000, Level, "discrete noise of scale"},
		{Edges, net, gdp.EdgeLevel, 0, Level, "ε = 0"},
		{Edges, net, gdp.EdgeLevel, gdp.Epsilon(math.NaN()), Level, "ε = NaN"},
		{Edges, net, gdp.EdgeLevel, 1, 1, "level 1"},
		{Edges, net, gdp.EdgeLevel, 1, math.NaN(), "level NaN"},
		{Edges, net, gdp.EdgeLevel, 4.2, Level, "over the budget"},
		{Triangles, net, gdp.EdgeLevel, 4.2, Level, "over the budget"},
		{Assortativity, net, gdp.EdgeLevel, 4.2, Level, "over the budget"},
		{Wedges, net, gdp.EdgeLevel, 4.2, Level, "over the budget"},
		{Edges, net, gdp.NodeLevel, 4.2, Level, "over the budget"},
		{Stars(3), net, gdp.NodeLevel, 4.2, Level, "over the budget"},
		{Cut, net, gdp.NodeLevel, 4.2, Level, "over the budget"},
		{Mixing, net, gdp.NodeUnbounded, 4.2, Level, "over the budget"},
		{Statistic{Name: "none"}, net, gdp.EdgeLevel, 1, Level, "no mechanism is known"},
	} {
		s := protected(t, c.net, c.rel, 4, 1)
		if _, err := c.of.AskAt(s, c.eps, c.level); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s, %v: %v, want %q", c.of.Name, c.rel, err, c.want)
		}
		if l, err := s.Ledger(); err != nil || len(l.Entries) != 0 {
			t.Errorf("%s, %v: %d spends of what is refused (%v)", c.of.Name, c.rel, len(l.Entries), err)
		}
	}
	if _, err := Edges.Ask(nil, 1); !errors.Is(err, gdp.ErrSession) {
		t.Error(err)
	}
	c := &graph.Collection{Graphs: []*graph.Network{net, net}}
	s := must.Get(gdp.ProtectCollection(c, gdp.EdgeLevel, gdp.Budget{Epsilon: 1}, gdp.Seed(1)))(t)
	if err := Edges.Check(s, 1, Level); err == nil || !strings.Contains(err.Error(), "collection") {
		t.Error(err)
	}
}

// Graphs without edges, with two nodes, and complete ones have answers, however small ε is.
func TestOddGraphs(t *testing.T) {
	for _, g := range []*graph.Graph{random(t, 2, 0, 1), random(t, 2, 1, 1), random(t, 3, 1, 1), random(t, 9, 0, 1), random(t, 9, 1, 1)} {
		net := &graph.Network{Graph: g, Classes: []string{"a"}, Labels: make([]int32, g.N())}
		for _, x := range All() {
			for _, rel := range anyLevel {
				for _, eps := range []gdp.Epsilon{0.001, 1, 100} {
					s := protected(t, net, rel, eps, 1)
					if x.Check(s, eps, Level) != nil {
						continue
					}
					a, err := x.Ask(s, eps)
					if err != nil {
						t.Errorf("%s, %v, ε = %v, %d nodes, %d edges: %v", x.Name, rel, float64(eps), g.N(), g.M(), err)
						continue
					}
					for _, v := range a.Values {
						if !(v.Low <= v.Value && v.Value <= v.High) || math.IsInf(v.Value, 0) {
							t.Errorf("%s, %v, ε = %v, %d nodes, %d edges: %+v", x.Name, rel, float64(eps), g.N(), g.M(), v)
						}
					}
				}
			}
		}
	}
}

// Names are found, including stars of any supported size.
func TestFind(t *testing.T) {
	for _, x := range All() {
		if got, err := Find(x.Name); err != nil || got.Name != x.Name {
			t.Errorf("%s: %s, %v", x.Name, got.Name, err)
		}
	}
	if x, err := Find("5-stars"); err != nil || x.Name != "5-stars" {
		t.Error(x.Name, err)
	}
	for name, want := range map[string]string{"99-stars": "2 to 8 leaves", "triangle": `did you mean "triangles"`, "05-stars": "no statistic", "": "no statistic"} {
		if _, err := Find(name); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", name, err, want)
		}
	}
}

// Weights are split in proportion.
func TestShares(t *testing.T) {
	got, err := Shares(2, []Weighted{{Edges, 1}, {Triangles, 3}})
	if err != nil || !slices.Equal(got, []gdp.Epsilon{0.5, 1.5}) {
		t.Error(got, err)
	}
	for _, w := range []float64{0, -1, math.NaN(), math.Inf(1)} {
		if _, err := Shares(2, []Weighted{{Edges, w}}); err == nil {
			t.Errorf("the weight %v is taken", w)
		}
	}
}

// A plan does not read the graph: two graphs with the same public metadata have the same plan.
func TestPlansReadNothingPrivate(t *testing.T) {
	for _, rel := range anyLevel {
		for _, x := range []Statistic{Edges, Triangles, CCDF, Density} {
			var plans [2][]Planned
			for i, p := range []float64{0, 0.9} {
				s := protected(t, &graph.Network{Graph: random(t, 40, p, 1)}, rel, 1, 1)
				var err error
				if plans[i], err = x.plan(s, 1, Level, 0); err != nil {
					t.Fatal(x.Name, rel, err)
				}
				if l, err := s.Ledger(); err != nil || len(l.Entries) != 0 {
					t.Errorf("%s, %v: a plan spends %d times (%v)", x.Name, rel, len(l.Entries), err)
				}
			}
			if !reflect.DeepEqual(plans[0], plans[1]) || !slices.ContainsFunc(plans[0], func(p Planned) bool { return p.Taken && len(p.Made) == 3 }) {
				t.Errorf("%s, %v: %+v, and of another graph %+v", x.Name, rel, plans[0], plans[1])
			}
		}
	}
}

func TestNumber(t *testing.T) {
	for x, want := range map[float64]string{0: "0", 12: "12", 1234: "1,234", -1234567: "−1,234,567", 0.12345: "0.1235", 1e3 + 0.5: "1,001", 999.5: "999.5"} {
		if got := Number(x); got != want {
			t.Errorf("%v is %s, want %s", x, got, want)
		}
	}
}

// Why other statistics are refused at node level: a node joined to one node of each of many cliques
// has most of the wedges, and turns a correlation of 1 negative. If edges beyond a cap are dropped
// in order, a node can change all remaining ones.
func TestWhatIsRefusedOfNodesMoves(t *testing.T) {
	var cliques, hub []graph.Edge
	n := int32(1)
	for i := range 200 {
		size := int32(3 + i%2)
		hub = append(hub, graph.Edge{U: 0, V: n})
		for u := range size {
			for v := range u {
				cliques = append(cliques, graph.Edge{U: n + v, V: n + u})
			}
		}
		n += size
	}
	before, after := gdptest.Graph(t, int(n), cliques), gdptest.Graph(t, int(n), append(cliques, hub...))
	if a, b := metric.GlobalClustering(before), metric.GlobalClustering(after); a != 1 || b > 0.1 {
		t.Errorf("transitivity is %v, and %v with a node's edges", a, b)
	}
	if a, b := metric.Assortativity(before), metric.Assortativity(after); a < 1-1e-9 || b > 0 {
		t.Errorf("assortativity is %v, and %v with a node's edges", a, b)
	}
	const length = 41
	left := func(from int32) map[int32]bool { // of a path, those in order whose ends have no other
		kept, used := map[int32]bool{}, map[int32]bool{}
		for v := from; v+1 < length; v++ {
			if !used[v] && !used[v+1] {
				kept[v], used[v], used[v+1] = true, true, true
			}
		}
		return kept
	}
	with, without := left(0), left(1)
	for v := range with {
		if without[v] {
			t.Errorf("the edge of %d and %d is left with node 0 and without", v, v+1)
		}
	}
}

// A question beyond the remaining budget is not begun, even if it was asked before for less.
func TestWhatIsLeftIsNotSpentInVain(t *testing.T) {
	s := protected(t, labelled(t), gdp.EdgeLevel, 1.2, 1)
	must.Get(Wedges.Ask(s, 0.9))(t)
	before := must.Get(s.Ledger())(t)
	if _, err := Wedges.Ask(s, 1); !errors.Is(err, gdp.ErrBudget) {
		t.Error(err)
	}
	if after, err := s.Ledger(); err != nil || len(after.Entries) != len(before.Entries) {
		t.Errorf("%d spends, then %d (%v)", len(before.Entries), len(after.Entries), err)
	}
}
