package seprivgemb

import (
	"context"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/release"
)

var modest = gdp.Budget{Epsilon: 1, Delta: 1e-5}

func protect(t testing.TB, g *graph.Graph, rel gdp.Relation, b gdp.Budget, opts ...gdp.Option) *gdp.Session {
	t.Helper()
	if rel == gdp.NodeUnbounded { // the nodes that are there
		opts = append([]gdp.Option{gdp.Nodes(g.N())}, opts...)
	}
	return must.Get(gdp.Protect(&graph.Network{Graph: g}, rel, b, append(opts, gdp.Seed(7))...))(t)
}

// ring returns a graph in which every node has four neighbours.
func ring(t testing.TB, n int32) *graph.Graph {
	var edges []graph.Edge
	for u := range n {
		edges = append(edges, graph.Edge{U: u, V: (u + 1) % n}, graph.Edge{U: u, V: (u + 2) % n})
	}
	return build(t, int(n), edges...)
}

func mustRun[C any](t testing.TB, s *gdp.Session, mode method.PrivateMode[C, *Result]) *Result {
	t.Helper()
	return must.Get(mode.Run(context.Background(), s))(t)
}

// with changes settings, such as "Dim=8".
func with[C any](c C, settings ...string) C {
	changed, err := method.Set(c, settings...)
	if err != nil {
		panic(err)
	}
	return changed.(C)
}

// set changes settings of a mode.
func set[C any](m method.PrivateMode[C, *Result], settings ...string) method.PrivateMode[C, *Result] {
	return m.With(with(m.Settings, settings...))
}

// small returns settings that make a mode quick, and others.
func small(t testing.TB, m method.Mode, settings ...string) any {
	t.Helper()
	c := must.Get(method.SetKnown(m.Config(), "Dim=8", "Steps=20"))(t)
	if _, paper := c.(SkipGram); paper {
		c = must.Get(method.Set(c, "Batch=16"))(t)
	}
	return must.Get(method.Set(c, settings...))(t)
}

// sessions are the modes that spend a budget.
var sessions = []method.Mode{Published.Mode, Author.Mode, ZeroGradient.Mode, PoissonSkipGram.Mode, BiasedSkipGram.Mode, Projection.Mode, Control.Mode, Strict.Mode}

// Every mode stays within its budget. The proved ones spend nearly all of it and make no claims;
// the others state why nothing is proved. Rows are finite. Skip-grams have a second matrix, and a
// result describes the run like the outcome.
func TestGuarantees(t *testing.T) {
	g := ring(t, 120)
	for _, m := range sessions {
		proved, degrees, steps := m.Unproved == "", m.Name == "control" || m.Name == "strict", m.Name != "control" && m.Name != "strict" && m.Name != "projection"
		o, err := m.Run(t.Context(), protect(t, g, m.Relation, modest), small(t, m), nil)
		if err != nil {
			t.Fatal(m.Name, err)
		}
		e := o.Release.(release.Embedding)
		if e.N() != g.N() || e.Dim() != 8 {
			t.Errorf("%s: %d rows of %d", m.Name, e.N(), e.Dim())
		}
		for i, x := range e.Values() {
			if x-x != 0 {
				t.Fatalf("%s: node %d has the entry %v", m.Name, i/8, x)
			}
		}
		switch p := o.Guarantee; {
		case p.Claimed > modest.Epsilon*(1+1e-9) || p.Claimed <= 0:
			t.Errorf("%s: claimed %v", m.Name, p.Claimed)
		case proved && (p.Proved != p.Claimed || p.Proved < 0.99*modest.Epsilon):
			t.Errorf("%s: proved %v, claimed %v", m.Name, p.Proved, p.Claimed)
		case !proved && (!math.IsInf(float64(p.Proved), 1) || p.Reason == ""):
			t.Errorf("%s: proved %v because %q", m.Name, p.Proved, p.Reason)
		}
		if (e.Other != nil) != (steps && m.Name != "biased-skip-gram") || (e.Pairs != nil) != (degrees || m.Name == "biased-skip-gram") {
			t.Errorf("%s: second rows %v, scores of pairs %v", m.Name, e.Other != nil, e.Pairs != nil)
		}
		d := o.Details.(details)
		if (d.Steps > 0) != steps || !(d.Multiplier > 0) || (len(d.Degrees) > 0) != degrees || !strings.Contains(d.String(), "noise multiplier") {
			t.Errorf("%s: %s", m.Name, d)
		}
		if _, err := m.Run(t.Context(), protect(t, g, m.Relation, modest, gdp.ProvedOnly()), small(t, m), nil); (err == nil) != proved {
			t.Errorf("%s in a session that takes proofs alone: %v", m.Name, err)
		}
		// All of them need δ > 0, but those whose noise is Laplace's.
		if _, err := m.Run(t.Context(), protect(t, g, m.Relation, gdp.Budget{Epsilon: 1}), small(t, m), nil); (err == nil) != degrees {
			t.Errorf("%s with δ = 0: %v", m.Name, err)
		}
	}
}

