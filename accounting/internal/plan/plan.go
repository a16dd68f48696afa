// Package plan converts an event to the normal form of the accountants: a flat list of dominating
// pairs with counts, and one mean for all Gaussian noise without sampling. An event without a
// dominating pair is refused here, for all accountants.
package plan

import (
	"math"

	"github.com/graphdp/graphdp/accounting"
	"github.com/graphdp/graphdp/accounting/internal/pair"
	"github.com/graphdp/graphdp/data/scalar"
)

// Plan is the normal form of an event under one relation.
type Plan struct {
	Steps    []Step
	Squares  float64 // Σ 1/σ² over the unsampled Gaussian releases
	Rho      float64 // Σ ρ over the zero-concentrated black boxes
	Safe     float64 // log-probability that no black box fails
	Fail     float64 // probability that a black box fails, rounded up
	Broken   bool    // contains a step without any guarantee
	relation accounting.Relation
	name     string
	index    map[string]int // index of a step by its event
}

// Step is a pair that is composed with itself Count times.
type Step struct {
	Pair  pair.Pair
	Count int
	Event accounting.Event
}

// New converts e to normal form; name is the accountant's name in errors.
func New(name string, e accounting.Event, r accounting.Relation) (*Plan, error) {
	if err := r.Validate(); err != nil {
		return nil, err
	}
	if err := accounting.Validate(e); err != nil {
		return nil, err
	}
	p := &Plan{relation: r, name: name, index: make(map[string]int)}
	return p, p.add(e, 1)
}

// Mean returns the mean of the Gaussian release equivalent to all unsampled ones, rounded up.
func (p *Plan) Mean() float64 { return math.Sqrt(p.Squares) * (1 + 0x1p-49) }

// Sup returns the largest possible loss of the plan if no black box fails.
func (p *Plan) Sup() float64 {
	if p.Broken || p.Squares > 0 || p.Rho > 0 {
		return math.Inf(1)
	}
	var s float64
	for _, x := range p.Steps {
		s += float64(x.Count) * x.Sup()
	}
	return s * (1 + 0x1p-45)
}

// Sup returns the largest loss of one such step, in either direction.
func (s Step) Sup() float64 {
	sup := max(0, s.Pair.Sup())
	if back := s.Pair.Reverse(); back != nil {
		sup = max(sup, back.Sup())
	}
	return sup
}

// Rest returns the part of δ = d that the failures of black boxes leave, rounded down. It reports
// false if there is no bound: the boxes fail more often, or a step has no guarantee.
func (p *Plan) Rest(d accounting.Delta) (rest float64, ok bool) {
	rest = float64(d)
	if p.Safe < 0 {
		rest = (rest - p.Fail) * scalar.Exp(-p.Safe) * (1 - 0x1p-50)
	}
	return rest, !p.Broken && float64(d) >= p.Fail
}

// Refuse returns the error for an event that has no bound.
func (p *Plan) Refuse(e accounting.Event, why string) error {
	return &accounting.UnsupportedError{Accountant: p.name, Event: e, Relation: p.relation, Why: why}
}

// mostSteps bounds counts so that they are exact in float64.
const mostSteps = 1 << 53

func (p *Plan) add(e accounting.Event, count int) error {
	if count == 0 {
		return nil
	}
	switch e := e.(type) {
	case accounting.Compose:
		for _, x := range e {
			if err := p.add(x, count); err != nil {
				return err
			}
		}
		return nil
	case accounting.SelfCompose:
		if e.Count > 0 && count > mostSteps/e.Count {
			return p.Refuse(e, "more than 2⁵³ steps")
		}
		return p.add(e.Event, count*e.Count)
	case accounting.Group:
		x, why := group(e.Event, e.Size)
		if why != "" {
			return p.Refuse(e, why)
		}
		if mixed, ok := x.(binomial); ok {
			if p.relation == accounting.ReplaceOne {
				return p.Refuse(e, "groups of replaced records on a Poisson sample have no dominating pair here")
			}
			mixed.add(p, e, count)
			return nil
		}
		if err := accounting.Validate(x); err != nil {
			return err
		}
		return p.add(x, count)
	case accounting.NonPrivate:
		p.Broken = true
		return nil
	case accounting.ZeroConcentrated:
		p.Rho += float64(count) * e.Rho
		return nil
	case accounting.Gaussian:
		p.gaussian(e.NoiseMultiplier, count)
		return nil
	case accounting.DiscreteGaussian:
		if sigma, large := continuous(e); large {
			p.gaussian(sigma, count)
			return nil
		}
	case accounting.ApproxDP:
		p.fail(e.Delta, count)
		if e.Epsilon > 0 {
			p.law(accounting.ApproxDP{Epsilon: e.Epsilon}, pair.Pure(e.Epsilon), count)
		}
		return nil
	case accounting.MixtureOfGaussians:
		if p.relation == accounting.ReplaceOne {
			return p.Refuse(e, "the mixture describes a record that is added, removed or zeroed")
		}
		others := none
		if e.OtherSensitivities != nil {
			others = shifts{e.OtherSensitivities, e.OtherProbabilities}
		}
		p.random(e, count, shifts{e.Sensitivities, e.Probabilities}, others, e.NoiseMultiplier)
		return nil
	case accounting.PoissonSampled:
		return p.poisson(e, count)
	case accounting.FixedSizeSampled:
		return p.fixedSize(e, count)
	}
	law, why := lawOf(e)
	if why != "" {
		return p.Refuse(e, why)
	}
	p.law(e, law, count)
	return nil
}

