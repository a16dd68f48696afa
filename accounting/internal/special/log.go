package special

import (
	"math"

	"github.com/graphdp/graphdp/data/scalar"
)

// Log1mExp returns ln(1 - e^x) for x ≤ 0.
func Log1mExp(x float64) float64 {
	if x > -math.Ln2 {
		return math.Log(-math.Expm1(x))
	}
	return math.Log1p(-scalar.Exp(x))
}

// LogAdd returns ln(e^x + e^y).
func LogAdd(x, y float64) float64 {
	if x < y {
		x, y = y, x
	}
	if math.IsInf(y, -1) || math.IsInf(x, 1) {
		return x
	}
	return x + math.Log1p(scalar.Exp(y-x))
}

// LogSum adds numbers given by their logarithms; the zero value is empty. It keeps the sum relative
// to the largest term, so nothing overflows.
type LogSum struct {
	top, sum float64
	any      bool
}

// Add adds e^x.
func (s *LogSum) Add(x float64) {
	switch {
	case math.IsInf(x, -1):
	case !s.any:
		s.top, s.sum, s.any = x, 1, true
	case math.IsInf(s.top, 1): // stays infinite
	case x > s.top:
		s.sum = s.sum*scalar.Exp(s.top-x) + 1
		s.top = x
	default:
		s.sum += scalar.Exp(x - s.top)
	}
}

// Log returns the logarithm of the sum.
func (s *LogSum) Log() float64 {
	if !s.any {
		return math.Inf(-1)
	}
	return s.top + math.Log(s.sum)
}

// LogBernoulli returns ln((1+s)^a - 1 - a·s) for a ≥ 1 and s ≥ -1, given s and log1p(s): the convex
// part of a power. It is never negative, and its relative precision holds for small s and when the
// power overflows.
func LogBernoulli(a, s, log1ps float64) float64 {
	if math.Abs(s)*max(a, 1) < 0.05 {
		// a(a-1)/2·s²·(1 + (a-2)/3·s·(1 + (a-3)/4·s·(...))).
		sum, term := 1.0, 1.0
		for k := 3.0; math.Abs(term) > 1e-17; k++ {
			term *= (a - k + 1) / k * s
			sum += term
		}
		return math.Log(a*(a-1)/2*sum) + 2*math.Log(math.Abs(s))
	}
	v := a * log1ps
	if v > 40 {
		line := math.Log1p(a * s)
		if log1ps > 50 { // a·s may overflow, and 1 is negligible beside it
			line = math.Log(a) + log1ps
		}
		return v + Log1mExp(line-v)
	}
	return math.Log(math.Expm1(v) - a*s)
}
