package gauss

import (
	"math"

	"github.com/graphdp/graphdp/accounting"
	"github.com/graphdp/graphdp/accounting/internal/special"
	"github.com/graphdp/graphdp/data/scalar"
)

// margin covers the rounding errors of LogDelta, measured against 50 digits: below 10⁻¹³ in ln δ,
// plus a few units in the last place of the terms of ln δ.
func margin(a float64) float64 { return 2e-13 + 4*0x1p-53*a*a }

// LogDelta returns ln δ(ε) of a Gaussian release with mean mu, rounded up, for any real eps and mu
// ≥ 0. It is finite wherever δ is positive, however small.
func LogDelta(mu, eps float64) float64 {
	if mu == 0 {
		if eps >= 0 {
			return math.Inf(-1)
		}
		return math.Log(-math.Expm1(eps))
	}
	if math.IsInf(mu, 1) {
		return 0
	}
	if eps < 0 { // the pair is symmetric: H(-x) = 1 - e^{-x} + e^{-x}·H(x)
		return min(0, math.Log(scalar.Exp(eps+LogDelta(mu, -eps))-math.Expm1(eps))+margin(0))
	}
	// δ = φ(a)·(Mills(a) - Mills(a+μ)) with a = ε/μ - μ/2, because
	// e^ε·φ(a+μ) = φ(a). Both factors keep their relative precision.
	a := eps/mu - mu/2
	if a > 1e9 { // Mills is below 1 there and contributes less than the margin
		return -a * a / 2 * (1 - 0x1p-50)
	}
	if a < -30 { // δ is 1 up to 10⁻¹⁹⁶; Mills would overflow
		return 0
	}
	drop := special.MillsDrop(a, mu)
	return min(0, math.Log(drop)-a*a/2-special.LogSqrt2Pi+margin(a))
}

// Delta returns δ(ε) of a Gaussian release with mean mu, rounded up.
func Delta(mu float64, eps accounting.Epsilon) float64 {
	return scalar.Exp(LogDelta(mu, float64(eps)))
}

// Epsilon returns the least ε ≥ 0 with δ(ε) ≤ d for a Gaussian release with
// mean mu, rounded up.
func Epsilon(mu float64, d accounting.Delta) accounting.Epsilon {
	if mu == 0 {
		return 0
	}
	if d == 0 || math.IsInf(mu, 1) {
		return accounting.Epsilon(math.Inf(1))
	}
	target := math.Log(float64(d))
	if LogDelta(mu, 0) <= target {
		return 0
	}
	// δ ≤ 1 - Φ(ε/μ - μ/2), so the root lies below the quantile of δ.
	high := mu * (special.Quantile(target) + mu/2)
	return accounting.Epsilon(root(0, max(high*(1+1e-12), 1e-300), func(e float64) bool { return LogDelta(mu, e) <= target }))
}

// Mean returns the largest mean mu with δ(ε) ≤ d, rounded down: 1/mu is the
// least noise multiplier of the analytic Gaussian mechanism.
func Mean(b accounting.Budget) (float64, error) {
	if err := b.Validate(); err != nil {
		return 0, err
	}
	if b.Delta == 0 {
		return 0, nil // Gaussian noise never gives δ = 0
	}
	eps, target := float64(b.Epsilon), math.Log(float64(b.Delta))
	high := 1.0
	for LogDelta(high, eps) <= target {
		high *= 2
	}
	return 1 / root(1/high, math.Inf(1), func(s float64) bool { return LogDelta(1/s, eps) <= target }), nil
}

// Classical returns the textbook noise multiplier √(2·ln(1.25/δ))/ε, [DR14] Thm A.1. It is proved
// for ε < 1 only and fails beyond ε ≈ 8. Use it as a counterexample, never for calibration.
func Classical(b accounting.Budget) float64 {
	return math.Sqrt(2*math.Log(1.25/float64(b.Delta))) / float64(b.Epsilon) // [PRIVDPR25] Thm 2.1, [DPGGAN21] Thm 1, Eq. 4
}

// root returns the least argument in (low, high] at which holds is true, rounded up to the next
// floats. The predicate is false and then true.
func root(low, high float64, holds func(float64) bool) float64 {
	if math.IsInf(high, 1) {
		for high = 2 * low; !holds(high); high *= 2 {
			low = high
		}
	}
	for range 200 {
		mid := low + (high-low)/2
		if low > 0 && high > 4*low {
			mid = math.Sqrt(low) * math.Sqrt(high)
		}
		if mid <= low || mid >= high {
			break
		}
		if holds(mid) {
			high = mid
		} else {
			low = mid
		}
	}
	return high
}
