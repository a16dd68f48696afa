package facts

import (
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/gdp"
)

// Asked again by a run that was killed after all facts, and in between, nothing is spent twice and
// the facts are the same: where graphs have hubs, too, and other shares are spent than where they
// have none.
func TestAskGoesOn(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 8))
	for name, c := range map[string]*graph.Collection{"hubs": crews(t, 20, r), "none": sparse(t, 20, r)} {
		s := session(t, c, 1, 1)
		first := must.Get(Ask(s, c.Sizes(), 1, Default()))(t)
		again, err := Ask(s, c.Sizes(), 1, Default())
		if err != nil || !reflect.DeepEqual(first, again) {
			t.Errorf("%s: asked again: %v, or other facts", name, err)
		}
		if g, err := s.Guarantee(); err != nil || g.Proved > 1+1e-9 {
			t.Errorf("%s: %v, %v", name, g, err)
		}
	}
	// Large shares are refused before anything is spent, on either path.
	for _, eps := range []gdp.Epsilon{1100, 1500, 2500} {
		c := crews(t, 20, r)
		s := session(t, c, eps, 1)
		if _, err := Ask(s, c.Sizes(), eps, Default()); err == nil {
			continue
		}
		if l, err := s.Ledger(); err != nil || len(l.Entries) > 0 {
			t.Errorf("ε = %v: refused after %v, %v", eps, l, err)
		}
	}
}