// Invalid settings and unsuitable graphs are refused before anything is spent.
func TestARefusedSettingCostsNothing(t *testing.T) {
	refused := func(m method.Mode, g *graph.Graph, b gdp.Budget, settings ...string) {
		t.Helper()
		s := protect(t, g, m.Relation, b)
		_, err := m.Run(t.Context(), s, with(m.Config(), settings...), nil)
		l := must.Get(s.Ledger())(t)
		if err == nil || len(l.Entries) != 0 || strings.Contains(err.Error(), "gdp: gdp:") || strings.Contains(err.Error(), "NaN") {
			t.Errorf("%s, %v: %v, after %v was spent", m.Name, settings, err, l.Entries)
		}
	}
	g, huge := random(t, 5, 120, 600), fmt.Sprint(1<<62)
	for _, m := range sessions {
		refused(m, g, modest, "Dim="+huge)
		refused(m, build(t, 1), modest)
		if m.Unproved == "" { // the published ones take a step whatever the budget is
			refused(m, g, gdp.Budget{Epsilon: 1e-25, Delta: 1e-30})
		}
		long := []string{fmt.Sprintf("Dim=%d", 1<<15)}
		switch m.Config().(type) {
		case PoissonSampled, SkipGram:
			for _, settings := range [][]string{{"Negatives=1000", "Dim=1000"}, {"Batch=" + huge}, {"Rate=1e-9", "Clip=1e-9"}, {"Rate=1e9", "Clip=1e9"}} {
				refused(m, g, modest, settings...)
			}
			long = append(long, "Negatives=0")
		}
		refused(m, build(t, 1<<16), modest, long...)
	}
	refused(Published.Mode, g, modest, "Sigma=1e300")
	refused(Published.Mode, g, modest, "Sigma=1e15", "Clip=2")
	refused(Published.Mode, g, modest, fmt.Sprintf("Batch=%d", 120*119/2+1))
	for _, settings := range []string{"Degrees=0.6", "Edges=0.3", "Groups=0"} { // shares that leave nothing, or more than there is
		refused(Strict.Mode, g, modest, settings)
	}
	c := printed
	c.Noise = silent
	for _, c := range []SkipGram{c, with(printed, "Batch=1000")} { // more than there are edges, though not than there can be
		if _, err := Published.With(c).Run(t.Context(), protect(t, g, gdp.NodeLevel, modest)); err == nil {
			t.Errorf("accepted %+v", c)
		}
	}
	if err := (Projected{Dim: 1}).checkNodes(maxProjected); err == nil {
		t.Error("a projection of more nodes than sums are exact for")
	}
	if _, err := NonPrivate.RunOn(t.Context(), &graph.Network{Graph: build(t, 3)}, 1); err == nil {
		t.Error("trained on no edges")
	}
}

// Settings just within the limits run to the end.
func TestTheLimitsAreWithinReach(t *testing.T) {
	for _, settings := range [][]string{
		{"Negatives=1024"}, {"Negatives=0", fmt.Sprintf("Dim=%d", 1<<16)},
		{"Clip=1e15", "Rate=1"}, {"Clip=1", "Rate=1e15"}, {"Clip=1e-15", "Rate=1"}, {"Clip=1", "Rate=1e-15"},
		{fmt.Sprintf("Batch=%d", 1<<30), "Clip=1e9"},
	} {
		c := with(with(sparsely, "Dim=8", "Steps=2", "Rate=1"), settings...)
		mustRun(t, protect(t, ring(t, 12), gdp.EdgeLevel, modest), PoissonSkipGram.With(c))
	}
	mustRun(t, protect(t, ring(t, 120), gdp.NodeLevel, modest), set(Published, "Dim=8", "Steps=20", "Batch=16", "Sigma=1e12"))
}

// Without noise, skip-gram learns: neighbours' scores rise above the others'.
func TestTrainLearns(t *testing.T) {
	g := random(t, 8, 60, 200)
	c := NonPrivate.Settings
	c.Dim, c.Proximity, c.Batch, c.Steps, c.Rate, c.Centres, c.Init = 16, Uniform, 64, 2000, 1, RandomEnd, 0.3
	r := must.Get(NonPrivate.With(c).RunOn(t.Context(), &graph.Network{Graph: g}, 1))(t)
	var sum, count [2]float64
	for u := range int32(g.N()) {
		for v := range int32(g.N()) {
			k := 0
			if g.HasEdge(u, v) {
				k = 1
			}
			sum[k] += dot64(r.In.Row(u), r.Out.Row(v))
			count[k]++
		}
	}
	if edge, none := sum[1]/count[1], sum[0]/count[0]; edge < none+1 {
		t.Errorf("mean score of edges %v, of other pairs %v", edge, none)
	}
}
