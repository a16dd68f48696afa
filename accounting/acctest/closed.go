package acctest

import (
	"math"

	"github.com/graphdp/graphdp/accounting"
	"github.com/graphdp/graphdp/data/scalar"
)

// Form is an event whose curve has a closed form.
type Form struct {
	Event accounting.Event
	Delta func(eps float64) float64
}

// Closed returns events with closed forms: what an accountant answers for them
// must not lie below.
func Closed() []Form {
	gaussian := func(mu float64) func(float64) float64 {
		return func(eps float64) float64 { // [BW18] Thm 8
			phi := func(x float64) float64 { return 0.5 * scalar.Erfc(-x/math.Sqrt2) }
			return phi(mu/2-eps/mu) - scalar.Exp(eps)*phi(-mu/2-eps/mu)
		}
	}
	laplace := func(eps0 float64) func(float64) float64 {
		return func(eps float64) float64 { return max(0, -math.Expm1((eps-eps0)/2)) }
	}
	forms := []Form{
		{accounting.Gaussian{NoiseMultiplier: 0.4}, gaussian(2.5)},
		{accounting.Gaussian{NoiseMultiplier: 3}, gaussian(1.0 / 3)},
		{accounting.SelfCompose{Event: accounting.Gaussian{NoiseMultiplier: 50}, Count: 400}, gaussian(0.4)},
		{accounting.Compose{accounting.Gaussian{NoiseMultiplier: 5}, accounting.SelfCompose{Event: accounting.Gaussian{NoiseMultiplier: 10}, Count: 12}}, gaussian(0.4)},
		{accounting.Laplace{NoiseMultiplier: 1}, laplace(1)},
		{accounting.Laplace{NoiseMultiplier: 0.3}, laplace(1 / 0.3)},
		{accounting.Group{Size: 3, Event: accounting.Laplace{NoiseMultiplier: 6}}, laplace(0.5)},
		{accounting.ApproxDP{Epsilon: 0.7, Delta: 1e-6}, func(eps float64) float64 { return Optimal(1, 0.7, 1e-6, eps) }},
	}
	for _, c := range []struct {
		k    int
		eps0 float64
	}{{2, 1}, {70, 0.1}, {5, 0.05}, {1000, 0.01}} {
		forms = append(forms,
			Form{accounting.SelfCompose{Event: accounting.ApproxDP{Epsilon: c.eps0}, Count: c.k},
				func(eps float64) float64 { return Optimal(c.k, c.eps0, 0, eps) }},
			Form{accounting.SelfCompose{Event: accounting.RandomisedResponse{Categories: 2, Truth: 1 / (1 + scalar.Exp(-c.eps0))}, Count: c.k},
				func(eps float64) float64 { return Optimal(c.k, c.eps0, 0, eps) }})
	}
	for _, q := range []float64{0.1, 0.9} { // [BBG18] Thm 8: tight for randomised response
		forms = append(forms, Form{
			accounting.PoissonSampled{Rate: q, Event: accounting.ApproxDP{Epsilon: 1.2}},
			func(eps float64) float64 {
				return q * Optimal(1, 1.2, 0, math.Log1p(math.Expm1(eps)/q))
			}})
	}
	return forms
}

// Optimal returns the least δ at ε = eps of k mechanisms that are each
// (eps0, delta0)-DP [KOV17, Thm 3.3]:
//
//	1 - (1-δ₀)^k·(1 - Σ C(k,l)·(e^{(k-l)ε₀} - e^{ε+lε₀})/(1+e^{ε₀})^k),
//
// the sum over l with (k-2l)·ε₀ > ε.
func Optimal(k int, eps0, delta0, eps float64) float64 {
	n, _ := math.Lgamma(float64(k + 1))
	var sum float64
	for l := 0; l <= k; l++ {
		loss := float64(k-2*l) * eps0
		if loss <= eps {
			break
		}
		x, _ := math.Lgamma(float64(l + 1))
		y, _ := math.Lgamma(float64(k - l + 1))
		log := n - x - y + float64(k-l)*eps0 - float64(k)*(eps0+math.Log1p(scalar.Exp(-eps0)))
		sum += scalar.Exp(log) * -math.Expm1(eps-loss)
	}
	safe := float64(k) * math.Log1p(-delta0)
	return -math.Expm1(safe) + scalar.Exp(safe)*sum
}

