package audit

import "gonum.org/v1/gonum/mathext"

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
