package question

import (
	"slices"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/methodtest"
	"github.com/graphdp/graphdp/models/method/release"
	"github.com/graphdp/graphdp/models/statistics/ask"
)

func session(t *testing.T, net *graph.Network, rel gdp.Relation) *gdp.Session {
	t.Helper()
	return must.Get(gdp.Protect(net, rel, gdp.Budget{Epsilon: 2}, gdp.Seed(3), gdp.Nodes(net.Graph.N())))(t)
}

// modeOf returns the mode for a relation.
func modeOf(rel gdp.Relation) method.PrivateMode[Asked, *Result] {
	if rel == gdp.EdgeLevel {
		return Strict
	}
	return StrictNode
}

// A run spends the whole budget on its statistic, and releases the answer of package ask: values,
// and the ends of their intervals.
func TestAnswers(t *testing.T) {
	net := methodtest.Network()
	for _, x := range ask.All() {
		for _, rel := range []gdp.Relation{gdp.EdgeLevel, gdp.NodeLevel, gdp.NodeUnbounded} {
			s := session(t, net, rel)
			r, err := modeOf(rel).With(Asked{Statistic: x.Name, Level: 0.9}).Run(t.Context(), s)
			if refused := x.Check(session(t, net, rel), 2, 0.9); (err != nil) != (refused != nil) {
				t.Fatalf("%s, %v: %v, and it is refused: %v", x.Name, rel, err, refused)
			} else if refused != nil {
				if l, err := s.Ledger(); err != nil || len(l.Entries) > 0 {
					t.Errorf("%s, %v: a refused question spent %v, %v", x.Name, rel, l.Entries, err)
				}
				continue
			}
			o := r.Outcome()
			answer := o.Release.(release.Statistics)
			n := len(answer[x.Name])
			public := slices.Equal(answer[x.Name+ask.Low], answer[x.Name+ask.High]) && (x.Name == "nodes" || strings.HasPrefix(x.Name, "attribute"))
			if n == 0 || len(answer[x.Name+ask.Low]) != n || len(answer[x.Name+ask.High]) != n || o.Guarantee.Proved > 2*(1+1e-9) || !public && o.Guarantee.Proved < 1.9 {
				t.Errorf("%s, %v: %d values, %v", x.Name, rel, n, o.Guarantee)
			}
			for i, v := range answer[x.Name] {
				if v < answer[x.Name+ask.Low][i] || v > answer[x.Name+ask.High][i] {
					t.Errorf("%s, %v: value %d is outside its interval", x.Name, rel, i)
				}
			}
		}
	}
}

// The exact statistic is exact. The control is the same for graphs with equally many nodes, and
// costs nothing.
func TestControls(t *testing.T) {
	net := methodtest.Network()
	other, _ := must.Two(graph.FromEdges(net.Graph.N(), nil, graph.Options{}))(t)
	plain := must.Get(NonPrivate.With(Counted{"triangles"}).RunOn(t.Context(), net, 1))(t)
	exact, err := ask.Triangles.Exact(net)
	if err != nil || plain.Values[0] != exact[0] || plain.Intervals {
		t.Errorf("%+v, want %v (%v)", plain, exact, err)
	}
	var guesses []float64
	for _, g := range []*graph.Graph{net.Graph, other} {
		r, err := Null.With(Guess{Statistic: "edges", MeanDegree: 4}).Run(t.Context(), session(t, &graph.Network{Graph: g}, gdp.EdgeLevel))
		if err != nil || r.Guarantee.Proved != 0 || r.Intervals {
			t.Fatalf("%+v, %v", r, err)
		}
		guesses = append(guesses, r.Values[0].Value)
	}
	n := float64(net.Graph.N())
	if guesses[0] != guesses[1] || guesses[0] < n || guesses[0] > 1.5*n {
		t.Errorf("guesses of %v edges on %v nodes", guesses, n)
	}
}

// Each statistic is attacked on neighbouring graphs with different values; all answers have the
// same number of values to observe.
func TestWorldsDiffer(t *testing.T) {
	for _, x := range ask.All() {
		config := Asked{Statistic: x.Name, Level: 0.9}
		for rel, on := range map[gdp.Relation]method.Attack{gdp.EdgeLevel: onEdge, gdp.NodeLevel: onNode, gdp.NodeUnbounded: onNode} {
			attack := must.Get(on.Against(config))(t)
			worlds := must.Get(attack.Make(rel))(t)
			if x.Check(session(t, worlds[1], rel), 2, 0.9) != nil || x.Name == "nodes" || rel == gdp.EdgeLevel && strings.HasPrefix(x.Name, "attribute") && !strings.Contains(x.Name, "by-degree") {
				continue
			}
			var values [2][]ask.Value
			var looks [2]int
			for i, net := range worlds {
				of := x
				if x.Name == ask.DensestPart.Name { // which also has the core numbers of its nodes
					of = ask.CoreNumbers
				}
				values[i] = must.Get(of.Exact(net))(t)
				r := must.Get(modeOf(rel).With(config).Run(t.Context(), session(t, net, rel)))(t)
				list := must.Get(attack.Look(r.Outcome()))(t)
				looks[i] = len(list)
			}
			if slices.Equal(values[0], values[1]) || looks[0] != looks[1] || looks[0] == 0 {
				t.Errorf("%s, %v: %v and %v, of which %v are looked at", x.Name, rel, values[0], values[1], looks)
			}
		}
	}
	if _, err := onEdge.Against(struct{}{}); err == nil {
		t.Error("an attack on nothing")
	}
	for name, o := range map[string]release.Release{"a graph": release.Graph{}, "no answer": release.Statistics{}} {
		if _, err := look(method.Outcome{Release: o}); err == nil {
			t.Errorf("%s is looked at", name)
		}
	}
}
