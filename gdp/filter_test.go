package gdp

import (
	"fmt"
	"slices"
	"testing"

	"github.com/graphdp/graphdp/accounting"
	"github.com/graphdp/graphdp/accounting/best"
	"github.com/graphdp/graphdp/accounting/filter"
	"github.com/graphdp/graphdp/data/must"
)

// A session asks the filter before every spend: its ledger, its accepted and its refused spends
// agree with the filter's numbers in the public API.
func TestASessionIsAFilter(t *testing.T) {
	budget := pay(1, 1e-5)
	open := func() *Session {
		s := protectRing(t, budget, ProvedOnly())
		must.Get(GaussianMultiplier(s, "edges", l2(), 8))(t)
		return s
	}
	first := accounting.Gaussian{NoiseMultiplier: 8}
	for _, p := range []Plan{
		{Label: "few", Steps: 20, Sampling: Poisson{0.1}, Sensitivity: 1, Basis: proof},
		{Label: "many", Steps: 500, Sampling: Poisson{0.02}, Sensitivity: 1, Basis: proof},
		{Label: "whole", Steps: 3, Sampling: FullBatch{}, Sensitivity: 1, Basis: proof},
	} {
		s := open()
		p := must.Get(p.afford(s))(t)
		event := must.Get(p.Event(s))(t)
		exact := must.Get(s.accountant.Epsilon(accounting.Compose{first, event}, budget.Delta))(t)
		cost, err := filter.CostOf(s.accountant, []accounting.Event{first, event}, budget.Delta)
		if err != nil || cost.Epsilon < exact {
			t.Errorf("%s: the filter says %v, exact composition %v (%v)", p.Label, cost, exact, err)
		}
		less := p
		less.Multiplier *= 0.999
		refused(t, fmt.Sprintf("%s: less noise than can be afforded", p.Label), second(s.Train(less)), ErrBudget)
		if _, err := s.Train(p); err != nil {
			t.Errorf("%s: what can be afforded: %v", p.Label, err)
		}
		l := ledger(t, s)
		if e := l.Entries[1]; e.Total != cost.Epsilon || !e.Adaptive || e.Block != 2 || l.Entries[0].Adaptive {
			t.Errorf("%s: the ledger says %+v, the filter %v", p.Label, e, cost)
		}
		g, err := s.Guarantee()
		if err != nil || g.Proved != cost.Epsilon || g.Within != budget {
			t.Errorf("%s: %v, %v", p.Label, g, err)
		}
	}
	// The scope of one run that was fixed in advance has an exact cost.
	s := open()
	p := must.Get(plan(Poisson{0.1}, 0).Calibrate(s, pay(0.3, 1e-6)))(t)
	must.Get(s.Scope("run").Train(p))(t)
	event, err := p.Event(s)
	exact, err2 := s.accountant.Epsilon(event, budget.Delta)
	g, err3 := s.Scope("run").Guarantee()
	if err != nil || err2 != nil || err3 != nil || g.Proved != exact || g.Within != (Budget{}) {
		t.Errorf("a run within a session: %v, want %v (%v %v %v)", g, exact, err, err2, err3)
	}
}

// All-Gaussian and all-pure sessions spend their whole budget, spend by spend.
func TestSessionsOfOneKindLoseNothing(t *testing.T) {
	s := protectRing(t, pay(1, 1e-5))
	p := must.Get(plan(FullBatch{}, 0).Calibrate(s, pay(1, 1e-5)))(t) // 50 steps of Gaussian noise
	for i := range p.Steps {
		if _, err := GaussianMultiplier(s, fmt.Sprint(i), l2(), p.Multiplier); err != nil {
			t.Fatalf("release %d of %d: %v", i+1, p.Steps, err)
		}
	}
	refused(t, "more than the budget", second(GaussianMultiplier(s, "one more", l2(), 1e4)), ErrBudget)
	s = protectRing(t, pay(1, 1e-5))
	for i := range 3 {
		if _, err := Laplace(s, fmt.Sprint(i), edges(EdgeLevel, 1, proof), 1./3); err != nil {
			t.Fatalf("release %d of 3: %v", i+1, err)
		}
	}
	refused(t, "more than the budget", second(Laplace(s, "one more", edges(EdgeLevel, 1, proof), 0.3)), ErrBudget)
}

// afford returns the plan with the smallest noise multiplier that the session can
// still pay.
func (p Plan) afford(s *Session) (Plan, error) {
	if err := s.check(); err != nil {
		return p, err
	}
	var rest remainder
	err := s.transact(func(h *history) (*record, error) {
		rest = remainder{s.accountant, blocksOf(h.entries, func(e Entry) accounting.Event { return e.Counted })}
		return nil, nil
	})
	if err != nil {
		return p, err
	}
	return p.calibrate(s, rest, s.budget)
}

// remainder accounts for one block after those of a session.
type remainder struct {
	*best.Accountant
	before []accounting.Event
}

// Epsilon implements [accounting.Accountant].
func (r remainder) Epsilon(e accounting.Event, d Delta) (Epsilon, error) {
	cost, err := filter.CostOf(r.Accountant, append(slices.Clip(r.before), e), d)
	return cost.Epsilon, err
}
