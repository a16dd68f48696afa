package gdp_test

import (
	"errors"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/query"
)

// Affords checks the budget before anything is paid. A paid label is not checked again.
func TestAffords(t *testing.T) {
	g, _ := must.Two(graph.FromEdges(4, []graph.Edge{{U: 0, V: 1}, {U: 1, V: 2}}, graph.Options{}))(t)
	s := must.Get(gdp.Protect(&graph.Network{Graph: g}, gdp.EdgeLevel, gdp.Budget{Epsilon: 1}, gdp.Seed(1)))(t)
	count := query.EdgeCount[gdp.L1](gdp.EdgeLevel, 4, 3)
	ask := func(eps ...gdp.Epsilon) error {
		var spends []gdp.Spend
		for i, e := range eps {
			spends = append(spends, gdp.NewLaplace([]string{"a", "b", "c"}[i], count, e))
		}
		return s.Affords(spends...)
	}
	if err := ask(.5, .3, .2); err != nil {
		t.Errorf("all of the budget: %v", err)
	}
	if err := ask(.5, .3, .21); !errors.Is(err, gdp.ErrBudget) {
		t.Errorf("more than the budget: %v", err)
	}
	if l, err := s.Ledger(); err != nil || len(l.Entries) != 0 {
		t.Errorf("a question was paid for: %v, %v", l, err)
	}
	must.Get(gdp.Laplace(s, "a", count, .5))(t)
	must.Get(gdp.Laplace(s, "c", count, .4))(t) // the answer to a let it be more than was asked for
	if err := ask(.5, .3, .2); err != nil {
		t.Errorf("a run that goes on: %v", err)
	}
	if err := s.Affords(gdp.NewLaplace("d", count, .51)); !errors.Is(err, gdp.ErrBudget) {
		t.Errorf("more than is left: %v", err)
	}
	if s.Affords() == nil || s.Affords(nil) == nil || (*gdp.Session)(nil).Affords(gdp.NewLaplace("d", count, .1)) == nil {
		t.Error("nothing is asked for, and accepted")
	}
}
