package dpgs

import (
	"testing"

	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/claim"
	"github.com/graphdp/graphdp/models/method"
)

// The proved modes as they run: the attack finds at most the proved ε. It finds most of ε in one
// cell of a summary and, with randomised response, in the pair's response. At five times the ε it
// finds more than ε, so it would notice too little noise.
func TestAuditOfTheProvedModes(t *testing.T) {
	claim.Holds(t, "dpgs", "summary, its refinement, and strict: an audit of the code as it runs stays below the proved ε; that of summary notices noise five times too small")
	for _, x := range []struct {
		name   string
		mode   method.Mode
		budget gdp.Budget
		trials int
		least  gdp.Epsilon // least ε that the attack finds; 0: not required
		set    []string
	}{
		{"summary", Summary.Mode, gdp.Budget{Epsilon: 2, Delta: 1e-5}, 1200, 0.1, nil},
		{"summary, five times the ε", Summary.Mode, gdp.Budget{Epsilon: 10, Delta: 1e-5}, 1200, 2, nil},
		{"refined", Summary.Mode, gdp.Budget{Epsilon: 2, Delta: 1e-5}, 100, 0, []string{"Refinements=1", "RefineShare=0.01", "CountShare=0.99", "Candidates=2"}},
		{"strict", Strict.Mode, gdp.Budget{Epsilon: 1, Delta: 1e-3}, 800, 0, nil},
		{"strict, pairs asked", Strict.Mode, gdp.Budget{Epsilon: 8, Delta: 1e-3}, 300, 2, nil},
	} {
		a := must.Get(method.Audit{Method: Method.Name, Mode: x.mode, Attack: *onCounts.With(0, x.set...), Budget: x.budget, Trials: x.trials, Workers: 1}.Run(t.Context()))(t)
		t.Logf("%s: %v", x.name, a.Bound)
		if len(a.Broken()) > 0 || a.Bound.Epsilon < x.least {
			t.Errorf("%s: broken: %v, audited %v, want at least %v", x.name, a.Broken(), a.Bound.Epsilon, x.least)
		}
	}
}
