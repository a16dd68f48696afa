// Package special provides special functions with high relative precision in the tails.
package special

import (
	"math"

	"github.com/graphdp/graphdp/data/scalar"
)

// LogSqrt2Pi is ln √(2π).
const LogSqrt2Pi = 0.91893853320467274178032973640561763986139747363778

// Cdf returns Φ(x), the distribution function of the standard normal law.
func Cdf(x float64) float64 { return 0.5 * scalar.Erfc(-x*(1/math.Sqrt2)) }

// LogCdf returns ln Φ(x), finite for every finite x.
func LogCdf(x float64) float64 {
	if x > 0 {
		return math.Log1p(-Cdf(-x))
	}
	if x > -8 {
		return math.Log(Cdf(x))
	}
	return math.Log(Mills(-x)) - x*x/2 - LogSqrt2Pi
}

// Mills returns the ratio (1 - Φ(x))/φ(x), where φ is the normal density. It decreases from +Inf to
// 0, like 1/x on the right.
func Mills(x float64) float64 {
	if x > 8 {
		// Laplace's continued fraction 1/(x + 1/(x + 2/(x + 3/(x + ...)))).
		f := x
		for n := 50.0; n >= 1; n-- {
			f = x + n/f
		}
		return 1 / f
	}
	// √(2π)·exp(x²/2)·(1 - Φ(x)), corrected for the rounding errors of x/√2 and of the square: erfc
	// falls like exp(-t²), so both matter.
	const root, rest = 1 / math.Sqrt2, -4.833646656726457e-17 // their sum is 1/√2 to 106 bits
	t := x * root
	low := scalar.FMA(x, root, -t) + x*rest
	sq := x * x / 2
	err := scalar.FMA(x, x/2, -sq)
	// erfc(t+low) ≈ erfc(t) - low·(2/√π)·exp(-t²).
	erfc := scalar.Erfc(t) - low*2/math.Sqrt(math.Pi)*scalar.Exp(-t*t)
	return math.Sqrt(math.Pi/2) * scalar.Exp(sq) * (1 + err) * erfc
}

// MillsDrop returns Mills(a) - Mills(a+d) for d ≥ 0, without cancellation.
func MillsDrop(a, d float64) float64 {
	if d > 0.5 {
		return Mills(a) - Mills(a+d)
	}
	// The integral of -Mills' = 1 - x·Mills(x) by Gauss-Legendre; the
	// integrand is entire, so 8 points on half a unit reach full precision.
	var s float64
	for i, x := range legendreX {
		s += legendreW[i] * (millsFall(a+d/2*(1-x)) + millsFall(a+d/2*(1+x)))
	}
	return s * d / 2
}

// millsFall returns -Mills'(x) = 1 - x·Mills(x), which behaves like 1/x² on the right.
func millsFall(x float64) float64 {
	if x < 4 {
		return 1 - x*Mills(x)
	}
	// With Mills = 1/(x + K), 1 - x·Mills = K/(x + K).
	k := 0.0
	for n := 80.0; n >= 1; n-- {
		k = n / (x + k)
	}
	return k / (x + k)
}

// Nodes and weights of the Gauss-Legendre rule with 8 points, positive half.
var (
	legendreX = [4]float64{0.18343464249564980494, 0.52553240991632898582, 0.79666647741362673959, 0.96028985649753623168}
	legendreW = [4]float64{0.36268378337836198297, 0.31370664587788728734, 0.22238103445337447054, 0.10122853629037625915}
)

// Quantile returns x with 1 - Φ(x) = p for 0 < p < 1, given ln p, so p may be far below the
// smallest float64.
func Quantile(logp float64) float64 {
	if logp > math.Log(0.5) {
		return -Quantile(Log1mExp(logp))
	}
	// Newton on ln(1 - Φ), which is concave; the start is above the root for
	// small p, and the slope is -1/Mills.
	x := math.Sqrt(max(0, -2*logp-math.Log(max(1, -4*math.Pi*logp))))
	for range 50 {
		step := (LogCdf(-x) - logp) * Mills(x)
		x += step
		if math.Abs(step) <= 1e-15*max(1, math.Abs(x)) {
			break
		}
	}
	return x
}
