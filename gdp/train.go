package gdp

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"sync"

	"github.com/graphdp/graphdp/accounting"
	"github.com/graphdp/graphdp/gdp/internal/noise"
)

// Sampling says which records take part in a step of training. The step draws
// them and the accountant hears of them from the same value.
type Sampling interface {
	fmt.Stringer
	// event is the cost of a step whose noise has standard deviation sd.
	event(sd, sensitivity float64, rel accounting.Relation) (accounting.Event, error)
	// sample draws from records 0 … n-1, in ascending order.
	sample(private *noise.Stream, n int) ([]int32, error)
}

// Poisson takes each record with probability Rate, independently. The
// sensitivity is how far one record moves the step's sum by coming into the
// sample or leaving it: the clip, for a sum of clipped terms.
type Poisson struct{ Rate float64 }

// FixedSize takes Size of Population records without replacement, where the
// number of records is public. The sensitivity is that of [Poisson].
type FixedSize struct{ Population, Size int }

// Whole takes every record. The sensitivity is how far one neighbouring change
// moves the step's sum: twice the clip where a change exchanges a term.
type Whole struct{}

// Plan is a training: what every step draws, and how often.
type Plan struct {
	Label       string
	Steps       int
	Sampling    Sampling
	Multiplier  float64 // standard deviation of the noise, over Sensitivity
	Sensitivity L2      // as Sampling defines it
	// Touched is the number of records that one neighbouring change adds or
	// removes, at most; 0 means 1. Poisson samples only.
	Touched int
	Basis   Basis
	// Claimed is what the paper's own arithmetic makes of all steps together, if
	// Basis is a Claim; the budget then pays that. The zero value leaves the
	// counting to the accountant.
	Claimed Budget
}

// Training is a plan that is paid for. It draws samples and noise from the
// session's private streams and hands the private data to the code that trains,
// which is trusted to move each step's sum no further than the plan says and to
// hand out nothing but what its noisy sums made.
type Training struct {
	session *Session
	plan    Plan
	label   string
	before  int // spends under the label before this one

	mu      sync.Mutex
	steps   int // samples drawn
	sampler *noise.Stream
	noise   *noise.Stream
}

// LazyNoise is the noise owed to the rows of a table, drawn when a row is read:
// [noise.Lazy] says when that is the same as noising every row at every step.
type LazyNoise = noise.Lazy

// entry is the plan's line in the ledger.
func (p Plan) entry(s *Session) (Entry, error) {
	label := s.scope + p.Label
	e := Entry{Label: label, Mechanism: "training", Basis: p.Basis}
	touched := max(1, p.Touched)
	_, poisson := p.Sampling.(Poisson)
	switch {
	case p.Label == "":
		return e, errors.New("gdp: a training without a label")
	case p.Steps < 1:
		return e, fmt.Errorf("gdp: %s: %d steps, want 1 or more", label, p.Steps)
	case p.Sampling == nil:
		return e, fmt.Errorf("gdp: %s: no sampling; use Poisson, FixedSize or Whole", label)
	case p.Touched < 0 || p.Touched > 1 && !poisson:
		return e, fmt.Errorf("gdp: %s: %d records touched by a change with sampling %v", label, p.Touched, p.Sampling)
	case !(p.Sensitivity > 0) || math.IsInf(float64(p.Sensitivity), 1):
		return e, fmt.Errorf("gdp: %s: sensitivity %v, want a positive number", label, float64(p.Sensitivity))
	}
	if err := positive(label, "noise multiplier", p.Multiplier); err != nil {
		return e, err
	}
	if err := checkBasis(p.Basis); err != nil {
		return e, fmt.Errorf("gdp: %s: %w", label, err)
	}
	e.Query = fmt.Sprintf("%d steps, sampling %v", p.Steps, p.Sampling)
	e.Bound = fmt.Sprintf("ℓ2 ≤ %g", float64(p.Sensitivity))
	sd := p.Multiplier * float64(p.Sensitivity)
	var err error
	e.Counted, e.Proved, err = events(p.Basis, float64(p.Sensitivity), func(bound float64) (accounting.Event, error) {
		step, err := p.Sampling.event(sd, bound, s.relation.Accounting())
		if touched > 1 && err == nil {
			step = accounting.Group{Size: touched, Event: step}
		}
		return accounting.SelfCompose{Event: step, Count: p.Steps}, err
	})
	if err != nil {
		return e, fmt.Errorf("gdp: %s: %w", label, err)
	}
	if p.Claimed != (Budget{}) {
		if _, claim := p.Basis.(Claim); !claim {
			return e, fmt.Errorf("gdp: %s: a claimed cost of %v on a proof; only a Claim has one", label, p.Claimed)
		}
		e.Counted = accounting.ApproxDP{Epsilon: float64(p.Claimed.Epsilon), Delta: float64(p.Claimed.Delta)}
	}
	if err := e.Counted.Validate(); err != nil {
		return e, fmt.Errorf("gdp: %s: %w", label, err)
	}
	return e, nil
}

// Event is what the whole plan costs as counted, to calibrate it by.
func (p Plan) Event(s *Session) (accounting.Event, error) {
	e, err := p.entry(s)
	return e.Counted, err
}

// Calibrate is the plan with the smallest noise multiplier that costs at most b.
func (p Plan) Calibrate(s *Session, b Budget) (Plan, error) {
	p.Multiplier = 1
	if _, err := p.entry(s); err != nil {
		return p, err
	}
	var err error
	p.Multiplier, err = accounting.CalibrateNoise(s.accountant, b, func(multiplier float64) accounting.Event {
		p.Multiplier = multiplier
		e, _ := p.entry(s) // nil, and refused, if the multiplier is out of range
		return e.Counted
	})
	if err != nil {
		return p, fmt.Errorf("gdp: %s%s: %w", s.scope, p.Label, err)
	}
	return p, nil
}