// InvalidEvents returns events that no mechanism can be, which every
// accountant must refuse.
func InvalidEvents() []accounting.Event {
	nan, inf := math.NaN(), math.Inf(1)
	g := accounting.Gaussian{NoiseMultiplier: 1}
	events := []accounting.Event{
		nil,
		accounting.Gaussian{},
		accounting.DiscreteGaussian{Scale: 1, Sensitivity: -1},
		accounting.DiscreteGaussian{Sensitivity: 1},
		accounting.DiscreteLaplace{Scale: 1, Sensitivity: -1},
		accounting.RandomisedResponse{Categories: 1, Truth: 0.5},
		accounting.RandomisedResponse{Categories: 2, Truth: 1},
		accounting.RandomisedResponse{Categories: 2},
		accounting.RandomisedResponse{Categories: 2, Truth: nan},
		accounting.ApproxDP{Epsilon: 1, Delta: 1},
		accounting.ApproxDP{Epsilon: 1, Delta: nan},
		accounting.Compose{nil},
		accounting.Compose{g, accounting.Laplace{}},
		accounting.SelfCompose{Count: 3},
		accounting.SelfCompose{Event: g, Count: -1},
		accounting.PoissonSampled{Rate: 0.5},
		accounting.PoissonSampled{Rate: 1.5, Event: g},
		accounting.PoissonSampled{Rate: nan, Event: g},
		accounting.FixedSizeSampled{Population: 0, Sample: 0, Event: g},
		accounting.FixedSizeSampled{Population: 3, Sample: 4, Event: g},
		accounting.FixedSizeSampled{Population: 3, Sample: -1, Event: g},
		accounting.FixedSizeSampled{Population: 3, Sample: 1},
		accounting.MixtureOfGaussians{NoiseMultiplier: 1},
		accounting.MixtureOfGaussians{NoiseMultiplier: 1, Sensitivities: []float64{1}, Probabilities: []float64{0.9}},
		accounting.MixtureOfGaussians{NoiseMultiplier: 1, Sensitivities: []float64{1, 2}, Probabilities: []float64{1}},
		accounting.MixtureOfGaussians{NoiseMultiplier: 1, Sensitivities: []float64{-1}, Probabilities: []float64{1}},
		accounting.MixtureOfGaussians{NoiseMultiplier: 1, Sensitivities: []float64{inf}, Probabilities: []float64{1}},
		accounting.MixtureOfGaussians{NoiseMultiplier: 1, Sensitivities: []float64{1, 2}, Probabilities: []float64{-0.5, 1.5}},
		accounting.MixtureOfGaussians{NoiseMultiplier: 1, Sensitivities: []float64{1}, Probabilities: []float64{1}, OtherSensitivities: []float64{1}},
		accounting.MixtureOfGaussians{NoiseMultiplier: 1, Sensitivities: []float64{1}, Probabilities: []float64{1}, OtherSensitivities: []float64{1, 2}, OtherProbabilities: []float64{0.5, 0.4}},
		&g, accounting.Compose{&g}, (*accounting.Gaussian)(nil),
		accounting.Group{Size: 0, Event: g},
		accounting.Group{Size: 2},
	}
	for _, x := range []float64{-1, nan, inf} {
		events = append(events,
			accounting.Gaussian{NoiseMultiplier: x},
			accounting.Laplace{NoiseMultiplier: x},
			accounting.DiscreteGaussian{Scale: x, Sensitivity: 1},
			accounting.DiscreteLaplace{Scale: x, Sensitivity: 1},
			accounting.ExponentialMechanism{Epsilon: x},
			accounting.ApproxDP{Epsilon: x},
			accounting.ZeroConcentrated{Rho: x},
			accounting.MixtureOfGaussians{NoiseMultiplier: x, Sensitivities: []float64{1}, Probabilities: []float64{1}})
	}
	return events
}
