package metric

import (
	"math"
	"math/big"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/lists"
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
