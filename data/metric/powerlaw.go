package metric

import (
	"math"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/parallel"
	"github.com/graphdp/graphdp/data/scalar"
)

// PowerLaw is a power law fitted to the degrees of at least Min,
//
//	P(d) = d^-Exponent / ζ(Exponent, Min),  d ≥ Min,
//
// where ζ is the Hurwitz zeta function.
type PowerLaw struct {
	Exponent float64 // the maximum likelihood estimate
	Min      int     // smallest degree in the fit
	KS       float64 // largest difference between the cumulative distributions of these degrees and of the law
	Tail     int     // number of nodes with such a degree
}

// FitPowerLaw fits a power law to the degrees by the method of Clauset, Shalizi and Newman 2009 for
// integers. For each occurring degree as Min, the exponent is estimated by exact maximum
// likelihood, not by their approximation. The fit with the smallest KS distance is returned; ties
// go to the longest tail. All fields are NaN or 0 if fewer than two positive degrees occur.
func FitPowerLaw(g *graph.Graph) PowerLaw { return fitPowerLaw(DegreeHistogram(g)) }

func fitPowerLaw(degrees []int64) PowerLaw {
	var values, counts, logs []float64 // the positive degrees that occur, in descending order
	tail, logSum := 0.0, 0.0
	for d := len(degrees) - 1; d > 0; d-- {
		if degrees[d] > 0 {
			tail += float64(degrees[d])
			logSum += float64(degrees[d]) * math.Log(float64(d))
			values, counts = append(values, float64(d)), append(counts, tail)
			logs = append(logs, logSum/tail)
		}
	}
	n := len(values)
	fits := make([]PowerLaw, n)
	parallel.Blocks(n-1, 8, func(_, lo, hi int) {
		for i := lo + 1; i < hi+1; i++ { // the largest degree alone is not a tail
			α := exponent(values[i], logs[i])
			fits[i] = PowerLaw{Exponent: α, Min: int(values[i]), Tail: int(counts[i]), KS: distanceKS(values[:i+1], counts[:i+1], α)}
		}
	})
	best := PowerLaw{Exponent: math.NaN(), KS: math.NaN()}
	for i := 1; i < n; i++ {
		if !(fits[i].KS > best.KS) {
			best = fits[i]
		}
	}
	return best
}

// exponent solves -ζ'(α, least)/ζ(α, least) = meanLog, which maximises the likelihood. meanLog must
// exceed ln least. The left side decreases with α.
func exponent(least, meanLog float64) float64 {
	excess := func(α float64) float64 {
		z, slope := zeta(α, least)
		return -slope/z - meanLog
	}
	lo, hi := 1.0, 2.0
	for excess(hi) > 0 {
		lo, hi = hi, 2*hi
	}
	for range 100 {
		mid := (lo + hi) / 2
		if mid == lo || mid == hi {
			break
		}
		if excess(mid) > 0 {
			lo = mid
		} else {
			hi = mid
		}
	}
	return hi
}

// distanceKS compares the distribution of the given degrees, in descending order with counts[i] of
// them at least values[i], with the law from the last one on. Between two occurring degrees only
// the law changes, so it suffices to look next to them.
func distanceKS(values, counts []float64, α float64) float64 {
	last := len(values) - 1
	all, _ := zeta(α, values[last])
	worst := 0.0
	for i, v := range values {
		below := 1.0 // fitted probability of at least v
		if i < last {
			z, _ := zeta(α, v)
			below = z / all
		}
		worst = math.Max(worst, math.Abs(counts[i]/counts[last]-below)) // at v-1
		above, _ := zeta(α, v+1)
		next := 0.0
		if i > 0 {
			next = counts[i-1]
		}
		worst = math.Max(worst, math.Abs(next/counts[last]-above/all)) // at v
	}
	return worst
}

// zeta returns the Hurwitz zeta function Σ_k (q+k)^-α and its derivative with respect to α, for α >
// 1 and q ≥ 1, by the Euler-Maclaurin formula.
func zeta(α, q float64) (value, slope float64) {
	for ; q < 30+5*α; q++ {
		term := scalar.Pow(q, -α)
		value += term
		slope -= term * math.Log(q)
	}
	// From q on: the integral, half the first term, and three corrections.
	l, p := math.Log(q), scalar.Pow(q, -α)
	integral := p * q / (α - 1)
	value += integral + p/2
	slope -= integral*(l+1/(α-1)) + p/2*l
	rising, inverse := α, 1/α // α(α+1)…, and the sum of the inverses of these factors
	p /= q
	for k, bernoulli := range []float64{1. / 12, -1. / 720, 1. / 30240} {
		value += bernoulli * rising * p
		slope += bernoulli * rising * p * (inverse - l)
		for i := 2*k + 1; i <= 2*k+2; i++ {
			rising *= α + float64(i)
			inverse += 1 / (α + float64(i))
			p /= q
		}
	}
	return value, slope
}
