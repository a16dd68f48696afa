package privdpr

import (
	"context"
	"math"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/data/embed"
	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/audit"
	"github.com/graphdp/graphdp/gdp/claim"
	"github.com/graphdp/graphdp/models/method"
)

// The strict release as it runs: the attack on its share of isolated nodes finds part of the proved
// ε, and no more. At four times the ε it finds more than that, so it would notice too little noise.
func TestAuditOfTheStrictRelease(t *testing.T) {
	claim.Holds(t, "privdpr", "Strict release: an audit of the code as it runs stays below the proved ε, and notices noise four times too small")
	for eps, least := range map[gdp.Epsilon]gdp.Epsilon{1: 0.5, 4: 2.5} {
		found := must.Get(method.Audit{Method: Method.Name, Mode: Strict.Mode, Attack: onIsolated, Budget: gdp.Budget{Epsilon: eps}, Trials: 3000}.Run(t.Context()))(t)
		t.Logf("strict: %v", found.Guarantee)
		if found.Broken() != nil || found.Bound.Epsilon < least {
			t.Errorf("audited %v, proved %v", found.Bound.Epsilon, found.Guarantee.Proved)
		}
	}
}

// The published method as it runs: nothing is found, and almost nothing is proved. The authors'
// rule to skip empty batches is detected at once, since V then keeps its initial values.
func TestAuditOfThePublishedMethod(t *testing.T) {
	claim.Fails(t, "privdpr", "Authors' code: skipping batches without pairs keeps (ε, δ) (an audit finds more than the claimed ε: G9)")
	worlds := must.Get(method.Hub()(gdp.NodeLevel))(t)
	for _, skip := range []bool{false, true} {
		mode := small(Published)
		mode.Settings.Author.SkipEmpty = skip
		var guarantee gdp.Guarantee
		outputs := must.Get(audit.Campaign{Name: "privdpr", Runs: 250, Workers: 1}.Collect(t.Context(), func(ctx context.Context, world, i int) ([]float64, error) {
			s, err := gdp.Protect(worlds[world], gdp.NodeLevel, gdp.Budget{Epsilon: 1, Delta: 1e-5}, gdp.Seed(uint64(2*i+world)))
			if err != nil {
				return nil, err
			}
			r, err := mode.Run(ctx, s)
			if err != nil {
				return nil, err
			}
			guarantee = *r.Guarantee
			l, err := s.Ledger()
			if err != nil {
				return nil, err
			}
			scope, _, _ := strings.Cut(l.Entries[0].Label, "/")
			first, err := embed.Glorot(64, 8, s.Scope(scope).PublicStream("embedding"))
			if err != nil {
				return nil, err
			}
			total := 0.0 // distance of V from its initial values
			for i, x := range r.Embedding.Values() {
				total += math.Pow(float64(x-first.Values()[i]), 2)
			}
			return []float64{total}, nil
		}))(t)
		found, err := audit.Attack{Distinguisher: audit.Entry(0), Level: audit.Level{Delta: 1e-5, Confidence: 0.95}}.Bound(outputs)
		if err != nil || found.Violates(guarantee.Claimed) != skip {
			t.Errorf("skipping %v: audited %v, claimed %v, %v", skip, found.Epsilon, guarantee.Claimed, err)
		}
	}
}
