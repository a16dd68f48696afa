// Package plan brings an event into the normal form of the accountants: a flat list of dominating
// pairs with counts, and one mean for all Gaussian noise without sampling. What has no dominating
// pair is refused here, once for all accountants.
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
	Safe     float64 // ln of the probability that no black box fails
	Fail     float64 // the probability that one does, rounded up
	Broken   bool    // a step without any guarantee is among them
	relation accounting.Relation
	name     string
	index    map[string]int // of a step by its event
}

// Step is a pair that is composed with itself Count times.
type Step struct {
	Pair  pair.Pair
	Count int
	Event accounting.Event
}

// New brings e into normal form; name is the accountant that errors quote.
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

// Mean returns the mean of the one Gaussian release that is worth all of them,
// rounded up.
func (p *Plan) Mean() float64 { return math.Sqrt(p.Squares) * (1 + 0x1p-49) }

// Sup returns the largest loss that the plan can have while no black box fails.
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

// Rest returns what is left of δ = d for the others when black boxes have taken
// their share, rounded down. It reports false where nothing can be promised: a
// box fails more often, or a step has no guarantee.
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

// square returns 1/σ². So little noise that it leaves the range of float64 counts as
// none, and next to no loss as a little.
func square(sigma float64) float64 { return max(1/(sigma*sigma), 1e-300) }

// mostSquares is Σ 1/σ² from which on nothing is private.
const mostSquares = 1e300

// fail counts black boxes that fail with probability d each. One box keeps its
// d to the bit.
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

// largestLoss is what a single step may lose before it counts as no privacy at
// all; e to the power of more would leave the range of float64.
const largestLoss = 600

// law counts a pair with bounded losses.
func (p *Plan) law(e accounting.Event, l pair.Pair, count int) {
	if !(l.Sup() <= largestLoss) {
		p.Broken = true
		return
	}
	p.step(e, count, func() pair.Pair { return l })
}

// step counts a pair, which it builds when its event is new.
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

// largestDiscrete is the scale from which on a discrete Gaussian law counts as
// the continuous one that dominates it.
const largestDiscrete = 1 << 10

// continuous returns the noise multiplier of the continuous release that
// dominates a discrete one of a large scale; 0 if no privacy is left.
func continuous(e accounting.DiscreteGaussian) (sigma float64, large bool) {
	if e.Scale < largestDiscrete {
		return 0, false
	}
	return 1 / pair.Continuous(e.Scale, e.Sensitivity), true
}

// lawOf returns the pair of an unsampled event other than a Gaussian.
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

// lawPair is a pair made from a law, which can be sampled.
type lawPair interface {
	pair.Pair
	Sampled(rate float64) *pair.Law
}
