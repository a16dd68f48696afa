package gdp

import (
	"fmt"
	"math"
	"math/big"

	"github.com/graphdp/graphdp/accounting"
)

const (
	mostOthers = 1 << 12 // of a mixture
	// negligible is the probability below which a number is not listed, but rounded up.
	negligible = 1e-20
)

// event is a Gaussian whose mean one change moves by Bernoulli(q) + w·Binomial(R, q)
// sensitivities, by coins that do not depend on the data; without the record by
// w·Binomial(R, q), where the terms of others are replaced.
func (p PoissonShared) event(sd, sensitivity float64, rel accounting.Relation) (accounting.Event, error) {
	switch {
	case rel == accounting.ReplaceOne:
		return nil, fmt.Errorf("shared terms under %v, where a record is exchanged; they are for records that are added or removed", rel)
	case !(p.Rate >= 0 && p.Rate <= 1):
		return nil, fmt.Errorf("a sampling rate of %v, want a number in 0 … 1", p.Rate)
	case p.Others < 0 || p.Others > mostOthers || !(p.Share >= 0) || math.IsInf(p.Share, 1):
		return nil, fmt.Errorf("%d other records with a share of %v each, want 0 … %d, and a number that is not negative", p.Others, p.Share, mostOthers)
	}
	m := accounting.MixtureOfGaussians{NoiseMultiplier: sd / sensitivity}
	m.Sensitivities, m.Probabilities = p.law(p.Rate)
	if p.Replaced {
		m.OtherSensitivities, m.OtherProbabilities = p.law(0)
	}
	return m, nil
}

// law is that of Bernoulli(own) + w·Binomial(R, q), rounded up.
func (p PoissonShared) law(own float64) (sensitivities, probabilities []float64) {
	exact := func(x float64) *big.Float { return new(big.Float).SetPrec(lawBits).SetFloat64(x) }
	with, taken, one := exact(own), exact(p.Rate), exact(1)
	coins := [2]*big.Float{new(big.Float).Sub(one, with), with}
	// What is not listed, or lost by rounding down, counts as a larger number.
	carry := [2]*big.Float{exact(0), exact(0)}
	for others, chance := range binomial(p.Others, taken, new(big.Float).Sub(one, taken)) {
		k, last := float64(others), others == p.Others
		for own, coin := range coins {
			carry[own].Add(carry[own], new(big.Float).Mul(chance, coin))
		}
		if total, _ := new(big.Float).Add(carry[0], carry[1]).Float64(); total < negligible && !last {
			continue
		}
		for own, mass := range carry {
			q := below(mass)
			if last && own == 1 && mass.Sign() > 0 {
				q = math.Nextafter(q, 2)
			}
			sensitivities = append(sensitivities, float64(own)+k*p.Share)
			probabilities = append(probabilities, min(q, 1))
			mass.Sub(mass, new(big.Float).SetFloat64(q))
			if last && own == 0 {
				carry[1].Add(carry[1], mass)
			}
		}
	}
	return sensitivities, probabilities
}

// lawBits is the precision that the law of a mixture is computed in.
const lawBits = 256

// binomial returns the probabilities of 0 … n successes.
func binomial(n int, success, failure *big.Float) []*big.Float {
	law := make([]*big.Float, n+1)
	power := new(big.Float).SetPrec(lawBits).SetInt64(1)
	for k := n; k >= 0; k-- { // failureⁿ⁻ᵏ
		law[k] = new(big.Float).Set(power)
		power.Mul(power, failure)
	}
	ways := new(big.Float).SetPrec(lawBits).SetInt64(1) // C(n, k) successᵏ
	for k := range law {
		law[k].Mul(law[k], ways)
		ways.Mul(ways, success).Mul(ways, big.NewFloat(float64(n-k))).Quo(ways, big.NewFloat(float64(k+1)))
	}
	return law
}

// below returns the largest float64 that is not above x.
func below(x *big.Float) float64 {
	f, rounded := x.Float64()
	if rounded == big.Above {
		f = math.Nextafter(f, math.Inf(-1))
	}
	return f
}