// gaussian counts unsampled Gaussian releases.
func (p *Plan) gaussian(sigma float64, count int) {
	p.Squares += float64(count) * square(sigma)
	p.Broken = p.Broken || p.Squares > mostSquares
}

// square returns 1/σ², clamped to the range of float64: too little noise counts as none, and almost
// no loss as a small one.
func square(sigma float64) float64 { return max(1/(sigma*sigma), 1e-300) }

// mostSquares is the value of Σ 1/σ² from which on nothing is private.
const mostSquares = 1e300

// fail adds count black boxes that fail with probability d each. A single box keeps d exactly.
func (p *Plan) fail(d float64, count int) {
	if d == 0 {
		return
	}
	if d >= 1 {
		p.Broken = true
		return
	}
	first := p.Safe == 0
	p.Safe += float64(count) * math.Log1p(-d)
	if p.Fail = -math.Expm1(p.Safe) * (1 + 0x1p-50); first && count == 1 {
		p.Fail = d
	}
}

// largestLoss is the loss of a single step above which it counts as no privacy at all; exp of more
// would leave the range of float64.
const largestLoss = 600

// law adds a pair with bounded losses.
func (p *Plan) law(e accounting.Event, l pair.Pair, count int) {
	if !(l.Sup() <= largestLoss) {
		p.Broken = true
		return
	}
	p.step(e, count, func() pair.Pair { return l })
}

// step adds a pair, which it builds if its event is new.
func (p *Plan) step(e accounting.Event, count int, build func() pair.Pair) {
	key := e.String()
	i, known := p.index[key]
	if !known {
		i = len(p.Steps)
		p.index[key] = i
		p.Steps = append(p.Steps, Step{Pair: build(), Event: e})
	}
	p.Steps[i].Count += count
}

// largestDiscrete is the scale from which on a discrete Gaussian is replaced by the continuous one
// that dominates it.
const largestDiscrete = 1 << 10

// continuous returns the noise multiplier of the continuous release that dominates a discrete one
// of large scale; 0 if no privacy is left.
func continuous(e accounting.DiscreteGaussian) (sigma float64, large bool) {
	if e.Scale < largestDiscrete {
		return 0, false
	}
	return 1 / pair.Continuous(e.Scale, e.Sensitivity), true
}

// lawOf returns the pair of an unsampled event that is not Gaussian.
func lawOf(e accounting.Event) (lawPair, string) {
	switch e := e.(type) {
	case accounting.Laplace:
		return pair.Laplace(1 / e.NoiseMultiplier), ""
	case accounting.DiscreteLaplace:
		return pair.DiscreteLaplace(e.Scale, e.Sensitivity), ""
	case accounting.DiscreteGaussian:
		return pair.DiscreteGaussian(e.Scale, e.Sensitivity), ""
	case accounting.ExponentialMechanism:
		eps := e.Epsilon
		if eps > 0 {
			eps = max(eps, 1e-300)
		}
		return pair.Ranged{Law: pair.BoundedRange(eps), Epsilon: eps}, ""
	case accounting.RandomisedResponse:
		return pair.Response(e.Categories, e.Truth), ""
	case accounting.ApproxDP:
		if e.Delta == 0 {
			return pair.Pure(e.Epsilon), ""
		}
	}
	return nil, "no dominating pair is known"
}

// lawPair is a pair with losses that can be sampled.
type lawPair interface {
	pair.Pair
	Sampled(rate float64) *pair.Law
}
