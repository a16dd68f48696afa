package ask

import "math"

// beyond returns P(|S| > t) for S = u·(X₁ + …) + v·(Y₁ + …), with one or two independent X, as many
// Y, all Laplace of scale 1. If u and v are nearly equal it returns an upper bound, using the
// larger one for both. The tail of S increases with u and v.
func beyond(t, u, v float64, terms int) float64 {
	u, v = max(u, v), min(u, v)
	if v > 0.98*u {
		x := t / u
		if terms == 1 {
			return (1 + x/2) * math.Exp(-x)
		}
		return (1 + x*(33+x*(9+x))/48) * math.Exp(-x)
	}
	a, c := u*u, v*v
	of := func(w float64) (one, two float64) { // P(|w·X₁| > t), and for two of them
		if w > 0 {
			one = math.Exp(-t / w)
			two = (1 + t/(2*w)) * one
		}
		return one, two
	}
	one, two := of(u)
	less, lessTwo := of(v)
	each := (a*one - c*less) / (a - c)
	if terms == 1 {
		return each
	}
	return (a*a*two + c*c*lessTwo - 2*a*c*each) / ((a - c) * (a - c))
}

// shareOf returns a confidence interval for a/(a+b) of non-negative numbers, which fails with
// probability at most miss; if both are 0, it must only cover some number in [0, 1]. Each noisy
// number has terms Laplace variables of the given scale, and an error of at most slack.
func shareOf(noisyA, noisyB float64, terms int, scale, slack, miss float64) (low, high float64) {
	low = minShare(noisyA, noisyB, terms, scale, slack, miss, 0, 1)
	high = 1 - minShare(noisyB, noisyA, terms, scale, slack, miss, 0, 1)
	return low, max(low, high)
}

// minShare returns the smallest m in [low, high] that can be a/(a+b), except with probability
// miss/2, or high if none can. The true m satisfies (1-m)·a - m·b = 0. Its noisy version is (1-m)
// times the noise of a minus m times that of b, whose distribution is known: m is excluded if the
// value is too large. Cells are excluded if all of their m are, and halved otherwise.
func minShare(a, b float64, terms int, scale, slack, miss, low, high float64) float64 {
	const cell = 0x1p-26
	t := min((1-low)*a-low*b, (1-high)*a-high*b) - slack
	if t > 0 && beyond(t/scale, 1-low, high, terms) < miss*(1-0x1p-30) {
		return high
	}
	if high-low <= cell {
		return low
	}
	middle := (low + high) / 2
	if m := minShare(a, b, terms, scale, slack, miss, low, middle); m < middle {
		return m
	}
	return minShare(a, b, terms, scale, slack, miss, middle, high)
}

// quantileOfTwo returns a number that the absolute sum of two Laplace variables of scale 1 exceeds
// with probability at most miss.
func quantileOfTwo(miss float64) float64 {
	low, high := 0.0, 2000.0 // where the tail is 0
	for range 60 {
		if middle := (low + high) / 2; beyond(middle, 1, 1, 1) > miss {
			low = middle
		} else {
			high = middle
		}
	}
	return high
}