// Train pays for the whole plan. A training that stops early costs as much.
func (s *Session) Train(p Plan) (*Training, error) {
	e, err := p.entry(s)
	if err != nil {
		return nil, err
	}
	before, err := s.spend(e)
	if err != nil {
		return nil, err
	}
	return s.training(p, e.Label, before), nil
}

func (s *Session) training(p Plan, label string, before int) *Training {
	return &Training{
		session: s, plan: p, label: label, before: before,
		sampler: s.private(label+" sample", before), noise: s.private(label+" noise", before),
	}
}

// Data is the private data.
func (t *Training) Data() *Data { return t.session.data }

// Plan is what was paid for.
func (t *Training) Plan() Plan { return t.plan }

// Paid is what the plan pays for: so many steps, in each of which one record that
// comes into the sum or leaves it moves it by at most clip. Code that trains clips
// to this.
func (t *Training) Paid() (clip float64, steps int) {
	clip = float64(t.plan.Sensitivity)
	if _, whole := t.plan.Sampling.(Whole); whole && t.session.relation.Accounting() == accounting.ReplaceOne {
		clip /= 2 // a change exchanges a term: it leaves, and another comes in
	}
	return clip, t.plan.Steps
}

// Steps is the number of steps begun.
func (t *Training) Steps() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.steps
}

// SD is the standard deviation of the noise on each value of a step's sum.
func (t *Training) SD() float64 { return t.plan.Multiplier * float64(t.plan.Sensitivity) }

// Sample begins a step: it draws which of the records 0 … records-1 take part,
// in ascending order. After the last step of the plan it is an error.
func (t *Training) Sample(records int) ([]int32, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.steps >= t.plan.Steps {
		return nil, fmt.Errorf("gdp: %s: all %d steps that were paid for are done", t.label, t.plan.Steps)
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
// to each value of its sum, an empty sample or not.
func (t *Training) Noise(dst []float32) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.noise.Add(dst, t.SD())
}

// Lazy is the noise of a table of rows, drawn as rows are read.
func (t *Training) Lazy(rows, width int) (*LazyNoise, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return noise.NewLazy(t.noise, rows, width, t.SD())
}

// trainingState is a Training in a checkpoint.
type trainingState struct {
	Session string `json:"session"`
	Label   string `json:"label"`
	Before  int    `json:"before"`
	Key     string `json:"key"`
	Steps   int    `json:"steps"`
	Sampler []byte `json:"sampler"`
	Noise   []byte `json:"noise"`
}

// MarshalBinary saves where the training stands. The bytes let their reader
// take the noise off: they are as private as the data.
func (t *Training) MarshalBinary() ([]byte, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	e, err := t.plan.entry(t.session)
	if err != nil {
		return nil, err
	}
	state := trainingState{Session: t.session.ID(), Label: t.label, Before: t.before, Steps: t.steps}
	if state.Key, err = e.key(); err != nil {
		return nil, err
	}
	if state.Sampler, err = t.sampler.MarshalBinary(); err != nil {
		return nil, err
	}
	if state.Noise, err = t.noise.MarshalBinary(); err != nil {
		return nil, err
	}
	return json.Marshal(state)
}

// Resume goes on with a training where MarshalBinary saved it, at no further cost.
// It must be a training of this journal, which holds its spend: in another one, which
// paid for the same plan, the same noise would be drawn for two releases.
func (s *Session) Resume(p Plan, saved []byte) (*Training, error) {
	e, err := p.entry(s)
	if err != nil {
		return nil, err
	}
	key, err := e.key()
	if err != nil {
		return nil, err
	}
	var state trainingState
	if err := json.Unmarshal(saved, &state); err != nil {
		return nil, fmt.Errorf("gdp: %s: the saved training: %w", e.Label, err)
	}
	if state.Session != s.ID() {
		return nil, fmt.Errorf("gdp: %s: the saved training is of another journal or scope", e.Label)
	}
	if state.Key != key || state.Label != e.Label {
		return nil, fmt.Errorf("gdp: %s: the saved training is of another plan", e.Label)
	}
	if state.Steps < 0 || state.Steps > p.Steps {
		return nil, fmt.Errorf("gdp: %s: the saved training stands at step %d of %d", e.Label, state.Steps, p.Steps)
	}
	if err := s.paid(e.Label, key, state.Before); err != nil {
		return nil, err
	}
	t := s.training(p, e.Label, state.Before)
	if err := t.sampler.UnmarshalBinary(state.Sampler); err != nil {
		return nil, fmt.Errorf("gdp: %s: %w", e.Label, err)
	}
	if err := t.noise.UnmarshalBinary(state.Noise); err != nil {
		return nil, fmt.Errorf("gdp: %s: %w", e.Label, err)
	}
	t.steps = state.Steps
	return t, nil
}

// paid fails unless the spend that has as many before it under its label has
// the key.
func (s *Session) paid(label, key string, before int) error {
	return s.transact(func(h *history) (*record, error) {
		for _, old := range h.entries {
			if old.Label != label {
				continue
			}
			if before--; before >= 0 {
				continue
			}
			if k, err := old.key(); err != nil || k == key {
				return nil, err
			}
			break
		}
		return nil, fmt.Errorf("gdp: %s: the session's journal does not hold the spend of the saved training", label)
	})
}
