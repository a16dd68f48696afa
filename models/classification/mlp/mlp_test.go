package mlp

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/gen"
	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/classification/classificationtest"
)

// words is a network of three classes whose words tell them.
func words(t testing.TB, n int) *graph.Network {
	t.Helper()
	r := rand.New(rand.NewPCG(2, 5))
	g, _ := must.Two(graph.FromEdges(n, nil, graph.Options{}))(t)
	net := &graph.Network{Graph: g, Labels: make([]int32, n), Classes: []string{"a", "b", "c"}}
	for u := range net.Labels {
		net.Labels[u] = int32(u % 3)
	}
	net.Attrs = must.Get(gen.Words(net.Labels, 3, gen.Vocabulary{Columns: 30, PerNode: 6, OwnShare: 0.7}, r))(t)
	return net
}

// All modes learn from words, the private one with its budget; untrained weights do not. At edge
// level nothing is spent, at node level all of the budget.
func TestModesLearnAndPay(t *testing.T) {
	net, b := words(t, 1500), gdp.Budget{Epsilon: 8, Delta: 1e-5}
	public := Published.Settings
	public.Backend = "go"
	r := must.Get(Published.With(public).Run(t.Context(), classificationtest.Protect(t, net, gdp.EdgeLevel, b)))(t)
	if a := classificationtest.Accuracy(r.Outcome(), net); a < 0.85 || r.Guarantee.Proved != 0 {
		t.Errorf("published: accuracy %v at ε = %v", a, r.Guarantee.Proved)
	}
	plain := must.Get(NonPrivate.With(public).RunOn(t.Context(), net, 4))(t)
	if a := classificationtest.Accuracy(plain.Outcome(), net); a < 0.85 || plain.Guarantee != nil {
		t.Errorf("plain: accuracy %v", a)
	}
	for _, rel := range []gdp.Relation{gdp.NodeLevel} {
		c := Strict.Settings
		c.Backend = "go"
		r := must.Get(Strict.With(c).Run(t.Context(), classificationtest.Protect(t, net, rel, b)))(t)
		if a := classificationtest.Accuracy(r.Outcome(), net); a < 0.7 || r.Guarantee.Proved > 8 || r.Guarantee.Proved < 7.9 || r.Multiplier < 0.3 {
			t.Errorf("%v: accuracy %v at ε = %v, multiplier %v", rel, a, r.Guarantee.Proved, r.Multiplier)
		}
		small := Private{Layers: 3, Hidden: 4, Activation: "selu", Rate: 0.01, Batch: 200, Epochs: 2, Clip: 0.5, Split: c.Split, Backend: "go"}
		s := classificationtest.Protect(t, net, rel, b)
		r = must.Get(Strict.With(small).Run(t.Context(), s))(t)
		l, err := s.Ledger()
		if err != nil || len(l.Entries) != 1 || l.Entries[0].Bound != "ℓ2 ≤ 0.5" || r.Steps != 12 || math.Abs(r.Rate-200.0/1200) > 1e-12 {
			t.Errorf("%d steps at rate %v, the ledger is %v, %v", r.Steps, r.Rate, l, err)
		}
	}
	s := classificationtest.Protect(t, net, gdp.NodeLevel, b)
	r = must.Get(Null.Run(t.Context(), s))(t)
	if a := classificationtest.Accuracy(r.Outcome(), net); a > 0.6 || r.Guarantee.Proved != 0 {
		t.Errorf("null: accuracy %v at ε = %v", a, r.Guarantee.Proved)
	}
}
