package noise

import (
	"math"
	"math/big"

	"github.com/graphdp/graphdp/data/scalar"
)

// gaussian is the standard normal distribution.
var gaussian = law{
	draw:  (*Stream).normal,
	above: (*Stream).normalAbove,
	upper: upperTail,
	tail:  tail,
	most:  12,
}

// TopGaussian returns the k largest entries of [Stream.Gaussian] on n values that are 0 except at
// the given ascending indices, in descending order; ties go to the smaller index. It draws little
// noise for zeros.
func (s *Stream) TopGaussian(n int, at []int32, values []float64, sd float64, k int) (indices []int32, noisy []float64, err error) {
	return s.top("a sparse Gaussian", gaussian, n, at, values, sd, k)
}

// upperTail returns an upper bound on the normal tail P(Z ≥ t), with relative error at most 2⁻⁴³,
// for t up to 12.
func upperTail(t int) float64 { return scalar.Erfc(float64(t)/math.Sqrt2) / 2 * (1 + 0x1p-44) }

// tail bounds P(Z ≥ t) for 0 < t ≤ 12 within 2^-digits, by the series
//
//	½ - (2π)^-½ Σ_i (-1)^i t^(2i+1) / (2^i i! (2i+1))
//
// Terms are at most e^(t²/2) < 2¹⁰⁴, so 256 extra digits leave room for the rounding errors of
// thousands of terms.
func tail(t int, digits uint) (low, high *big.Float) {
	prec := digits + 256
	number := func(x float64) *big.Float { return new(big.Float).SetPrec(prec).SetFloat64(x) }
	sum, power := number(0), number(float64(t)) // power is t^(2i+1)/(2^i i!)
	end := new(big.Float).SetMantExp(number(1), -int(digits)-64)
	for i := 0; ; i++ {
		term := new(big.Float).SetPrec(prec).Quo(power, number(float64(2*i+1)))
		if i%2 == 0 {
			sum.Add(sum, term)
		} else {
			sum.Sub(sum, term)
		}
		if i > t*t && term.Cmp(end) < 0 { // terms decrease and alternate in sign
			break
		}
		power.Mul(power, number(float64(t*t)))
		power.Quo(power, number(float64(2*(i+1))))
	}
	root := new(big.Float).SetPrec(prec).Sqrt(new(big.Float).SetPrec(prec).Mul(pi(prec), number(2)))
	p := new(big.Float).SetPrec(prec).Sub(number(.5), sum.Quo(sum, root))
	slack := new(big.Float).SetMantExp(number(1), -int(digits)-1)
	return new(big.Float).SetPrec(prec).Sub(p, slack), new(big.Float).SetPrec(prec).Add(p, slack)
}

// pi returns π by Machin's formula, 16 arctan 1/5 - 4 arctan 1/239, to nearly the given precision.
func pi(prec uint) *big.Float {
	scale := new(big.Int).Lsh(big.NewInt(1), prec+32)
	arctan := func(x int64) *big.Int {
		sum, power := new(big.Int), new(big.Int).Div(scale, big.NewInt(x))
		for i := int64(0); power.Sign() != 0; i++ {
			term := new(big.Int).Div(power, big.NewInt(2*i+1))
			if i%2 == 0 {
				sum.Add(sum, term)
			} else {
				sum.Sub(sum, term)
			}
			power.Div(power, big.NewInt(x*x))
		}
		return sum
	}
	sum := new(big.Int).Mul(big.NewInt(16), arctan(5))
	sum.Sub(sum, new(big.Int).Mul(big.NewInt(4), arctan(239)))
	f := new(big.Float).SetPrec(prec).SetInt(sum)
	return f.SetMantExp(f, -int(prec)-32)
}

// normalAbove draws a standard normal variable given that it is at least t: [Stream.normal] with
// integer parts from t on.
func (s *Stream) normalAbove(t int) real {
	for {
		k := t
		for s.expHalf() {
			k++
		}
		if !s.expHalves(k*(k-1) - t*(t-1)) {
			continue
		}
		if x := s.uniform(); s.bell(&x, k) {
			return real{whole: uint64(k), rest: x}
		}
	}
}
