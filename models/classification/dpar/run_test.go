package dpar

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/accounting"
	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/claim"
	"github.com/graphdp/graphdp/gdp/gdptest"
	"github.com/graphdp/graphdp/models/classification/classificationtest"
	"github.com/graphdp/graphdp/models/eval/trial"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/release"
)

// plainNetwork is a network of n nodes whose first feature tells the class, in two groups
// of edges.
func plainNetwork(t testing.TB, n int) *graph.Network {
	t.Helper()
	var edges []graph.Edge
	offsets, columns, values, labels := []int64{0}, []int32{}, []float32{}, make([]int32, n)
	for u := range int32(n) {
		labels[u] = u % 2
		edges = append(edges, graph.Edge{U: u, V: (u + 2) % int32(n)}, graph.Edge{U: u, V: (u + 4) % int32(n)})
		columns, values = append(columns, labels[u], 2+u%3), append(values, 1, 1)
		offsets = append(offsets, int64(len(columns)))
	}
	g := gdptest.Graph(t, n, edges)
	x := must.Get(graph.NewAttributes(5, offsets, columns, values))(t)
	return &graph.Network{Graph: g, Attrs: x, Labels: labels, Classes: []string{"even", "odd"}}
}

func protect(t testing.TB, net *graph.Network, rel gdp.Relation, b gdp.Budget) *gdp.Session {
	return classificationtest.Protect(t, net, rel, b, gdp.Seed(5))
}

// small is a configuration for small networks.
func small(t testing.TB, m method.Mode) any {
	t.Helper()
	settings := []string{"Epochs=3", "Batch=20", "Subsample=0.5", "Roots=12", "Split.Kind=Random"}
	known := must.Get(method.Settings(m.Config()))(t)
	settings = slices.DeleteFunc(settings, func(s string) bool {
		name, _, _ := strings.Cut(s, "=")
		return !slices.ContainsFunc(known, func(k method.Setting) bool { return k.Name == name })
	})
	return must.Get(method.Set(m.Config(), settings...))(t)
}

// With a large budget the classifiers reach the attainable accuracy.
func TestModesLearn(t *testing.T) {
	net := plainNetwork(t, 600)
	for _, name := range []string{"strict", "strict-rows", "strict-by-root", "author", "nonprivate", "nonprivate-tuned"} {
		m := must.Get(Method.Mode(name))(t)
		var o method.Outcome
		var err error
		if m.Plain {
			o, err = m.RunPlain(t.Context(), net, small(t, m), 1, nil)
		} else {
			o, err = m.Run(t.Context(), protect(t, net, m.Relation, gdp.Budget{Epsilon: 60, Delta: 1e-3}), small(t, m), nil)
		}
		if err != nil {
			t.Fatal(name, err)
		}
		s := must.Get(trial.Classify(o.Release.(release.Classifier), net))(t)
		if s.Accuracy < 0.9 {
			t.Errorf("%s: accuracy %v", name, s.Accuracy)
		}
	}
}

// Invalid settings are refused before anything is spent.
func TestRefusedBeforeAnythingIsSpent(t *testing.T) {
	net := plainNetwork(t, 60)
	b := gdp.Budget{Epsilon: 1, Delta: 1e-3}
	for _, c := range []struct {
		mode    method.Mode
		budget  gdp.Budget
		setting string
		want    string
	}{
		{Published.Mode, gdp.Budget{Epsilon: 1, Delta: .5}, "Hops=2", "δ"},
		{StrictRows.Mode, gdp.Budget{Epsilon: 1e-9, Delta: 1e-9}, "Hops=2", "rows"},
		{Published.Mode, b, "RowShare=0", "RowShare is 0, but PageRank rows"},
	} {
		s := protect(t, net, c.mode.Relation, c.budget)
		config := must.Get(method.Set(c.mode.Config(), c.setting))(t)
		_, err := c.mode.Run(t.Context(), s, config, nil)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s, %s with %v: %v, want %q", c.mode.Name, c.setting, c.budget, err, c.want)
		}
		if l, err := s.Ledger(); err != nil || len(l.Entries) != 0 {
			t.Errorf("%s, %s: %d entries spent", c.mode.Name, c.setting, len(l.Entries))
		}
	}
}

// With budget, the control's class is the most frequent one; without, any.
func TestMajority(t *testing.T) {
	net := plainNetwork(t, 200)
	for u := range net.Labels {
		if u%10 != 0 {
			net.Labels[u] = 1
		}
	}
	seen := map[int]int{}
	for seed := range uint64(100) {
		for _, eps := range []gdp.Epsilon{5, 1e-4} {
			s := must.Get(gdp.Protect(net, gdp.NodeLevel, gdp.Budget{Epsilon: eps}, gdp.Seed(seed)))(t)
			r := must.Get(Null.Run(t.Context(), s))(t)
			if eps == 5 && r.Constant.Class != 1 {
				t.Error("the smaller class is chosen")
			}
			if eps < 1 {
				seen[r.Constant.Class]++
			}
		}
	}
	if seen[0] < 20 || seen[1] < 20 { // either has a probability of 1/2: 10⁻⁹ to be out
		t.Errorf("without a budget: %v", seen)
	}
}

