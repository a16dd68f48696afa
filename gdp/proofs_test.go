package gdp_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/gdp"
)

func pair(t *testing.T, options ...gdp.Option) *gdp.Session {
	t.Helper()
	g, _ := must.Two(graph.FromEdges(2, []graph.Edge{{U: 0, V: 1}}, graph.Options{}))(t)
	return must.Get(gdp.Protect(&graph.Network{Graph: g}, gdp.EdgeLevel, gdp.Budget{Epsilon: 10, Delta: 1e-5}, options...))(t)
}

func edgesBy(p gdp.Basis) gdp.Bounded[gdp.L1] {
	return gdp.Query("edges", gdp.EdgeLevel, gdp.L1(1), p, func(d *gdp.Data) ([]float64, error) {
		return []float64{float64(d.Network.Graph.M())}, nil
	})
}

func about(x gdp.Epsilon, want float64) bool { return math.Abs(float64(x)-want) < 1e-3 }

// An unregistered document is not a proof. A bound that rests on it is asserted, with the asserting
// package, in the ledger, the guarantee and JSON.
func TestAssertedIsNotProved(t *testing.T) {
	const me = "github.com/graphdp/graphdp/gdp_test"
	known := gdp.Proof{Doc: "proofs/queries.md#edge-count", Test: "TestEdgeCount"}
	for what, p := range map[string]gdp.Proof{
		"no such document":    {Doc: "no such document", Test: "TestEdgeCount"},
		"no such section":     {Doc: "proofs/queries.md#no-such-section", Test: "TestEdgeCount"},
		"another test":        {Doc: "proofs/queries.md#edge-count", Test: "TestElsewhere"},
		"a test of elsewhere": {Doc: "proofs/queries.md#edge-count", Test: "TestWedgeCount"},
	} {
		if p.Known() {
			t.Errorf("%s: known", what)
		}
		s := pair(t)
		must.Get(gdp.Laplace(s, "mine", edgesBy(p), 1))(t)
		must.Get(gdp.Laplace(s, "ours", edgesBy(known), 1))(t)
		g, err := s.Guarantee()
		if err != nil || !math.IsInf(float64(g.Proved), 1) || !about(g.Claimed, 2) || !about(g.Asserted, 2) || fmt.Sprint(g.By) != "["+me+"]" || !strings.Contains(g.Reason, "asserted by "+me) {
			t.Errorf("%s: %v, by %v, because %q (%v)", what, g, g.By, g.Reason, err)
		}
		if text := g.String(); !strings.Contains(text, "proved +∞ · asserted 2 by "+me) {
			t.Errorf("%s: written %s", what, text)
		}
		text, err := json.Marshal(g)
		var back gdp.Guarantee
		if err2 := json.Unmarshal(text, &back); err != nil || err2 != nil || !strings.Contains(string(text), `"asserted":`) || back.String() != g.String() {
			t.Errorf("%s: in JSON %s, and back %v (%v, %v)", what, text, back, err, err2)
		}
		l, err := s.Ledger()
		if err != nil || l.Entries[0].By != me || l.Entries[1].By != "" || !strings.Contains(l.String(), "asserted by "+me) {
			t.Errorf("%s: %v (%v)", what, l, err)
		}
		if _, err := gdp.Laplace(pair(t, gdp.ProvedOnly()), "mine", edgesBy(p), 1); !errors.Is(err, gdp.ErrAsserted) {
			t.Errorf("%s where proofs alone are taken: %v", what, err)
		}
		plan := gdp.Plan{Label: "mine", Steps: 1, Sampling: gdp.FullBatch{}, Multiplier: 9, Sensitivity: 1, Basis: p}
		must.Get(s.Train(plan))(t)
		if l, err := s.Ledger(); err != nil || l.Entries[2].By != me {
			t.Errorf("%s, a training: %v (%v)", what, l, err)
		}
	}
	s := pair(t, gdp.ProvedOnly())
	must.Get(gdp.Laplace(s, "ours", edgesBy(known), 1))(t)
	if g, err := s.Guarantee(); err != nil || !about(g.Proved, 1) || g.By != nil || strings.Contains(g.String(), "asserted") {
		t.Errorf("%v (%v)", g, err)
	}
}

// Nobody's word covers the nodes that occur, either.
func TestNodesThatOccurAreNotAsserted(t *testing.T) {
	g, _ := must.Two(graph.FromEdges(2, []graph.Edge{{U: 0, V: 1}}, graph.Options{}))(t)
	s := must.Get(gdp.Protect(&graph.Network{Graph: g, ReadOff: graph.ReadOff{Nodes: true}}, gdp.EdgeLevel, gdp.Budget{Epsilon: 10, Delta: 1e-5}, gdp.NodesThatOccur()))(t)
	must.Get(gdp.Laplace(s, "mine", edgesBy(gdp.Proof{Doc: "no such document", Test: "TestEdgeCount"}), 1))(t)
	got, err := s.Guarantee()
	if err != nil || got.By == nil || !math.IsInf(float64(got.Asserted), 1) || !math.IsInf(float64(got.Proved), 1) || !strings.Contains(got.Reason, "; asserted by") {
		t.Errorf("%v (%v)", got, err)
	}
}

// A module registers its own documents.
func TestRegisterProofs(t *testing.T) {
	p := gdp.Proof{Doc: "here.md#the-bound", Test: "TestTheBound"}
	if p.Known() {
		t.Fatal("known before it was registered")
	}
	err := gdp.RegisterProofs(fstest.MapFS{"here.md": {Data: []byte("# Here\n\n## The bound\n\nIs 1 (`TestTheBound`).\n\n## Else\n\n`TestOther`\n")}})
	if err != nil || !p.Known() {
		t.Errorf("not known: %v", err)
	}
	if (gdp.Proof{Doc: "here.md#the-bound", Test: "TestOther"}).Known() {
		t.Error("a test that another section names")
	}
	if !(gdp.Proof{Doc: "here.md", Test: "TestOther"}).Known() {
		t.Error("a proof that is the whole document")
	}
	if err := gdp.RegisterProofs(nil); err == nil {
		t.Error("nil documents are registered")
	}
}
