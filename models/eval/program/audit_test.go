package program

import (
	"context"
	"os"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/method"
)

// asked returns the description of a small program.
func asked(t *testing.T, s sample) *Program {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	p := &Program{Name: s.name, Command: Words{exe, s.name}, Releases: s.releases, Relation: s.relation, Worker: true, Time: "1m"}
	if err := New(p); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.Close)
	return p
}

// The audit breaks the claim of every faulty program at ε = 1, and at 99.9 % of no honest one.
func TestAuditFindsFaults(t *testing.T) {
	for _, s := range small {
		t.Run(s.name, func(t *testing.T) {
			t.Parallel()
			p := asked(t, s)
			found, err := Audit{Program: p, Audit: method.Audit{Budget: gdp.Budget{Epsilon: 1, Delta: gdp.Delta(s.delta)}, Trials: 1200, Confidence: 0.999, Workers: 1}}.Run(context.Background())
			if err != nil {
				t.Fatal(err)
			}
			t.Logf("ε ≥ %.3g by %s, %s (%s); %s", float64(found.Bound.Epsilon), found.Looks, found.Bound.Method, found.Worlds, strings.Join(found.Checks, "; "))
			if broken := found.Broken() != nil; broken != s.faulty {
				t.Errorf("faulty: %v; audited ε ≥ %v", s.faulty, found.Bound.Epsilon)
			}
		})
	}
}
