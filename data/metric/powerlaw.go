package metric

import (
	"math"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/parallel"
	"github.com/graphdp/graphdp/data/scalar"
)

// PowerLaw is a power law fitted to the degrees from Min on,
//
//	P(d) = d^-Exponent / ζ(Exponent, Min),  d ≥ Min,
//
// ζ the Hurwitz zeta function.
type PowerLaw struct {
	Exponent float64 // the maximum likelihood estimate
	Min      int     // the least degree that the fit takes in
	KS       float64 // the largest difference between the distribution of these degrees and the law
	Tail     int     // how many nodes have such a degree
}

// FitPowerLaw fits a power law to the degrees by the method of Clauset, Shalizi
// and Newman 2009 for whole numbers: the exponent by maximum likelihood, exactly
// and not by their approximation, for every degree that occurs as the least one,
// and of these fits the one with the smallest distance KS; of equals, that
// with the longest tail. All fields are NaN or 0 when fewer than two positive
// degrees occur.
func FitPowerLaw(g *graph.Graph) PowerLaw { return fitPowerLaw(DegreeHistogram(g)) }

func fitPowerLaw(degrees []int64) PowerLaw {
	var values, counts, logs []float64 // of the positive degrees that occur, from the largest down
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

// exponent solves -ζ'(α, least)/ζ(α, least) = meanLog, where the likelihood is
// largest. meanLog must exceed ln least. The left side falls with α.
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

// distanceKS compares the distribution of the given degrees, in falling order,
// counts[i] of them at values[i] or above, with the law from the last of them on.
// Between two degrees that occur only the law changes, so that it need not be
// looked at but next to these.
func distanceKS(values, counts []float64, α float64) float64 {
	last := len(values) - 1
	all, _ := zeta(α, values[last])
	worst := 0.0
	for i, v := range values {
		below := 1.0 // the share of the law at v or above
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

// zeta returns the Hurwitz zeta function Σ_k (q+k)^-α and its derivative by α, for
// α > 1 and q ≥ 1, by the formula of Euler and Maclaurin.
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
