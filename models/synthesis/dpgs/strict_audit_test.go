package dpgs

import (
	"testing"

	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/method"
)

// The strict mode as it runs: the attack finds no more than the ε that is proved. Where pairs are
// asked, it finds most of ε in what the pair answered.
func TestAuditOfStrict(t *testing.T) {
	mode, err := Method.Mode("strict")
	if err != nil {
		t.Fatal(err)
	}
	audited := func(eps gdp.Epsilon, trials int) *method.Audited {
		a, err := method.Audit{Method: Method.Name, Mode: mode, Attack: *onCounts.With(0), Budget: gdp.Budget{Epsilon: eps, Delta: 1e-3}, Trials: trials, Workers: 1}.Run(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("ε = %v: %v", eps, a.Bound)
		return a
	}
	if a := audited(1, 800); len(a.Broken()) > 0 {
		t.Errorf("broken: %v, audited %v", a.Broken(), a.Bound.Epsilon)
	}
	if a := audited(8, 300); !a.Bound.Violates(2) || len(a.Broken()) > 0 {
		t.Errorf("ε = 8: audited %v", a.Bound.Epsilon)
	}
}
