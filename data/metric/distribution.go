package metric

import "math"

// KS returns the Kolmogorov-Smirnov distance of two histograms: the largest
// difference between their cumulative distributions. Histograms may differ in
// length and in total; entry i counts value i. For [DegreeHistogram] it is
// KS_D of PrivDPR: over all nodes, isolated ones included. NaN when one is empty.
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

// klFloor is added to both probabilities inside the logarithm, as in the code
// that PrivGraph's authors published: the spacing of floating-point numbers at 1.
const klFloor = 0x1p-52

// KL returns the Kullback-Leibler divergence Σ P ln(P/Q), in nats, of the histogram b
// (Q) from a (P), over all values from 0 to the largest of either. 2⁻⁵² is
// added to both inside the logarithm, so that a value that b lacks costs some
// 36 times its share in a: a result near 20 says that half of the mass of a is
// at values that b does not have. NaN when one histogram is empty.
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
	t := int64(0)
	for _, c := range histogram {
		t += c
	}
	return float64(t)
}

func entry(histogram []int64, i int) int64 {
	if i < len(histogram) {
		return histogram[i]
	}
	return 0
}
