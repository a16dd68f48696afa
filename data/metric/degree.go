package metric

import (
	"math"
	"math/big"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/parallel"
	"github.com/graphdp/graphdp/data/lists"
	"github.com/graphdp/graphdp/data/scalar"
)

// DegreeHistogram counts nodes by degree: entry d is the number of nodes of degree d, up to the
// maximum degree. It is empty for a graph without nodes.
func DegreeHistogram(g *graph.Graph) []int64 {
	offsets, _ := g.Undirected().CSR()
	var count []int64
	for u := range len(offsets) - 1 {
		d := int(offsets[u+1] - offsets[u])
		for len(count) <= d {
			count = append(count, 0)
		}
		count[d]++
	}
	return count
}

// Wedges returns the number of paths of two edges, WC = Σ C(d,2): exact below 2⁵³, correctly
// rounded above.
func Wedges(g *graph.Graph) float64 { return stars(DegreeHistogram(g), 2) }

// Claws returns the number of stars with three leaves, CC = Σ C(d,3): exact below 2⁵³, correctly
// rounded above.
func Claws(g *graph.Graph) float64 { return stars(DegreeHistogram(g), 3) }

// stars counts stars with the given number of leaves. It uses big integers: a single node of degree
// five million has more claws than an int64 holds.
func stars(degrees []int64, leaves int64) float64 {
	total, term, count := new(big.Int), new(big.Int), new(big.Int)
	for d, c := range degrees {
		if c > 0 {
			term.Binomial(int64(d), leaves)
			total.Add(total, term.Mul(term, count.SetInt64(c)))
		}
	}
	f, _ := new(big.Float).SetInt(total).Float64()
	return f
}

// Gini returns the Gini coefficient of the degrees, isolated nodes included:
//
//	Σ_{i=1..N} (2i - N - 1) d₍ᵢ₎ / (N Σd),  d₍₁₎ ≤ d₍₂₎ ≤ …
//
// It is 0 if all degrees are equal, and NaN without edges.
func Gini(g *graph.Graph) float64 { return gini(DegreeHistogram(g)) }

func gini(degrees []int64) float64 {
	n, twoM := sizes(degrees)
	below, total := 0.0, 0.0 // nodes of smaller degree; the sum over ranks
	for d, c := range degrees {
		// The c nodes of degree d have ranks below+1 … below+c.
		total += float64(d) * float64(c) * (2*below + float64(c) - n)
		below += float64(c)
	}
	return total / (n * twoM)
}

// REDE returns the relative edge distribution entropy
//
//	-(1/ln N) Σ_v (d_v/2M) ln(d_v/2M),
//
// without terms for isolated nodes. It is 1 if all degrees are equal, and smaller the more edges
// concentrate at few nodes. NaN without edges.
func REDE(g *graph.Graph) float64 { return rede(DegreeHistogram(g), 0) }

func rede(degrees []int64, shift float64) float64 {
	n, twoM := sizes(degrees)
	if twoM == 0 {
		return math.NaN()
	}
	total := 0.0
	for d, c := range degrees {
		if d > 0 {
			total -= float64(c) * float64(d) / twoM * math.Log((float64(d)+shift)/twoM)
		}
	}
	return total / math.Log(n)
}

// sizes returns the number of nodes and the sum of their degrees.
func sizes(degrees []int64) (n, twoM float64) {
	for d, c := range degrees {
		n += float64(c)
		twoM += float64(d) * float64(c)
	}
	return n, twoM
}

// Assortativity returns the correlation of the degrees at the two ends of an edge, over both
// directions of every edge. NaN if all ends have the same degree, as in a regular graph or one
// without edges.
func Assortativity(g *graph.Graph) float64 {
	g = g.Undirected()
	offsets, targets := g.CSR()
	degree := func(u int32) float64 { return float64(offsets[u+1] - offsets[u]) }
	mean := 0.0
	for u := range int32(g.N()) {
		mean += degree(u) * degree(u)
	}
	mean /= float64(len(targets))
	// Use deviations from the mean instead of raw moments, to avoid cancellation.
	variance := sum(g.N(), func(lo, hi int) float64 {
		s := 0.0
		for u := lo; u < hi; u++ {
			d := degree(int32(u))
			s += d * (d - mean) * (d - mean)
		}
		return s
	})
	covariance := sum(g.N(), func(lo, hi int) float64 {
		s := 0.0
		for u := lo; u < hi; u++ {
			row := 0.0
			for _, v := range targets[offsets[u]:offsets[u+1]] {
				row += degree(v) - mean
			}
			s += row * (degree(int32(u)) - mean)
		}
		return s
	})
	if variance == 0 {
		return math.NaN()
	}
	return covariance / variance
}

// KS returns the Kolmogorov-Smirnov distance of two histograms: the largest difference of their
// cumulative distributions. Histograms may differ in length and in total; entry i counts value i.
// For [DegreeHistogram] it is KS_D of PrivDPR: over all nodes, isolated ones included. NaN if one
// is empty.
func KS(a, b []int64) float64 {
	totalA, totalB := total(a), total(b)
	if totalA == 0 || totalB == 0 {
		return math.NaN()
	}
	worst, atA, atB := 0.0, 0.0, 0.0
	for i := range max(len(a), len(b)) {
		atA += float64(entry(a, i))
		atB += float64(entry(b, i))
		worst = math.Max(worst, math.Abs(atA/totalA-atB/totalB))
	}
	return worst
}

// klFloor is added to both probabilities in the logarithm, as in PrivGraph's published code: the
// machine epsilon.
const klFloor = 0x1p-52

// KL returns the Kullback-Leibler divergence Σ P ln(P/Q), in nats, from the histogram b (Q) to a
// (P), over all values up to the largest of either. 2⁻⁵² is added to both in the logarithm, so that
// a value missing in b costs about 36 times its share in a: a result near 20 means that half of the
// mass of a is at values that b does not have. NaN if one histogram is empty.
func KL(a, b []int64) float64 {
	totalA, totalB := total(a), total(b)
	if totalA == 0 || totalB == 0 {
		return math.NaN()
	}
	kl := 0.0
	for i := range a {
		p, q := float64(a[i])/totalA, float64(entry(b, i))/totalB
		kl += p * math.Log((p+klFloor)/(q+klFloor)) // [DPGS] Eq. 10
	}
	return kl
}

func total(histogram []int64) float64 {
	t := lists.Sum(histogram)
	return float64(t)
}

func entry(histogram []int64, i int) int64 {
	if i < len(histogram) {
		return histogram[i]
	}
	return 0
}

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