// The attack's graphs are neighbours: they differ only in the last node.
func TestWorldsAreNeighbours(t *testing.T) {
	for _, rel := range []gdp.Relation{gdp.NodeLevel, gdp.NodeUnbounded} {
		pair := must.Get(worlds(rel))(t)
		rest := graph.Nodes(attacked - 1)
		var cut [2]*graph.Network
		for i, net := range pair {
			must.Do(t, net.Check())
			if want := attacked - (1-i)*map[gdp.Relation]int{gdp.NodeUnbounded: 1}[rel]; net.Graph.N() != want {
				t.Errorf("%v: world %d has %d nodes, want %d", rel, i, net.Graph.N(), want)
			}
			cut[i] = must.Get(net.Induced(rest))(t)
		}
		if !cut[0].Equal(cut[1]) {
			t.Errorf("%v: the worlds differ in more than a node", rel)
		}
	}
}

// An audit of the strict modes stays below the proved ε. The same attack on runs with sixteen times
// the ε finds more than 1: it would notice noise that is too small.
func TestAuditOfTheStrictModes(t *testing.T) {
	if testing.Short() {
		t.Skip("some thousand trainings")
	}
	for _, c := range []struct {
		name string
		rel  gdp.Relation
		eps  gdp.Epsilon
		runs int
	}{{"strict", gdp.NodeLevel, 1, 400}, {"strict", gdp.NodeLevel, 16, 400}, {"strict-rows", gdp.NodeUnbounded, 1, 150}, {"strict-by-root", gdp.NodeUnbounded, 1, 150}} {
		m := must.Get(Method.Mode(c.name))(t)
		at := must.Get(Method.Attacked(m))(t)
		a := must.Get(method.Audit{
			Method: "dpar", Mode: m, Attack: *at.With(c.runs, "Epochs=100"), Relation: c.rel, Budget: gdp.Budget{Epsilon: c.eps, Delta: 1e-3},
		}.Run(t.Context()))(t)
		t.Log(c.name, fmt.Sprint(a.Guarantee))
		if len(a.Broken()) > 0 {
			t.Errorf("%s under %v: audited %v of %v", c.name, c.rel, a.Bound.Epsilon, a.Guarantee.Proved)
		}
		if c.eps > 1 && max(a.Bound.Epsilon, a.Bound.IfGaussian) <= 1 {
			t.Errorf("%s under %v at ε = %v: the attack finds %v", c.name, c.rel, c.eps, a.Bound.Epsilon)
		}
	}
}

// G16. Audit of the published mode: a node with a large word value flips the gradients of the roots
// with it in their rows, in one full-batch step. The bound exceeds the claim, at a confidence of 95
// %.
func TestAuditOfThePublishedMode(t *testing.T) {
	if testing.Short() {
		t.Skip("some thousand trainings")
	}
	claim.Fails(t, "dpar", "Thms 1 to 3 together: the published mode is (1, 10⁻³)-DP for each of its settings (G4, G16). An audit of 60 nodes, one step, K = 32 and q' = .5 shows more than 2 with 1,500 runs (gdp audit dpar --mode published with --set of Epochs=1, Rate=1.5, Keep=32, Subsample=.5, Split.Share=.99 and Split.Seed=3)")
	m := must.Get(Method.Mode("published"))(t)
	a := must.Get(method.Audit{Method: "dpar", Mode: m, Attack: *ofSteps, Trials: 1500, Budget: gdp.Budget{Epsilon: 1, Delta: 1e-3}}.Run(t.Context()))(t)
	t.Log(a.Bound.Epsilon, a.Guarantee)
	if a.Guarantee.Claimed > 1+1e-9 || !a.Bound.Violates(2) || len(a.Broken()) == 0 {
		t.Errorf("claimed %v, audited %v", a.Guarantee.Claimed, a.Bound.Epsilon)
	}
}

// A plan pays for the distribution of its step: a node's own row, and the other rows that may
// contain it.
func TestPlansPayForEveryRow(t *testing.T) {
	for name, want := range map[string][2]float64{ // the number of shifts, and the largest one
		"strict-rows": {6, 1 + 2*.5}, "strict-by-root": {6, 1 + 2},
	} {
		m := must.Get(Method.Mode(name))(t)
		s := protect(t, plainNetwork(t, 120), m.Relation, gdp.Budget{Epsilon: 2, Delta: 1e-3})
		o := must.Get(m.Run(t.Context(), s, small(t, m), nil))(t)
		l := must.Get(s.Ledger())(t)
		plan := l.Entries[len(l.Entries)-1].Counted.(accounting.SelfCompose)
		step := plan.Event.(accounting.MixtureOfGaussians)
		if float64(len(step.Sensitivities)) != want[0] || math.Abs(slices.Max(step.Sensitivities)-want[1]) > 1e-12 {
			t.Errorf("%s: %v, want %v", name, step, want)
		}
		if replaced := name == "strict-by-root"; replaced != (len(step.OtherSensitivities) == 6 && slices.Max(step.OtherSensitivities) >= 2) {
			t.Errorf("%s: %v without the node", name, step)
		}
		if d := o.Details.(details); plan.Count != d.Steps || step.NoiseMultiplier != d.Multiplier || d.Rate != 20./96 {
			t.Errorf("%s: %v for %+v", name, plan, d)
		}
	}
}
