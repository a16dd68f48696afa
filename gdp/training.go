package gdp

import (
	"fmt"
	"math"

	"github.com/graphdp/graphdp/accounting"
	"github.com/graphdp/graphdp/gdp/internal/noise"
)

// Training is a plan that is paid for. It draws samples and noise from the
// session's private streams and hands the private data to the code that trains,
// which is trusted to move each step's sum no further than the plan says and to
// hand out nothing but what its noisy sums made.
//
// Samples and noise are counted: there are as many of both as the plan has steps. A
// training is for one goroutine at a time.
type Training struct {
	session *Session
	plan    Plan
	label   string
	before  int // spends under the label before this one

	sampler *noise.Stream
	noise   *noise.Stream
	steps   int // samples drawn
	user    *user
}

// LazyNoise is the noise owed to the rows of a table, drawn when a row is read:
// [noise.Lazy] says when that is the same as noising every row at every step.
type LazyNoise = noise.Lazy

// Train pays for the whole plan. A training that stops early costs as much.
func (s *Session) Train(p Plan) (*Training, error) {
	e, err := p.entry(s)
	if err != nil {
		return nil, err
	}
	var t *Training
	_, err = s.spend(e, func(before int) error {
		t = s.training(p, e.Label, before)
		s.users.Lock()
		defer s.users.Unlock()
		return t.hold()
	})
	if err != nil {
		if t != nil {
			t.letGo()
		}
		return nil, err
	}
	return t, nil
}

func (s *Session) training(p Plan, label string, before int) *Training {
	return &Training{
		session: s, plan: p, label: label, before: before,
		sampler: s.stream(noise.Sample, label, before), noise: s.stream(noise.Step, label, before),
		user: new(user),
	}
}

// check is [ErrSession] of what is no training. Methods that return no error return zero of
// that.
func (t *Training) check() error {
	if t == nil || t.session == nil {
		return fmt.Errorf("gdp: a training of %w: Session.Train makes one", ErrSession)
	}
	return nil
}

// Data returns the private data.
func (t *Training) Data() *Data {
	if t.check() != nil {
		return nil
	}
	return t.session.data
}

// Plan returns what was paid for.
func (t *Training) Plan() (p Plan) {
	if t.check() == nil {
		p = t.plan
	}
	return p
}

// Paid returns what the plan pays for: a number of steps, in each of which adding a record
// to the sum or removing one moves it by at most clip. Code that trains clips to this.
func (t *Training) Paid() (clip float64, steps int) {
	if t.check() != nil {
		return 0, 0
	}
	clip = float64(t.plan.Sensitivity)
	if _, whole := t.plan.Sampling.(Whole); whole && t.session.relation.Accounting() == accounting.ReplaceOne {
		clip /= 2 // a change exchanges a term: it leaves, and another comes in
	}
	return clip, t.plan.Steps
}

// Steps returns the number of steps begun.
func (t *Training) Steps() int {
	if t.check() != nil {
		return 0
	}
	t.user.Lock()
	defer t.user.Unlock()
	return t.steps
}

// SD returns the standard deviation of the noise on each value of a step's sum.
func (t *Training) SD() float64 {
	p := t.Plan()
	return p.Multiplier * float64(p.Sensitivity)
}

// Sample begins a step: it draws which of the records 0 … records-1 take part,
// in ascending order. After the last step of the plan it is an error.
func (t *Training) Sample(records int) ([]int32, error) {
	if err := t.check(); err != nil {
		return nil, err
	}
	t.user.Lock()
	defer t.user.Unlock()
	if err := t.may(t.steps); err != nil {
		return nil, err
	}
	if records < 0 || records > math.MaxInt32 {
		return nil, fmt.Errorf("gdp: %s: a sample of %d records", t.label, records)
	}
	list, err := t.plan.Sampling.sample(t.sampler, records)
	if err != nil {
		return nil, fmt.Errorf("gdp: %s: %w", t.label, err)
	}
	t.steps++
	return list, nil
}

// Noise adds to every entry the noise that a step owes it. A step adds it once
// to each value of its sum, an empty sample or not. Each call is a step's: after
// as many as the plan has it is an error.
func (t *Training) Noise(dst []float32) error {
	if err := t.check(); err != nil {
		return err
	}
	t.user.Lock()
	defer t.user.Unlock()
	if err := t.may(t.user.noised); err != nil {
		return err
	}
	if t.user.lazy != nil {
		return fmt.Errorf("gdp: %s: its noise is drawn row by row", t.label)
	}
	if err := t.noise.Add(dst, t.SD()); err != nil {
		return fmt.Errorf("gdp: %s: %w", t.label, err)
	}
	t.user.noised++
	return nil
}

// Lazy returns the noise of a table of rows, drawn as rows are read, in place of
// [Training.Noise]: there is one table, for as many steps as the plan has. That of a
// resumed training is empty until it reads what it saved.
func (t *Training) Lazy(rows, width int) (*LazyNoise, error) {
	if err := t.check(); err != nil {
		return nil, err
	}
	t.user.Lock()
	defer t.user.Unlock()
	if err := t.may(0); err != nil {
		return nil, err
	}
	switch u := t.user; {
	case u.lazy != nil && u.lazy.Empty():
		return u.lazy, nil
	case u.lazy != nil || u.noised > 0:
		return nil, fmt.Errorf("gdp: %s: its noise is in use already", t.label)
	}
	lazy, err := noise.NewLazy(t.noise, rows, width, t.SD(), t.plan.Steps)
	if err != nil {
		return nil, fmt.Errorf("gdp: %s: %w", t.label, err)
	}
	t.user.lazy = lazy
	return lazy, nil
}

// may refuses a draw for one step more than there are, and any draw after the training
// was closed or resumed.
func (t *Training) may(done int) error {
	switch {
	case t.user.ended != "":
		return fmt.Errorf("gdp: %s: the training %s", t.label, t.user.ended)
	case done >= t.plan.Steps:
		return fmt.Errorf("gdp: %s: all %d steps that were paid for are done", t.label, t.plan.Steps)
	}
	return nil
}
