package gdp

import (
	"fmt"
	"math"
	"math/big"

	"github.com/graphdp/graphdp/accounting"
)

const (
	mostOthers = 1 << 12 // the largest value of Others
	// negligible is the probability below which a number of others is not listed but rounded up.
	negligible = 1e-20
)

// event returns a mixture of Gaussians: one change shifts the mean by Bernoulli(q) + w·Binomial(R,
// q) sensitivities, independently of the data. If the terms of others are replaced, the shift
// without the record is w·Binomial(R, q).
func (p PoissonShared) event(sd, sensitivity float64, rel accounting.Relation) (accounting.Event, error) {
	switch {
	case rel == accounting.ReplaceOne:
		return nil, fmt.Errorf("PoissonShared under %v: must be a relation that adds or removes records", rel)
	case !(p.Rate >= 0 && p.Rate <= 1):
		return nil, fmt.Errorf("a sampling rate of %v: must be in [0, 1]", p.Rate)
	case p.Others < 0 || p.Others > mostOthers || !(p.Share >= 0) || math.IsInf(p.Share, 1):
		return nil, fmt.Errorf("invalid Others = %d and Share = %v: must be in [0, %d], and a finite number ≥ 0", p.Others, p.Share, mostOthers)
	case p.Replaced && p.Share < 1:
		return nil, fmt.Errorf("invalid Share = %v with Replaced, which clips contributions as a whole: must be at least 1", p.Share)
	}
	m := accounting.MixtureOfGaussians{NoiseMultiplier: sd / sensitivity}
	m.Sensitivities, m.Probabilities = p.law(true)
	if p.Replaced {
		m.OtherSensitivities, m.OtherProbabilities = p.law(false)
	}
	return m, nil
}

// law lists the distribution of w·Binomial(R, q), plus Bernoulli(q) if the record is present,
// rounded up: the list gives no smaller probability than the true law to exceeding any bound
// (docs/proofs/training.md).
//
// A rate is a float64, hence a/2ᵏ, so C(R, j)·aʲ·(2ᵏ−a)ᴿ⁻ʲ out of 2ᵏᴿ is the exact probability of j
// others. All masses are such integers. Listed floats are rounded down, and the remainder, or a
// mass too small to list, moves to the next larger number of others. The last remainder moves to
// the largest shift, whose probability is rounded up.
func (p PoissonShared) law(with bool) (shifts, probabilities []float64) {
	taken, k := dyadic(p.Rate)
	whole := power(k)
	left := new(big.Int).Sub(whole, taken) // the complement of the coin
	coins := [2]*big.Int{left, taken}      // for the record
	if !with {
		coins = [2]*big.Int{whole, new(big.Int)}
	}
	unit := k * uint(p.Others+1) // all masses are multiples of 2⁻ᵘⁿⁱᵗ
	rare := floorOf(negligible, unit)
	chance := new(big.Int).Exp(left, big.NewInt(int64(p.Others)), nil) // of j others, times 2ᵏᴿ
	ahead := power(k * uint(p.Others))                                 // of j others or more
	carry := [2]*big.Int{new(big.Int), new(big.Int)}                   // mass not listed yet, by the coin
	for j := 0; j <= p.Others; j++ {
		last := j == p.Others
		if last {
			chance.Set(ahead)
		}
		ahead.Sub(ahead, chance)
		for own, coin := range coins {
			carry[own].Add(carry[own], new(big.Int).Mul(chance, coin))
		}
		here := new(big.Int).Add(carry[0], carry[1])
		if !last && new(big.Int).Add(here, new(big.Int).Lsh(ahead, k)).Cmp(rare) <= 0 {
			j = p.Others - 1 // no smaller number is listed
			continue
		}
		if last || here.Cmp(rare) > 0 {
			for own, mass := range carry {
				q := floatBelow(mass, unit)
				mass.Sub(mass, floorOf(q, unit))
				switch top := own == 1 || coins[1].Sign() == 0; {
				case last && top && mass.Sign() > 0:
					q = math.Nextafter(q, 2)
				case last && !top:
					carry[1].Add(carry[1], mass)
				}
				shifts, probabilities = append(shifts, p.shift(own, j)), append(probabilities, q)
			}
		}
		if !last && left.Sign() > 0 {
			chance.Quo(chance, left).Mul(chance, taken).Mul(chance, big.NewInt(int64(p.Others-j))).Quo(chance, big.NewInt(int64(j+1)))
		}
	}
	return shifts, probabilities
}

// shift returns own + j·w, rounded up.
func (p PoissonShared) shift(own, j int) float64 {
	shared := new(big.Float).SetPrec(128).Mul(new(big.Float).SetInt64(int64(j)), big.NewFloat(p.Share)) // exactly
	sum := new(big.Float).SetPrec(53).SetMode(big.ToPositiveInf).Add(shared, new(big.Float).SetInt64(int64(own)))
	s, rounded := sum.Float64()
	if rounded == big.Below { // a subnormal number
		s = math.Nextafter(s, math.Inf(1))
	}
	return s
}

// dyadic returns a and the smallest k with x = a/2ᵏ, for x in [0, 1].
func dyadic(x float64) (a *big.Int, k uint) {
	if x == 0 {
		return new(big.Int), 0
	}
	fraction, exponent := math.Frexp(x)
	a = big.NewInt(int64(math.Ldexp(fraction, 53))) // x·2⁵³⁻ᵉ
	zeros := a.TrailingZeroBits()
	return a.Rsh(a, zeros), uint(53 - exponent - int(zeros))
}

func power(k uint) *big.Int { return new(big.Int).Lsh(big.NewInt(1), k) }

// floorOf returns the integer part of x·2ᵘⁿⁱᵗ, for x in [0, 1].
func floorOf(x float64, unit uint) *big.Int {
	n, _ := new(big.Float).SetMantExp(big.NewFloat(x), int(unit)).Int(nil)
	return n
}

// floatBelow returns the largest float64 of at most n/2ᵘⁿⁱᵗ.
func floatBelow(n *big.Int, unit uint) float64 {
	x := new(big.Float).SetPrec(53).SetMode(big.ToZero).SetInt(n)
	f, rounded := x.SetMantExp(x, -int(unit)).Float64()
	if rounded == big.Above { // a subnormal number
		f = math.Nextafter(f, 0)
	}
	return f
}
