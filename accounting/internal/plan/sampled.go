package plan

import (
	"math"

	"github.com/graphdp/graphdp/accounting"
	"github.com/graphdp/graphdp/accounting/internal/pair"
)

// poisson adds an event on a Poisson sample.
func (p *Plan) poisson(e accounting.PoissonSampled, count int) error {
	if e.Rate == 0 {
		return nil
	}
	if nested, ok := e.Event.(accounting.PoissonSampled); ok { // a sample of a sample
		return p.poisson(accounting.PoissonSampled{Rate: min(nested.Rate, max(leastRate, e.Rate*nested.Rate)), Event: nested.Event}, count)
	}
	if squares, ok := gaussians(e.Event); ok {
		sigma := 1 / math.Sqrt(squares)
		switch replace := p.relation == accounting.ReplaceOne; {
		case squares == 0:
		case replace && e.Rate == 1:
			p.gaussian(sigma/2, count)
		case e.Rate == 1:
			p.gaussian(sigma, count)
		case replace:
			p.sampledGaussian(e, count, e.Rate, sigma, func(q, sigma float64) pair.Pair { return pair.Replacement(q, sigma) })
		default:
			p.sampledGaussian(e, count, e.Rate, sigma, func(q, sigma float64) pair.Pair { return pair.Removal(q, sigma) })
		}
		return nil
	}
	if p.relation == accounting.ReplaceOne {
		return p.Refuse(e, "only Gaussian noise on a Poisson sample is bounded under this relation")
	}
	return p.sampledLaw(e, e.Event, e.Rate, count, func(l lawPair) pair.Pair { return l.Sampled(e.Rate) })
}

// fixedSize adds an event on a sample of fixed size.
func (p *Plan) fixedSize(e accounting.FixedSizeSampled, count int) error {
	if p.relation == accounting.AddRemove {
		return p.Refuse(e, "the share drawn would depend on the number of records, which is private")
	}
	if e.Sample == 0 {
		return nil
	}
	if e.Sample == e.Population {
		return p.add(e.Event, count)
	}
	q := float64(e.Sample) / float64(e.Population)
	if squares, ok := gaussians(e.Event); ok {
		if squares > 0 {
			p.sampledGaussian(e, count, q, 1/math.Sqrt(squares), func(q, sigma float64) pair.Pair { return pair.FixedSizeGaussian(q, sigma) })
		}
		return nil
	}
	return p.sampledLaw(e, e.Event, q, count, func(l lawPair) pair.Pair { return pair.FixedSize(l.Sampled(q)) })
}

// Beyond these numbers a sampled release is not computed but bounded.
const (
	leastNoise = 1.0 / 16 // noise multiplier: with less, who is sampled is revealed
	mostNoise  = 1e9      // noise multiplier: more counts as this much
	leastRate  = 1e-120   // a lower rate counts as this
)

// sampledGaussian counts a Gaussian release on a sample of rate q.
func (p *Plan) sampledGaussian(e accounting.Event, count int, q, sigma float64, build func(q, sigma float64) pair.Pair) {
	if sigma < leastNoise {
		p.fail(q, count)
		return
	}
	p.step(e, count, func() pair.Pair { return build(max(q, leastRate), min(sigma, mostNoise)) })
}

// sampledLaw adds the sample e of one event without Gaussian noise.
func (p *Plan) sampledLaw(e, inner accounting.Event, rate float64, count int, sample func(lawPair) pair.Pair) error {
	if box, ok := inner.(accounting.ApproxDP); ok && box.Delta > 0 {
		b, err := accounting.Amplify(accounting.Budget{Epsilon: accounting.Epsilon(box.Epsilon), Delta: accounting.Delta(box.Delta)}, rate)
		if err != nil {
			return err
		}
		return p.add(accounting.ApproxDP{Epsilon: float64(b.Epsilon), Delta: float64(b.Delta)}, count)
	}
	law, why := lawOf(inner)
	if why != "" {
		return p.Refuse(e, "of what runs on the sample: "+why)
	}
	if !(law.Sup() <= largestLoss) {
		p.Broken = true
		return nil
	}
	p.step(e, count, func() pair.Pair { return sample(law) })
	return nil
}

// gaussians returns Σ 1/σ² of a composition of nothing but Gaussian releases:
// on one sample they are worth one release [MA18, Sec. 3].
func gaussians(e accounting.Event) (squares float64, ok bool) {
	switch e := e.(type) {
	case accounting.Gaussian:
		return square(e.NoiseMultiplier), true
	case accounting.DiscreteGaussian:
		sigma, large := continuous(e)
		return square(sigma), large
	case accounting.SelfCompose:
		s, ok := gaussians(e.Event)
		if e.Count == 0 {
			return 0, ok
		}
		return s * float64(e.Count), ok
	case accounting.Compose:
		for _, x := range e {
			s, ok := gaussians(x)
			if !ok {
				return 0, false
			}
			squares += s
		}
		return squares, true
	}
	return 0, false
}

// random counts a Gaussian release with a random shift. Shifts that the noise
// does not hide count as failures, by joint convexity of the curve in the pair.
func (p *Plan) random(e accounting.Event, count int, sensitivities, probabilities []float64, sigma float64) {
	var shifts, weights []float64 // over the noise multiplier
	var all, revealed, most float64
	for i, w := range probabilities {
		all += w
		if w == 0 {
			continue
		}
		var shift float64
		if sensitivities[i] > 0 {
			shift = max(sensitivities[i]/sigma, 1/mostNoise)
		}
		if shift > 1/leastNoise {
			revealed += w
			continue
		}
		most = max(most, shift)
		shifts, weights = append(shifts, shift), append(weights, max(w, leastRate))
	}
	if len(shifts) == 0 {
		p.Broken = true
		return
	}
	p.fail(revealed/all*(1+0x1p-48), count)
	switch {
	case most == 0:
	case len(shifts) == 1:
		p.gaussian(1/most, count)
	default:
		p.step(e, count, func() pair.Pair { return pair.Random(shifts, weights, 1) })
	}
}
