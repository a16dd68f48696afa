package dpgs

import (
	"testing"

	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/method"
)

// The strict mode as it runs: the attack finds no more than the ε that is proved, and with the
// noise of eight times that ε it finds more, so that it would notice noise too small.
func TestAuditOfStrict(t *testing.T) {
	mode, err := Method.Mode("strict")
	if err != nil {
		t.Fatal(err)
	}
	audited := func(eps gdp.Epsilon) *method.Audited {
		a, err := method.Audit{Method: Method.Name, Mode: mode, Attack: *onCounts.With(0), Budget: gdp.Budget{Epsilon: eps, Delta: 1e-3}, Trials: 800, Workers: 1}.Run(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("ε = %v: %v", eps, a.Bound)
		return a
	}
	if a := audited(1); len(a.Broken()) > 0 {
		t.Errorf("broken: %v, audited %v", a.Broken(), a.Bound.Epsilon)
	}
	if a := audited(8); !a.Bound.Violates(1) {
		t.Errorf("eight times the ε: audited %v", a.Bound.Epsilon)
	}
}
