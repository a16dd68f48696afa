package gdp

import (
	"errors"
	"fmt"
	"math"

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

// PoissonShared takes each record with probability Rate, independently. One neighbouring
// change adds or removes one record, whose term has at most the sensitivity as its norm, and
// in the terms of at most Others other records a part of at most Share times the sensitivity.
// That part comes with the record and goes with it; where it is Replaced, there is another one
// of at most that norm without the record. It is for relations under which records are added
// or removed.
type PoissonShared struct {
	Rate     float64
	Others   int
	Share    float64
	Replaced bool
}

// FullBatch takes every record. The sensitivity is how far one neighbouring change moves the step's
// sum: twice the clip, since it exchanges what one record contributes; with AddRemove the clip,
// where a change adds or removes one record's contribution and exchanges none.
type FullBatch struct{ AddRemove bool }

// Plan is a training: what every step draws, and how often.
type Plan struct {
	Label       string
	Steps       int
	Sampling    Sampling
	Multiplier  float64 // standard deviation of the noise, over Sensitivity
	Sensitivity L2      // as Sampling defines it
	Divisor     float64 // of a step's noisy sum: a public number; 0 means 1
	// Affected is the number of records that one neighbouring change adds or
	// removes, at most; 0 means 1. Poisson samples only.
	Affected int
	Basis    Basis
	// Claimed is what the paper's own arithmetic makes of all steps together, if
	// Basis is a Claim; the budget then pays that. The zero value leaves the
	// counting to the accountant.
	Claimed Budget
}

// entry returns the plan's line in the ledger.
// trainingMechanism is the mechanism of a plan in the ledger.
const trainingMechanism = "training"

func (p Plan) entry(s *Session) (Entry, error) {
	if err := s.check(); err != nil {
		return Entry{}, err
	}
	label := s.scope + p.Label
	e := Entry{Label: label, Mechanism: trainingMechanism, Basis: p.Basis, By: asserter(p.Basis)}
	touched := max(1, p.Affected)
	poisson := false
	switch p.Sampling.(type) {
	case Poisson:
		poisson = true
	case FixedSize, PoissonShared, FullBatch, nil:
	default:
		return e, fmt.Errorf("gdp: %s: Sampling is a %T: must be a Poisson, PoissonShared, FixedSize or FullBatch, not a pointer", label, p.Sampling)
	}
	switch {
	case p.Label == "":
		return e, errors.New("gdp: a training needs a Label")
	case s.divided:
		return e, fmt.Errorf("gdp: %s: a training cannot run on a part of the pairs: train on the session", label)
	case p.Steps < 1:
		return e, fmt.Errorf("gdp: %s: %d steps, want 1 or more", label, p.Steps)
	case p.Sampling == nil:
		return e, fmt.Errorf("gdp: %s: no sampling; use Poisson, PoissonShared, FixedSize or FullBatch", label)
	case p.Affected < 0 || p.Affected > 1 && !poisson:
		return e, fmt.Errorf("gdp: %s: Affected is %d with sampling %v: must be 0 or 1, or larger with Poisson", label, p.Affected, p.Sampling)
	case !(p.Sensitivity > 0) || math.IsInf(float64(p.Sensitivity), 1):
		return e, fmt.Errorf("gdp: %s: sensitivity %v, want a positive number", label, float64(p.Sensitivity))
	case !(p.Divisor >= 0) || math.IsInf(p.Divisor, 1):
		return e, fmt.Errorf("gdp: %s: sums divided by %v, want a positive number, or 0 for 1", label, p.Divisor)
	}
	if err := positive("noise multiplier", p.Multiplier); err != nil {
		return e, fmt.Errorf("gdp: %s: %w", label, err)
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
			return e, fmt.Errorf("gdp: %s: Claimed is %v with a Proof as basis: leave it out, or use a Claim", label, p.Claimed)
		}
		e.Counted = accounting.ApproxDP{Epsilon: float64(p.Claimed.Epsilon), Delta: float64(p.Claimed.Delta)}
	}
	if err := accounting.Validate(e.Counted); err != nil {
		return e, fmt.Errorf("gdp: %s: %w", label, err)
	}
	return e, nil
}

// clip is how far one record's contribution moves a step's sum, at most.
func (p Plan) clip() float64 {
	if w, ok := p.Sampling.(FullBatch); ok && !w.AddRemove {
		return float64(p.Sensitivity) / 2
	}
	return float64(p.Sensitivity)
}

func (p Plan) divisor() float64 {
	if p.Divisor == 0 {
		return 1
	}
	return p.Divisor
}

// varies reports whether steps may have different numbers of records: where all of them take part,
// a step may leave some out beforehand.
func (p Plan) varies() bool {
	_, whole := p.Sampling.(FullBatch)
	return whole
}

// Event returns what the whole plan costs as counted, to calibrate it by.
func (p Plan) Event(s *Session) (accounting.Event, error) {
	e, err := p.entry(s)
	return e.Counted, err
}

// Calibrate returns the plan with the smallest noise multiplier that costs at most
// b by itself.
func (p Plan) Calibrate(s *Session, b Budget) (Plan, error) {
	return p.calibrate(s, s.Accountant(), b)
}

func (p Plan) calibrate(s *Session, a accounting.Accountant, b Budget) (Plan, error) {
	p.Multiplier = 1
	if _, err := p.entry(s); err != nil {
		return p, err
	}
	var err error
	p.Multiplier, err = accounting.CalibrateNoise(a, b, func(multiplier float64) accounting.Event {
		p.Multiplier = multiplier
		e, _ := p.entry(s) // nil, and refused, if the multiplier is out of range
		return e.Counted
	})
	if b.Delta == 0 && errors.Is(err, accounting.ErrImpossible) {
		err = ErrDelta
	}
	if err != nil {
		return p, fmt.Errorf("gdp: %s%s: the budget %v: %w", s.scope, p.Label, b, err)
	}
	return p, nil
}
