package rdp

import (
	"math"

	"github.com/graphdp/graphdp/data/scalar"
)

// The conversion. D_a(P‖Q) ≤ r allows H_{e^ε}(P‖Q) = δ only if it does so for two-point
// distributions, since merging the outputs on either side of the best test preserves δ and lowers
// D_a. With P = (p, 1-p) and δ = p - e^ε·q that means
//
//	p^a·q^{1-a} + (1-p)^a·(1-q)^{1-a} ≤ e^{(a-1)r},  q = (p-δ)·e^{-ε},
//
// for some p in (δ, 1): the joint range of the two divergences, and so the best bound from one
// order [ALCKS20]. Without the second term the minimum over p has a closed form, at p = aδ, and
// gives [CKS20, Prop. 12]:
//
//	ε = r + ln(1 - 1/a) - (ln δ + ln a)/(a-1).

// A conversion maps an order and its divergence to ε or ln δ.
type conversion struct {
	closed func(a, r float64) float64 // the closed form
	best   func(a, r float64) float64 // the joint range; never above the closed form
}

// toEpsilon converts to ε at δ = d.
func toEpsilon(d float64) conversion {
	logd := math.Log(d)
	closed := func(a, r float64) float64 { return r + math.Log1p(-1/a) - (logd+math.Log(a))/(a-1) }
	return conversion{closed, func(a, r float64) float64 {
		high := closed(a, r)
		if negligible(a, r) && a*d < 0.5 || !(high > 0) {
			return max(0, high)
		}
		slack := func(eps float64) float64 { return twoPoint(a, eps, d) - (a-1)*r }
		return least(0, high, 1e-11, slack)
	}}
}

// toLogDelta converts to ln δ at ε = eps.
func toLogDelta(eps float64) conversion {
	closed := func(a, r float64) float64 { return (a-1)*(r-eps+math.Log1p(-1/a)) - math.Log(a) }
	return conversion{closed, func(a, r float64) float64 {
		high := min(closed(a, r), -1e-9)
		if negligible(a, r) && high < -3 || math.IsInf(high, -1) {
			return high
		}
		slack := func(logd float64) float64 { return twoPoint(a, eps, scalar.Exp(logd)) - (a-1)*r }
		low := high - 1
		for slack(low) >= 0 && low > -700 {
			low -= 2 * (high - low)
		}
		return least(low, high, 1e-11, slack)
	}}
}

// negligible reports whether the second term, at most 1, is negligible beside e^{(a-1)r}.
func negligible(a, r float64) bool { return !((a-1)*r < 20) }

// least returns a point of [low, high], within tolerance of the first at which the increasing
// function slack is not negative, on the safe side; high if none is found. It uses false position
// with the Illinois rule.
func least(low, high, tolerance float64, slack func(float64) float64) float64 {
	fl := slack(low)
	if fl >= 0 {
		return low
	}
	fh := slack(high)
	if !(fh > 0) {
		return high
	}
	bad, good := fl, fh
	for range 100 {
		if high-low <= tolerance*max(1e-3, math.Abs(high)) {
			break
		}
		x := (low*good - high*bad) / (good - bad)
		if !(x > low && x < high) {
			x = low + (high-low)/2
		}
		if f := slack(x); f >= 0 {
			// Step over the root next time, so that both ends close in.
			high, good, bad = x, f, bad/2
		} else {
			low, bad, good = x, f, good/2
		}
	}
	return high
}

