package audit

import (
	"math"

	"gonum.org/v1/gonum/mathext"

	"github.com/graphdp/graphdp/data/scalar"
)

// atLeast returns P[Binomial(n, p) ≥ k].
func atLeast(n, k int, p float64) float64 {
	switch {
	case k <= 0:
		return 1
	case k > n || p <= 0:
		return 0
	case p >= 1:
		return 1
	}
	return mathext.RegIncBeta(float64(k), float64(n-k+1), p)
}

// lower returns the lower end of the one-sided Clopper-Pearson interval: the p at
// which k or more successes of n have probability alpha, rounded down. The true
// probability of success lies below it with probability at most alpha.
func lower(n, k int, alpha float64) float64 {
	if k <= 0 {
		return 0
	}
	if k == n { // pⁿ = α
		return scalar.Exp(math.Log(alpha)/float64(n)) * (1 - 0x1p-50)
	}
	low, high := 0.0, float64(k)/float64(n)
	for low < high {
		mid := low + (high-low)/2
		if mid == low || mid == high {
			break
		}
		if atLeast(n, k, mid) <= alpha*(1-1e-10) { // the tail is right to 10⁻¹¹
			low = mid
		} else {
			high = mid
		}
	}
	return low
}

// upper returns the upper end, by exchanging successes and failures.
func upper(n, k int, alpha float64) float64 {
	if k == 0 { // (1-p)ⁿ = α
		return -math.Expm1(math.Log(alpha)/float64(n)) * (1 + 0x1p-50)
	}
	return 1 - lower(n, n-k, alpha)
}
