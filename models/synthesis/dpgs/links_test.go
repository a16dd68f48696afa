package dpgs

import (
	"math"
	"testing"

	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/models/eval/trial"
	"github.com/graphdp/graphdp/models/method/release"
)

// Pairs of each kind are counted as they are, one by one.
func TestPairs(t *testing.T) {
	r := source(11)
	for range 20 {
		l := alike(t, 2+r.IntN(40), 1<<r.IntN(4), r)
		want := make([]float64, l.kinds())
		for u := range int32(len(l.class)) {
			for v := range u {
				want[l.kind(u, v)]++
			}
		}
		for k, x := range l.pairs() {
			if x != want[k] {
				t.Fatalf("%v pairs of kind %d, want %v", x, k, want[k])
			}
		}
	}
}

// Hidden edges of a graph whose nodes are joined by class and degree are told by what is released
// of the rest; with little noise, nearly as well as without any.
func TestLinks(t *testing.T) {
	net := blocks(t, 4, 100, 0.1, 0.004, 1)
	hidden := must.Get(trial.SplitLinks(net.Graph, 0.2, source(3)))(t)
	rest := *net
	rest.Graph = hidden.Train
	auc := func(d *Result, err error) float64 {
		if err != nil {
			t.Fatal(err)
		}
		score := must.Get(d.Outcome().Release.(release.Graph).Scores())(t)
		return must.Get(hidden.AUC(score))(t)
	}
	exact := auc(StrictNonPrivate.RunOn(t.Context(), &rest, 1))
	noisy := auc(Strict.Run(t.Context(), protect(t, &rest, 8)))
	if exact < 0.83 || math.Abs(exact-noisy) > 0.03 { // classes alone have .82: 89 % of the edges are within them, and a quarter of the pairs
		t.Errorf("AUC %v without noise, %v with noise", exact, noisy)
	}
	d := must.Get(StrictNonPrivate.RunOn(t.Context(), net, 1))(t)
	for name, bad := range map[string]*Result{
		"nothing": nil, "no kinds": {Degrees: d.Degrees, Kinds: d.Kinds}, "no degrees": {Kinds: d.Kinds, kinds: d.kinds},
		"other nodes": {Degrees: d.Degrees[:3], Kinds: d.Kinds, kinds: d.kinds}, "other kinds": {Degrees: d.Degrees, Kinds: d.Kinds[:2], kinds: d.kinds},
	} {
		if _, err := bad.Links(); err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
}
