package dpgs

import (
	"context"
	"testing"

	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/audit"
	"github.com/graphdp/graphdp/gdp/claim"
)

// attacked runs a mode many times on two neighbours, and looks at one number of the attack: the
// edges of the summary within the cluster of node 0 (2).
func attacked(t *testing.T, b gdp.Budget, runs, number int, run func(ctx context.Context, s *gdp.Session) (*Result, error)) (audit.Bound, gdp.Guarantee) {
	t.Helper()
	nets, err := worlds(gdp.EdgeLevel)
	if err != nil {
		t.Fatal(err)
	}
	var guarantee gdp.Guarantee
	outputs, err := audit.Campaign{Name: "dpgs", Runs: runs, Workers: 1}.Collect(context.Background(), func(ctx context.Context, world, i int) ([]float64, error) {
		s, err := gdp.Protect(nets[world], gdp.EdgeLevel, b, gdp.Seed(uint64(2*i+world)))
		if err != nil {
			return nil, err
		}
		r, err := run(ctx, s)
		if err != nil {
			return nil, err
		}
		guarantee = *r.Guarantee
		return look(r.Outcome())
	})
	if err != nil {
		t.Fatal(err)
	}
	found, err := audit.Attack{Distinguisher: audit.Entry(number), Level: audit.Level{Delta: b.Delta, Confidence: 0.999}}.Bound(outputs)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%v; audited: %v", guarantee, found)
	return found, guarantee
}

// The modes as they run: an attack on one cell finds some of the ε that is proved, and no more. The
// same attack on a run with five times the ε finds more than that, so that it would notice noise
// too small.
func TestAuditOfTheStrictModes(t *testing.T) {
	claim.Holds(t, "dpgs", "summary, its refinement, noisy-features and trained: an audit of the code as it runs stays below the proved ε; that of summary notices noise five times too small")
	summary := Summary()
	summary.Clusters, summary.Dim = 2, 4
	refined := summary
	refined.Refinements, refined.RefineShare, refined.CountShare, refined.Candidates = 1, 0.01, 0.99, 2
	hidden := NoisyFeatures()
	hidden.Clusters, hidden.Dim = 2, 4
	trained := Trained()
	trained.Clusters, trained.Dim, trained.Width, trained.Steps, trained.SampleRate, trained.TrainShare, trained.CountShare = 2, 2, 2, 2, 1, 0.01, 0.99
	for _, m := range []struct {
		name string
		runs int
		run  func(ctx context.Context, s *gdp.Session) (*Result, error)
		// A cluster that the attacker does not know hides the cell.
		blind bool
	}{
		{"summary", 1200, func(ctx context.Context, s *gdp.Session) (*Result, error) { return Run(ctx, s, summary, nil) }, false},
		{"refined", 100, func(ctx context.Context, s *gdp.Session) (*Result, error) { return Run(ctx, s, refined, nil) }, true},
		{"noisy features", 400, func(ctx context.Context, s *gdp.Session) (*Result, error) { return Run(ctx, s, hidden, nil) }, true},
		{"trained", 200, func(ctx context.Context, s *gdp.Session) (*Result, error) { return Run(ctx, s, trained, nil) }, true},
	} {
		t.Run(m.name, func(t *testing.T) {
			b, g := attacked(t, gdp.Budget{Epsilon: 2, Delta: 1e-5}, m.runs, 2, m.run)
			if b.Violates(g.Proved) || b.Epsilon == 0 && !m.blind {
				t.Errorf("audited %v, proved %v", b.Epsilon, g.Proved)
			}
			if m.blind {
				return
			}
			if b, _ := attacked(t, gdp.Budget{Epsilon: 10, Delta: 1e-5}, m.runs, 2, m.run); !b.Violates(2) {
				t.Errorf("five times the ε: audited %v", b.Epsilon)
			}
		})
	}
}
