package ask

import "math"

// beyond returns P(|S| > t) of S = u·(X₁ + …) + v·(Y₁ + …), of as many X as Y, one or two, which
// are independent and of Laplace's law of scale 1; or where u and v are nearly the same a little
// more: that of the larger one twice. S has a larger tail for a larger u or v.
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
	of := func(w float64) (one, two float64) { // P(|w·X₁| > t), and of two of them
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

// shareOf returns an interval that a/(a+b) is in but for the probability miss, of numbers that are
// not negative; where both are 0, all from 0 to 1 is in it. Of each there is one with noise: of as
// many Laplace variables of a scale, and an error of some slack.
func shareOf(noisyA, noisyB float64, terms int, scale, slack, miss float64) (low, high float64) {
	low = leastShare(noisyA, noisyB, terms, scale, slack, miss, 0, 1)
	high = 1 - leastShare(noisyB, noisyA, terms, scale, slack, miss, 0, 1)
	return low, max(low, high)
}

// leastShare returns the least m from low to high that can be a/(a+b), but for the probability
// miss/2; or high, if none of them can. With the true m is (1-m)·a - m·b = 0. So that of noisy
// numbers is (1-m) times the noise of one less m times that of the other, of which the law is
// known: m can not be where it is too large. Cells of m are left out where all of their m are, and
// halved else.
func leastShare(a, b float64, terms int, scale, slack, miss, low, high float64) float64 {
	const cell = 0x1p-26
	t := min((1-low)*a-low*b, (1-high)*a-high*b) - slack
	if t > 0 && beyond(t/scale, 1-low, high, terms) < miss*(1-0x1p-30) {
		return high
	}
	if high-low <= cell {
		return low
	}
	middle := (low + high) / 2
	if m := leastShare(a, b, terms, scale, slack, miss, low, middle); m < middle {
		return m
	}
	return leastShare(a, b, terms, scale, slack, miss, middle, high)
}

// quantileOfTwo is a number that the sum of two Laplace variables of scale 1 is beyond with the
// probability miss at most.
func quantileOfTwo(miss float64) float64 {
	low, high := 0.0, 2000.0 // at which nothing is left
	for range 60 {
		if middle := (low + high) / 2; beyond(middle, 1, 1, 1) > miss {
			low = middle
		} else {
			high = middle
		}
	}
	return high
}
