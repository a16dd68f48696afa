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

// Outside these limits a sampled release is bounded without an exact computation.
const (
	leastNoise = 1.0 / 16 // noise multiplier: below, the sample is revealed
	mostNoise  = 1e9      // noise multiplier: above, it counts as this value
	leastRate  = 1e-120   // smaller rates count as this value
)

// sampledGaussian adds a Gaussian release on a sample of rate q.
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

// gaussians returns Σ 1/σ² of a composition of Gaussian releases only: on one sample they are
// equivalent to one release [MA18, Sec. 3].
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

// shifts is the distribution of the change of a query.
type shifts struct{ sizes, weights []float64 }

// none is the distribution of a change of 0.
var none = shifts{[]float64{0}, []float64{1}}

// hidden returns the shifts, relative to the noise, that the noise hides, the largest of them, and
// the probability of the others.
func (l shifts) hidden(sigma float64) (kept shifts, most, revealed float64) {
	var all float64
	for i, w := range l.weights {
		all += w
		if w == 0 {
			continue
		}
		var size float64
		if l.sizes[i] > 0 {
			size = max(l.sizes[i]/sigma, 1/mostNoise)
		}
		if size > 1/leastNoise {
			revealed += w
			continue
		}
		most = max(most, size)
		kept.sizes, kept.weights = append(kept.sizes, size), append(kept.weights, max(w, leastRate))
	}
	return kept, most, revealed / all
}

// random adds a Gaussian release with a random shift, in opposite directions under the two
// neighbours. Shifts that the noise does not hide count as failures, by joint convexity of the
// curve in the pair; those of the two neighbours may be assumed to occur together.
func (p *Plan) random(e accounting.Event, count int, up, down shifts, sigma float64) {
	up, mostUp, revealedUp := up.hidden(sigma)
	down, mostDown, revealedDown := down.hidden(sigma)
	if len(up.sizes) == 0 || len(down.sizes) == 0 {
		p.Broken = true
		return
	}
	p.fail(max(revealedUp, revealedDown)*(1+0x1p-48), count)
	switch {
	case mostUp == 0 && mostDown == 0:
	case len(up.sizes) == 1 && len(down.sizes) == 1:
		p.gaussian(1/(mostUp+mostDown), count)
	default:
		p.step(e, count, func() pair.Pair { return pair.MixturePair(up.sizes, up.weights, down.sizes, down.weights, 1) })
	}
}
