package plan

import (
	"math"

	"github.com/graphdp/graphdp/accounting"
	"github.com/graphdp/graphdp/accounting/internal/pair"
)

// group returns an event that bounds e for k records that change together, or the reason why there
// is none.
func group(e accounting.Event, k int) (accounting.Event, string) {
	if k > mostSteps {
		return nil, tooLarge
	}
	f := float64(k)
	switch e := e.(type) {
	case accounting.Compose:
		out := make(accounting.Compose, len(e))
		for i, x := range e {
			out[i] = accounting.Group{Size: k, Event: x}
		}
		return out, ""
	case accounting.SelfCompose:
		return accounting.SelfCompose{Event: accounting.Group{Size: k, Event: e.Event}, Count: e.Count}, ""
	case accounting.Group:
		if e.Size > mostSteps/k {
			return nil, tooLarge
		}
		return accounting.Group{Size: e.Size * k, Event: e.Event}, ""
	case accounting.NonPrivate:
		return e, ""
	case accounting.Gaussian:
		return accounting.Gaussian{NoiseMultiplier: e.NoiseMultiplier / f}, ""
	case accounting.Laplace:
		return accounting.Laplace{NoiseMultiplier: e.NoiseMultiplier / f}, ""
	case accounting.DiscreteGaussian:
		if e.Sensitivity > mostSteps/k {
			return nil, tooLarge
		}
		return accounting.DiscreteGaussian{Scale: e.Scale, Sensitivity: e.Sensitivity * k}, ""
	case accounting.DiscreteLaplace:
		if e.Sensitivity > mostSteps/k {
			return nil, tooLarge
		}
		return accounting.DiscreteLaplace{Scale: e.Scale, Sensitivity: e.Sensitivity * k}, ""
	case accounting.ExponentialMechanism:
		return accounting.ExponentialMechanism{Epsilon: e.Epsilon * f}, ""
	case accounting.ZeroConcentrated: // [BS16] Prop. 27
		return accounting.ZeroConcentrated{Rho: e.Rho * f * f}, ""
	case accounting.RandomisedResponse: // at worst each record determines its own report
		return accounting.SelfCompose{Event: e, Count: k}, ""
	case accounting.ApproxDP: // δ·(1 + e^ε + ... + e^{(k-1)ε})
		delta := e.Delta * f
		if e.Epsilon > 0 {
			delta = e.Delta * math.Expm1(f*e.Epsilon) / math.Expm1(e.Epsilon)
		}
		if e.Delta == 0 {
			delta = 0
		} else if delta *= 1 + 0x1p-49; !(delta < 1) {
			return accounting.NonPrivate{Reason: "the group uses up δ"}, ""
		}
		return accounting.ApproxDP{Epsilon: f * e.Epsilon, Delta: delta}, ""
	case accounting.PoissonSampled:
		if squares, ok := gaussians(e.Event); ok && squares > 0 && e.Rate > 0 {
			if e.Rate == 1 {
				return accounting.PoissonSampled{Rate: 1, Event: accounting.Gaussian{NoiseMultiplier: 1 / math.Sqrt(squares) / f}}, ""
			}
			return binomial{e, k, e.Rate, 1 / math.Sqrt(squares)}, ""
		}
		return nil, "only Gaussian noise on a Poisson sample is bounded for groups"
	}
	return nil, "no bound for groups is known"
}

const tooLarge = "a group of more than 2⁵³ records, or a change of more than 2⁵³"

// binomial is a Gaussian release on a Poisson sample for k records that change together: the number
// of them in the sample is binomial.
type binomial struct {
	accounting.Event
	k           int
	rate, sigma float64
}

// add adds the release to the plan. If the number in the sample varies much, it is replaced by one
// that it exceeds with negligible probability.
func (b binomial) add(p *Plan, e accounting.Event, count int) {
	const widest = 1e5 // variance up to which the distribution is listed
	if n := float64(b.k); n*b.rate*(1-b.rate) > widest {
		most, beyond := pair.MostInSample(n, b.rate)
		p.fail(beyond, count)
		p.gaussian(b.sigma/most, count)
		return
	}
	numbers, weights, beyond := pair.Binomial(b.k, max(b.rate, leastRate))
	p.fail(beyond, count)
	p.random(e, count, shifts{numbers, weights}, none, b.sigma)
}
