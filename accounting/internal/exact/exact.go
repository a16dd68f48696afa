package exact

import (
	"math"
	"math/big"
)

const precision = 3000 // bits; tails down to e^-1000 keep more than 50 digits

func float(x float64) *big.Float { return new(big.Float).SetPrec(precision).SetFloat64(x) }

func empty() *big.Float { return new(big.Float).SetPrec(precision) }

// Exp returns e^x.
func Exp(x *big.Float) *big.Float {
	const halvings = 40
	t := empty().SetMantExp(empty().Set(x), -halvings-max(0, x.MantExp(nil)))
	sum, term := float(1), float(1)
	for k := 1; ; k++ {
		term.Mul(term, t)
		term.Quo(term, float(float64(k)))
		if term.Sign() == 0 || term.MantExp(nil) < -precision-200 {
			break
		}
		sum.Add(sum, term)
	}
	for range halvings + max(0, x.MantExp(nil)) {
		sum.Mul(sum, sum)
	}
	return sum
}

// pi by Machin's formula.
var pi = func() *big.Float {
	arctan := func(n float64) *big.Float { // of 1/n
		sum, power := empty(), empty().Quo(float(1), float(n))
		square := float(n * n)
		for k := 1; power.MantExp(nil) > -precision-10; k += 2 {
			term := empty().Quo(power, float(float64(k)))
			if k%4 == 3 {
				term.Neg(term)
			}
			sum.Add(sum, term)
			power.Quo(power, square)
		}
		return sum
	}
	a := empty().Mul(float(4), arctan(5))
	return a.Mul(float(4), a.Sub(a, arctan(239)))
}()

// Cdf returns the distribution function of the standard normal law.
func Cdf(x *big.Float) *big.Float {
	// 1/2 + φ(x)·(x + x³/3 + x⁵/(3·5) + ...).
	square := empty().Mul(x, x)
	sum, term := empty().Set(x), empty().Set(x)
	for k := 3.0; term.Sign() != 0 && term.MantExp(nil) > -precision-200; k += 2 {
		term.Mul(term, square)
		term.Quo(term, float(k))
		sum.Add(sum, term)
	}
	half := empty().Quo(square, float(-2))
	sum.Mul(sum, Exp(half))
	root := empty().Sqrt(empty().Mul(float(2), pi))
	sum.Quo(sum, root)
	return sum.Add(sum, float(0.5))
}

// GaussianDelta returns Φ(μ/2 - ε/μ) - e^ε·Φ(-μ/2 - ε/μ), the curve of a Gaussian
// release with mean mu.
func GaussianDelta(mu, eps float64) *big.Float {
	r := empty().Quo(float(eps), float(mu))
	half := empty().Quo(float(mu), float(2))
	first := Cdf(empty().Sub(half, r))
	second := Cdf(empty().Neg(empty().Add(half, r)))
	return first.Sub(first, second.Mul(second, Exp(float(eps))))
}

// LogRatio returns ln(x/e^y), for x near e^y of any size; elsewhere some number of
// at least 10⁻³ in size.
func LogRatio(x *big.Float, y float64) float64 {
	r := empty().Quo(x, Exp(float(y)))
	f, _ := r.Sub(r, float(1)).Float64()
	if math.Abs(f) > 1e-3 {
		return f
	}
	return f - f*f/2 // the tests want |f| far below 10⁻⁶
}
