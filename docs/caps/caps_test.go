package main

import (
	"testing"

	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/query"
)

// The rules of gdp/query lose at most 3 % more than the best of their form on the smaller
// generated graphs, and no rule c·√ε does as well. With half or twice the cap they
// are worse by more than that.
func TestCapsAreThoseOfGeneratedGraphs(t *testing.T) {
	made, err := generated(1000)
	if err != nil {
		t.Fatal(err)
	}
	more, err := generated(3000)
	if err != nil {
		t.Fatal(err)
	}
	made = append(made, more...)
	for _, x := range []struct {
		name string
		loss func(named, int) losses
		rule func(n int, eps gdp.Epsilon) int
	}{{"DegreeCap", degreeLosses, query.DegreeCap}, {"EdgeCap", edgeLosses, query.EdgeCap}} {
		set, err := tables(made, x.loss, 2)
		if err != nil {
			t.Fatal(err)
		}
		scaled := func(by float64) float64 {
			return mean(set, func(n int, eps gdp.Epsilon) float64 { return by * float64(x.rule(n, eps)) })
		}
		best, simple := forms[1].best(set), forms[0].best(set)
		least := mean(set, best.cap)
		t.Logf("%s loses %.4f, half of it %.4f, twice %.4f; %.3g·√(nε) %.4f; %.3g·√ε %.4f; the best for each graph %.4f",
			x.name, scaled(1), scaled(0.5), scaled(2), best.factor, least, simple.factor, mean(set, simple.cap), oracle(set))
		if scaled(1) > 1.03*least || mean(set, simple.cap) < least {
			t.Errorf("%s is not the rule of these graphs", x.name)
		}
		if scaled(0.5) < 1.03*least || scaled(2) < 1.03*least {
			t.Errorf("%s: these graphs do not tell caps apart", x.name)
		}
	}
}

// A private choice loses at least what the best candidate does.
func TestPaid(t *testing.T) {
	made, err := generated(1000)
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range made[:2] {
		expected, least, err := paid(x, 0.8, 0.2, 1)
		if err != nil || !(least > 0 && least <= expected && expected < 3) {
			t.Errorf("%s: %v, at least %v; %v", x.name, expected, least, err)
		}
		if sure, least, err := paid(x, 200, 0.2, 1); err != nil || sure > least+0.1 { // no noise to speak of
			t.Errorf("%s: with a large budget %v, at least %v; %v", x.name, sure, least, err)
		}
	}
}
