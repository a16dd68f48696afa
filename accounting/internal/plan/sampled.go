package plan

import (
	"math"

	"github.com/graphdp/graphdp/accounting"
	"github.com/graphdp/graphdp/accounting/internal/pair"
)

// poisson adds an event on a Poisson sample.
func (p *Plan) poisson(e accounting.PoissonSampled, count int) error {
	if nested, ok := e.Event.(accounting.PoissonSampled); ok { // a sample of a sample
		return p.poisson(accounting.PoissonSampled{Rate: e.Rate * nested.Rate, Event: nested.Event}, count)
	}
	if e.Rate == 0 {
		return nil
	}
	if squares, ok := gaussians(e.Event); ok {
		sigma := 1 / math.Sqrt(squares)
		switch replace := p.relation == accounting.ReplaceOne; {
		case squares == 0:
			return nil
		case replace && e.Rate == 1:
			return p.add(accounting.Gaussian{NoiseMultiplier: sigma / 2}, count)
		case e.Rate == 1:
			return p.add(accounting.Gaussian{NoiseMultiplier: sigma}, count)
		case replace:
			p.step(e, count, func() pair.Pair { return pair.Replacement(e.Rate, sigma) })
		default:
			p.step(e, count, func() pair.Pair { return pair.Removal(e.Rate, sigma) })
		}
		return nil
	}
	if p.relation == accounting.ReplaceOne {
		return p.Refuse(e, "only Gaussian noise on a Poisson sample is bounded under this relation")
	}
	return p.sampledLaw(e, e.Event, e.Rate, count, func(l *pair.Law) pair.Pair { return l.Sampled(e.Rate) })
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
			p.step(e, count, func() pair.Pair { return pair.FixedSizeGaussian(q, 1/math.Sqrt(squares)) })
		}
		return nil
	}
	return p.sampledLaw(e, e.Event, q, count, func(l *pair.Law) pair.Pair { return pair.FixedSize(q, l) })
}

// sampledLaw adds the sample e of one event without Gaussian noise.
func (p *Plan) sampledLaw(e, inner accounting.Event, rate float64, count int, sample func(*pair.Law) pair.Pair) error {
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
	p.law(e, law, count, sample)
	return nil
}

// gaussians returns Σ 1/σ² of a composition of nothing but Gaussian releases:
// on one sample they are worth one release [MA18, Sec. 3].
func gaussians(e accounting.Event) (squares float64, ok bool) {
	switch e := e.(type) {
	case accounting.Gaussian:
		return 1 / (e.NoiseMultiplier * e.NoiseMultiplier), true
	case accounting.SelfCompose:
		s, ok := gaussians(e.Event)
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

// mixture adds a query with a random sensitivity.
func (p *Plan) mixture(e accounting.MixtureOfGaussians, count int) error {
	var most, only float64
	for i, w := range e.Probabilities {
		if w > 0 {
			most = max(most, e.Sensitivities[i])
		}
		if w == 1 {
			only = e.Sensitivities[i]
		}
	}
	switch {
	case most == 0:
		return nil
	case only > 0:
		return p.add(accounting.Gaussian{NoiseMultiplier: e.NoiseMultiplier / only}, count)
	}
	p.step(e, count, func() pair.Pair { return pair.Random(e.Sensitivities, e.Probabilities, e.NoiseMultiplier) })
	return nil
}