// twoPoint returns ln of the minimum of f = p^a·q^{1-a} + (1-p)^a·(1-q)^{1-a} over p in (d, 1),
// rounded down. f is convex in p, and its second term falls, so the minimum is at or above that of
// the first, p = a·d.
func twoPoint(a, eps, d float64) float64 {
	e := scalar.Exp(-eps)
	low, high := 0.0, 1-d // of x = p - d
	whole := high
	x := (a - 1) * d
	if x >= high {
		x = high / 2
	}
	for step := 0; ; step++ {
		p, q := d+x, x*e
		other := whole - x // 1 - p
		// Each term and the derivatives of its logarithm.
		first := a*math.Log(p) + (1-a)*(math.Log(x)-eps)
		second := a*math.Log(other) + (1-a)*math.Log1p(-q)
		first1 := a/p - (a-1)/x
		second1 := -a/other + (a-1)*e/(1-q)
		first2 := first1*first1 - a/(p*p) + (a-1)/(x*x)
		second2 := second1*second1 - a/(other*other) + (a-1)*e*e/((1-q)*(1-q))
		r := scalar.Exp(second - first)
		slope, curve := first1, first2 // of f, over the first term
		if r > 0 {
			slope, curve = first1+r*second1, first2+r*second2
		}
		if slope < 0 {
			low = x
		} else {
			high = x
		}
		move := slope / curve
		// By convexity f falls by at most |slope| times the distance to the end of the bracket, or
		// by about slope·move/2 if Newton's step is short.
		drop := slope * (x - low)
		if slope < 0 {
			drop = slope * (x - high)
		}
		if math.Abs(move) <= 1e-7*x && curve > 0 {
			drop = min(drop, slope*move)
		}
		if drop <= 1e-13*(1+r) || step == 100 || math.IsNaN(drop) {
			v, slack := first+math.Log1p(r), math.Abs(first)
			if r > 1 { // exchanged, for precision near ln 1
				v = second + math.Log1p(1/r)
				slack = math.Abs(second) + (1+math.Abs(first))/r
			}
			if v += math.Log1p(-drop/(1+r)) - 0x1p-49*slack; math.IsNaN(v) {
				return math.Inf(-1)
			}
			return v // the last term covers rounding
		}
		if x -= move; !(x > low && x < high) {
			x = low + (high-low)/2
		}
	}
}

// optimum returns the order that minimises the conversion of R, and the result. Every order gives a
// bound, so an incomplete search is loose, not wrong. The closed form provides the starting point.
func (c conversion) optimum(r func(a float64) float64) (order, value float64) {
	at := func(f func(a, r float64) float64) func(t float64) float64 {
		return func(t float64) float64 { // t = ln(a-1)
			a := 1 + scalar.Exp(t)
			v := f(a, r(a))
			if math.IsNaN(v) {
				return math.Inf(1)
			}
			return v
		}
	}
	t := search(at(c.closed), 0, 1, 1e-3)
	best := at(c.best)
	t = search(best, t, 0.3, 1e-3)
	return 1 + scalar.Exp(t), best(t)
}

// search walks from t in steps as long as f decreases, then narrows the interval.
func search(f func(float64) float64, t, step, tolerance float64) float64 {
	const nearest, farthest = -30, 12 // orders between 1 + 10⁻¹³ and 10⁵
	best := f(t)
	for _, s := range []float64{step, -step} {
		for next := t + s; next > nearest && next < farthest; next += s {
			v := f(next)
			if v > best || v == best && !math.IsInf(v, 1) || math.IsInf(v, 1) && s > 0 {
				break
			}
			t, best = next, v
		}
	}
	if x, v := descend(t-step, t+step, tolerance, f); v < best {
		return x
	}
	return t
}

// descend finds the minimum of a function that falls and then rises, by golden sections.
func descend(low, high, tolerance float64, f func(float64) float64) (x, v float64) {
	const golden = 0.6180339887498949
	x, y := high-golden*(high-low), low+golden*(high-low)
	fx, fy := f(x), f(y)
	for high-low > tolerance {
		if fx < fy {
			high, y, fy = y, x, fx
			x = high - golden*(high-low)
			fx = f(x)
		} else {
			low, x, fx = x, y, fy
			y = low + golden*(high-low)
			fy = f(y)
		}
	}
	if fx < fy {
		return x, fx
	}
	return y, fy
}
