package method

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/graphdp/graphdp/accounting"
	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/audit"
)

// Audit runs a mode many times on two neighbouring graphs. An attacker guesses the graph from each
// outcome, and the share of correct guesses bounds ε from below. A proved or claimed ε below that
// bound is wrong; a small bound proves nothing.
type Audit struct {
	Method string // name of the method
	Mode   Mode
	Attack Attack
	// Optional fields. The defaults are the attack's configuration and number of runs, the mode's
	// relation, 95 %, and one worker for each core.
	Config     any
	Relation   gdp.Relation
	Confidence float64
	Workers    int
	Seed       uint64 // of all runs; audits with different seeds are independent
	// By scores the outcomes and was fixed before the runs. If nil, the score is learned on a part
	// of the runs, or is the single number of the attack.
	By *audit.Distinguisher

	Budget   gdp.Budget // called after each run
	Trials   int        // number of runs, half of them in each world; optional
	File     string     // stores the runs, so that the audit can continue; empty for no file
	Progress func(done, total int)
}

// Audited is the result of an audit.
type Audited struct {
	Guarantee gdp.Guarantee // audited bound of one run
	Bound     audit.Bound
	Most      gdp.Epsilon // largest bound that this number of trials can show
	Runs      audit.Runs  // description of the attack
}

// Broken lists "claimed" and "proved" if the bound exceeds that ε. If the bound holds only under
// the assumption of Gaussian noise, the entry mentions it.
func (a Audited) Broken() (list []string) {
	for _, of := range []struct {
		name string
		eps  gdp.Epsilon
	}{{"claimed", a.Guarantee.Claimed}, {"proved", a.Guarantee.Proved}} {
		switch {
		case a.Bound.Violates(of.eps):
			list = append(list, of.name)
		case a.Bound.IfGaussian > of.eps:
			list = append(list, of.name+", if the noise is Gaussian")
		}
	}
	return list
}

// LeastRuns is the smallest number of runs from which a score can be learned.
const LeastRuns = 32

// Check refuses invalid settings and fills in defaults.
func (a Audit) Check() (Audit, error) {
	if a.Relation == 0 {
		a.Relation = a.Mode.Relation
	}
	if a.Confidence == 0 {
		a.Confidence = 0.95
	}
	if a.Mode.run == nil {
		return a, fmt.Errorf("method: mode %s has no privacy: there is nothing to audit", a.Mode.Name)
	}
	if a.Config == nil {
		var err error
		if a.Config, err = a.Attack.Config(a.Mode); err != nil {
			return a, err
		}
	}
	var err error
	if a.Attack, err = a.Attack.Against(a.Config); err != nil {
		return a, err
	}
	if a.Trials == 0 {
		a.Trials = cmp.Or(a.Attack.Runs, DefaultRuns)
	}
	switch {
	case a.Attack.Make == nil || a.Attack.Look == nil:
		return a, fmt.Errorf("method: an audit without an attack")
	case a.Trials < LeastRuns:
		return a, fmt.Errorf("method: %d trials: must be at least %d", a.Trials, LeastRuns)
	case a.Budget.Epsilon <= 0:
		return a, fmt.Errorf("method: an audit needs a budget with ε above 0, not %v", a.Budget)
	}
	if err := a.Budget.Validate(); err != nil {
		return a, err
	}
	return a, a.level().Validate()
}

func (a Audit) level() audit.Level {
	return audit.Level{Delta: a.Budget.Delta, Confidence: a.Confidence}
}

// Run runs the audit. With a File it continues an audit with the stored runs.
func (a Audit) Run(ctx context.Context) (*Audited, error) {
	a, err := a.Check()
	if err != nil {
		return nil, err
	}
	worlds, err := a.Attack.Make(a.Relation)
	if err != nil {
		return nil, err
	}
	if err := neighbours(worlds, a.Relation); err != nil {
		return nil, err
	}
	o, gaussian, err := a.once(ctx, worlds, 1)
	if err != nil {
		return nil, err
	}
	if o.Guarantee == nil {
		return nil, fmt.Errorf("method: %s/%s returns no guarantee", a.Method, a.Mode.Name)
	}
	found := &Audited{Guarantee: *o.Guarantee}
	if found.Runs, err = a.collect(ctx, worlds); err != nil {
		return nil, err
	}
	by := audit.Linear()
	if len(found.Runs[0][0]) == 1 {
		by = audit.Entry(0)
	}
	if a.By != nil {
		by = *a.By
	}
	attack := audit.Attack{Distinguisher: by, Level: a.level(), Gaussian: gaussian}
	if found.Bound, err = attack.Bound(found.Runs); err != nil {
		return nil, err
	}
	if found.Most, err = attack.Ceiling(a.Trials / 2); err != nil {
		return nil, err
	}
	found.Guarantee.Audited = &gdp.Audited{
		Epsilon: found.Bound.Epsilon, IfGaussian: found.Bound.IfGaussian, Confidence: found.Bound.Confidence, Trials: found.Bound.Trials, Method: found.Bound.Method,
	}
	return found, nil
}

// collect makes the runs.
func (a Audit) collect(ctx context.Context, worlds [2]*graph.Network) (audit.Runs, error) {
	name := fmt.Sprintf("%s %s %v %v %+v", a.Method, a.Mode.Name, a.Relation, a.Budget, a.Config)
	if a.Seed != 0 {
		name += fmt.Sprintf(" seed %d", a.Seed)
	}
	return audit.Campaign{Name: name, Runs: a.Trials / 2, Workers: a.Workers, File: a.File, Progress: a.Progress}.Collect(ctx,
		func(ctx context.Context, world, i int) ([]float64, error) {
			o, _, err := a.once(ctx, worlds, world, gdp.Seed(a.Seed<<32+uint64(2*i+world))) // a continued audit repeats no run
			if err != nil {
				return nil, err
			}
			return a.Attack.Look(o)
		})
}

// once makes one run in a session. It reports whether the ledger has only Gaussian releases. The
// public universe covers both graphs.
func (a Audit) once(ctx context.Context, worlds [2]*graph.Network, world int, options ...gdp.Option) (o Outcome, gaussian bool, err error) {
	if a.Relation == gdp.NodeUnbounded {
		options = append(options, gdp.Nodes(max(worlds[0].Graph.N(), worlds[1].Graph.N())))
	}
	s, err := Protect(worlds[world], a.Relation, a.Budget, options...)
	if err != nil {
		return Outcome{}, false, err
	}
	if o, err = a.Mode.Run(ctx, s, a.Config, nil); err != nil {
		return Outcome{}, false, err
	}
	l, err := s.Ledger()
	gaussian = len(l.Entries) > 0 && !slices.ContainsFunc(l.Entries, func(e gdp.Entry) bool { return !isGaussian(e.Counted) })
	return o, gaussian, err
}

// isGaussian reports whether an event consists of unsampled Gaussian releases, so that any number
// of them equals one.
func isGaussian(e accounting.Event) bool {
	switch e := e.(type) {
	case accounting.Gaussian:
		return true
	case accounting.SelfCompose:
		return isGaussian(e.Event)
	case accounting.PoissonSampled:
		return e.Rate == 1 && isGaussian(e.Event)
	}
	return false
}
