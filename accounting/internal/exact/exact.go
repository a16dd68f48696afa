// Package exact evaluates the normal distribution to hundreds of digits with math/big. It is slow
// and provides the reference values of tests.
package exact

import (
	"math"
	"math/big"
)

const precision = 3000 // precision of numbers given as float64; tails down to e^-1000 keep 50 digits

func float(x float64) *big.Float { return of(precision, x) }

func of(bits uint, x float64) *big.Float { return new(big.Float).SetPrec(bits).SetFloat64(x) }

// Exp returns e^x to about the precision of x.
func Exp(x *big.Float) *big.Float {
	const halvings = 40
	bits := x.Prec()
	t := of(bits, 0).SetMantExp(x, -halvings-max(0, x.MantExp(nil)))
	sum, term := of(bits, 1), of(bits, 1)
	for k := 1; ; k++ {
		term.Mul(term, t)
		term.Quo(term, of(bits, float64(k)))
		if term.Sign() == 0 || term.MantExp(nil) < -int(bits)-10 {
			break
		}
		sum.Add(sum, term)
	}
	for range halvings + max(0, x.MantExp(nil)) {
		sum.Mul(sum, sum)
	}
	return sum
}

// pi is computed by Machin's formula.
var pi = func() *big.Float {
	arctan := func(n float64) *big.Float { // of 1/n
		sum, power := float(0), float(0).Quo(float(1), float(n))
		square := float(n * n)
		for k := 1; power.MantExp(nil) > -precision-10; k += 2 {
			term := float(0).Quo(power, float(float64(k)))
			if k%4 == 3 {
				term.Neg(term)
			}
			sum.Add(sum, term)
			power.Quo(power, square)
		}
		return sum
	}
	a := float(0).Mul(float(4), arctan(5))
	return a.Mul(float(4), a.Sub(a, arctan(239)))
}()

// Cdf returns the standard normal distribution function to about the precision of x.
func Cdf(x *big.Float) *big.Float {
	// 1/2 + φ(x)·(x + x³/3 + x⁵/(3·5) + ...).
	bits := x.Prec()
	square := of(bits, 0).Mul(x, x)
	sum, term := of(bits, 0).Set(x), of(bits, 0).Set(x)
	for k := 3.0; term.Sign() != 0 && term.MantExp(nil) > -int(bits)-10; k += 2 {
		term.Mul(term, square)
		term.Quo(term, of(bits, k))
		sum.Add(sum, term)
	}
	sum.Mul(sum, Exp(of(bits, 0).Quo(square, of(bits, -2))))
	sum.Quo(sum, of(bits, 0).Sqrt(of(bits, 0).Mul(of(bits, 2), pi)))
	return sum.Add(sum, of(bits, 0.5))
}

// GaussianDelta returns Φ(μ/2 - ε/μ) - e^ε·Φ(-μ/2 - ε/μ), the curve of a Gaussian
// release with mean mu.
func GaussianDelta(mu, eps float64) *big.Float {
	r := float(0).Quo(float(eps), float(mu))
	half := float(0).Quo(float(mu), float(2))
	first := Cdf(float(0).Sub(half, r))
	second := Cdf(float(0).Neg(float(0).Add(half, r)))
	return first.Sub(first, second.Mul(second, Exp(float(eps))))
}

// LogRatio returns ln(x/e^y) for x near e^y, of any size; otherwise it returns a number of absolute
// value at least 10⁻³.
func LogRatio(x *big.Float, y float64) float64 {
	r := float(0).Quo(x, Exp(float(y)))
	f, _ := r.Sub(r, float(1)).Float64()
	if math.Abs(f) > 1e-3 {
		return f
	}
	return f - f*f/2 // tests need |f| far below 10⁻⁶
}
