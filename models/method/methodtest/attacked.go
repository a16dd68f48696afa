package methodtest

import (
	"fmt"
	"reflect"
	"testing"

	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/method"
)

// confidence is that of the audit's bound.
const confidence = 1 - 1e-7

// Attacked audits a mode by its declared attack, with the given number of runs.
func Attacked(t *testing.T, m method.Method, mode string, eps gdp.Epsilon, runs int, settings ...string) *method.Audited {
	t.Helper()
	found := must.Get(m.Mode(mode))(t)
	attack := must.Get(m.Attacked(found))(t)
	audited := must.Get(method.Audit{
		Method: m.Name, Mode: found, Attack: *attack.With(runs, settings...), Budget: gdp.Budget{Epsilon: eps, Delta: 1e-5}, Workers: 1,
	}.Run(t.Context()))(t)
	t.Logf("%s: %v", mode, audited.Guarantee)
	return audited
}

// tiny audits a mode with a proof at the least budget of 0.01, 0.02, 0.04 … for which it runs. The
// bound exceeds the proved ε with probability at most 10⁻⁷.
func tiny(s *subject) error {
	if s.mode.Plain || s.mode.Unproved != "" {
		return nil
	}
	attack, err := s.method.Attacked(s.mode)
	if err != nil {
		return err
	}
	config, err := method.SetKnown(s.small, attack.Settings...)
	if err != nil {
		return err
	}
	r := s.leastBudget()
	found, err := method.Audit{
		Method: s.method.Name, Mode: s.mode, Config: config, Attack: attack, Confidence: confidence, Budget: r.budget, Trials: s.Trials,
	}.Run(s.ctx)
	if err != nil {
		return err
	}
	switch most := max(found.Guarantee.Proved, r.budget.Epsilon); {
	case found.Most <= 2*r.budget.Epsilon:
		return fmt.Errorf("%d runs find no ε above %.3g: want more Trials", s.Trials, float64(found.Most))
	case found.Bound.Epsilon > most:
		return fmt.Errorf("an attack on %s finds ε ≥ %.3g, and %.3g is proved", attack.Looks, float64(found.Bound.Epsilon), float64(found.Guarantee.Proved))
	}
	return nil
}

// leastBudget returns a run at the least ε of 0.01, 0.02, 0.04 … for which the mode runs.
func (s *subject) leastBudget() run {
	r := s.usual()
	for r.budget.Epsilon = 0.01; r.budget.Epsilon < s.Budget.Epsilon; r.budget.Epsilon *= 2 {
		if _, _, err := s.do(s.ctx, r); err == nil {
			break
		}
	}
	return r
}

// control compares the runs of a control on two neighbouring graphs with the same seed. Their
// spends must be equal; their releases must be equal if they spend nothing.
func control(s *subject) error {
	m := s.mode
	if m.Plain || m.Role != method.Null && (m.Role != method.Control || m.Unproved != "") {
		return nil
	}
	worlds, err := s.worlds()
	if err != nil {
		return err
	}
	a, spent, err := s.do(s.ctx, s.inWorld(worlds, 0))
	if err != nil {
		return err
	}
	b, again, err := s.do(s.ctx, s.inWorld(worlds, 1))
	if err != nil {
		return err
	}
	if !reflect.DeepEqual(spent, again) {
		return fmt.Errorf("it spends %v on one graph and %v on its neighbour", spent, again)
	}
	if len(spent) > 0 {
		return nil // paid releases may differ
	}
	return same(a, b, "on neighbouring graphs, with nothing paid")
}
