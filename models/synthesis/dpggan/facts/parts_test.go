package facts

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/gdp"
)

// All facts are asked for or none: what is refused is refused before anything is spent, and what is
// begun is not over the budget at the end.
func TestAllFactsOrNone(t *testing.T) {
	c := &graph.Collection{Graphs: []*graph.Network{{Graph: made(t, 4, []graph.Edge{{U: 0, V: 1}, {U: 1, V: 2}})}, {Graph: made(t, 2, nil)}}}
	ask := func(eps gdp.Epsilon, shares Shares) (entries int, err error) {
		s := session(t, c, eps, 5)
		_, err = Ask(s, c.Sizes(), eps, shares)
		l := must.Get(s.Ledger())(t)
		if err == nil && math.Abs(float64(l.Spent()/eps)-1) > 1e-6 {
			err = fmt.Errorf("%v of %v was spent", l.Spent(), eps)
		}
		return len(l.Entries), err
	}
	usual := Default()
	for _, eps := range []gdp.Epsilon{1e-9, 1e-6, 1.5e-5, 1e4, 1e9} {
		if entries, err := ask(eps, usual); err == nil || entries > 0 {
			t.Errorf("ε = %v: %d entries, %v", eps, entries, err)
		}
	}
	if entries, err := ask(1, Shares{Edges: 1 - 5e-11, Degrees: 1e-11, Gaps: 1e-11, Components: 1e-11, Hubs: 1e-11, Triangles: 1e-11}); err == nil || entries > 0 {
		t.Errorf("tiny shares: %d entries, %v", entries, err)
	}
	more := usual
	more.Edges += 9e-10
	if entries, err := ask(1, more); err != nil || entries < 4 {
		t.Errorf("shares of 1 but for rounding: %d entries, %v", entries, err)
	}
	r := rand.New(rand.NewPCG(3, 3))
	for range 300 {
		x, sum := [6]float64{}, 0.0
		for i := range x {
			x[i] = 0.01 + r.Float64()
			sum += x[i]
		}
		eps, shares := gdp.Epsilon(math.Exp(r.Float64()*12-6)), Shares{x[0] / sum, x[1] / sum, x[2] / sum, x[3] / sum, x[4] / sum, x[5] / sum}
		if entries, err := ask(eps, shares); err != nil || entries < 4 {
			t.Fatalf("ε = %v, %+v: %d entries, %v", eps, shares, entries, err)
		}
	}
}
