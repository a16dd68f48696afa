package gdp

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/graphdp/graphdp/accounting"
	"github.com/graphdp/graphdp/data/lists"
	"github.com/graphdp/graphdp/gdp/internal/noise"
)

// Sampling selects the records of a training step. The same value drives the sampler and the
// accountant.
type Sampling interface {
	fmt.Stringer
	// event returns the cost of a step with noise of standard deviation sd.
	event(sd, sensitivity float64, rel accounting.Relation) (accounting.Event, error)
	// sample draws from the records 0 … n-1 and returns them in ascending order.
	sample(private *noise.Stream, n int) ([]int32, error)
}

// Poisson samples each record with probability Rate, independently. The sensitivity is the largest
// change of the step's sum when one record enters or leaves the sample: the clipping norm, for a
// sum of clipped terms.
type Poisson struct{ Rate float64 }

// FixedSize samples Size of Population records without replacement. The number of records is
// public. The sensitivity is that of [Poisson].
type FixedSize struct{ Population, Size int }

// PoissonShared samples each record with probability Rate, independently. One neighbouring change
// adds or removes one record. The record's own term has norm at most the sensitivity. It also
// contributes to the terms of at most Others other records, by at most Share times the sensitivity
// each. Without the record that contribution is absent or, if Replaced, another one of at most that
// norm. PoissonShared is for relations that add or remove records.
type PoissonShared struct {
	Rate     float64
	Others   int
	Share    float64
	Replaced bool
}

// FullBatch uses every record. The sensitivity is the largest change of the step's sum: twice the
// clipping norm, since a change replaces one record's contribution. With AddRemove it is the
// clipping norm: a change only adds or removes one contribution.
type FullBatch struct{ AddRemove bool }

// Plan describes a training: what each step samples and releases, and the number of steps.
type Plan struct {
	Label       string
	Steps       int
	Sampling    Sampling
	Multiplier  float64 // standard deviation of the noise / Sensitivity
	Sensitivity L2      // as defined by Sampling
	Divisor     float64 // divides the noisy sum of a step; a public number; 0 means 1
	// Affected is the largest number of records that one neighbouring change adds or removes; 0
	// means 1. It needs Poisson sampling.
	Affected int
	Basis    Basis
	// Claimed is the cost of all steps by the paper's own accounting, if Basis is a Claim; the
	// budget is charged that. If zero, the accountant computes the cost.
	Claimed Budget
}

// trainingMechanism is the mechanism of a plan in the ledger.
const trainingMechanism = "training"

// entry returns the plan's entry in the ledger.
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

// clip returns the largest change of a step's sum by one record's contribution.
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

// varies reports whether the number of records may change between steps: with FullBatch a step may
// leave records out beforehand.
func (p Plan) varies() bool {
	_, whole := p.Sampling.(FullBatch)
	return whole
}

// Event returns the counted cost of the whole plan, for calibration.
func (p Plan) Event(s *Session) (accounting.Event, error) {
	e, err := p.entry(s)
	return e.Counted, err
}

// Calibrate returns the plan with the smallest noise multiplier whose cost by itself is at most b.
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

func (p Poisson) event(sd, sensitivity float64, _ accounting.Relation) (accounting.Event, error) {
	return accounting.PoissonSampled{Rate: p.Rate, Event: accounting.Gaussian{NoiseMultiplier: sd / sensitivity}}, nil
}

func (p PoissonShared) sample(private *noise.Stream, n int) ([]int32, error) {
	return Poisson{p.Rate}.sample(private, n)
}

// String implements [fmt.Stringer].
func (p PoissonShared) String() string {
	how := "shared by"
	if p.Replaced {
		how = "replaced in"
	}
	return fmt.Sprintf("Poisson(%g), %s %d others with %g each", p.Rate, how, p.Others, p.Share)
}

func (f FixedSize) event(sd, sensitivity float64, rel accounting.Relation) (accounting.Event, error) {
	if rel != accounting.ReplaceOne {
		return nil, fmt.Errorf("a sample of fixed size under %v, where the number of records is private; use Poisson", rel)
	}
	// Replacing a record of the sample changes the sum by twice the clipping norm.
	return accounting.FixedSizeSampled{
		Population: f.Population, Sample: f.Size,
		Event: accounting.Gaussian{NoiseMultiplier: sd / (2 * sensitivity)},
	}, nil
}

func (FullBatch) event(sd, sensitivity float64, _ accounting.Relation) (accounting.Event, error) {
	return accounting.Gaussian{NoiseMultiplier: sd / sensitivity}, nil
}

func (p Poisson) sample(private *noise.Stream, n int) ([]int32, error) {
	taken, err := private.Flips(int64(n), p.Rate)
	if err != nil {
		return nil, err
	}
	list := make([]int32, 0, int(float64(n)*p.Rate*1.2)+16)
	for i := range taken {
		list = append(list, int32(i))
	}
	return list, nil
}

func (f FixedSize) sample(private *noise.Stream, n int) ([]int32, error) {
	if n != f.Population || f.Size > n {
		return nil, fmt.Errorf("a sample of %d out of %d records, the plan says %d out of %d", f.Size, n, f.Size, f.Population)
	}
	// Floyd's algorithm: every subset of that size is equally likely.
	r := private.Rand()
	taken := make(map[int32]bool, f.Size)
	for top := n - f.Size; top < n; top++ {
		if i := int32(r.IntN(top + 1)); !taken[i] {
			taken[i] = true
		} else {
			taken[int32(top)] = true
		}
	}
	list := make([]int32, 0, f.Size)
	for i := range taken {
		list = append(list, i)
	}
	slices.Sort(list)
	return list, nil
}

func (FullBatch) sample(_ *noise.Stream, n int) ([]int32, error) {
	return lists.Upto[int32](n), nil
}

// String implements [fmt.Stringer].
func (p Poisson) String() string { return fmt.Sprintf("Poisson(%g)", p.Rate) }

// String implements [fmt.Stringer].
func (f FixedSize) String() string { return fmt.Sprintf("%d of %d", f.Size, f.Population) }

// String implements [fmt.Stringer].
func (w FullBatch) String() string {
	if w.AddRemove {
		return "everything there is"
	}
	return "everything"
}
