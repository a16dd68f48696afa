package degrees

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// With densities that are kept, with some of them and with none the means are the same to the bit.
func TestDeconvolveRemembers(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 5))
	noisy := make([]float64, 500)
	for i := range noisy {
		noisy[i] = 30*r.ExpFloat64() + 2*r.NormFloat64()
	}
	law := noiseLaw{width: 0.25, middle: 0.5, reach: 12, density: func(x float64) float64 { return math.Exp(-x * x / 8) }}
	all, shares := deconvolve(noisy, 499, law, remembered)
	for _, room := range []int{0, 1000} {
		if got, of := deconvolve(noisy, 499, law, room); !slices.Equal(got, all) || !slices.Equal(of, shares) {
			t.Errorf("with room for %d densities the means or the law are others", room)
		}
	}
}

// Degrees from a law with few values are found nearly exactly; the mean square error
// is far below that of the noise, and close to the best that knows the law.
func TestDeconvolve(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 3))
	const n, sd = 20_000, 2.0
	truth, noisy := make([]float64, n), make([]float64, n)
	for i := range truth {
		truth[i] = 1
		if r.IntN(10) == 0 {
			truth[i] = 12
		}
		noisy[i] = truth[i] + sd*r.NormFloat64()
	}
	got, law := Deconvolve(noisy, sd, n)
	var ours, plain, ideal float64
	for i, d := range truth {
		a, b := 0.9*math.Exp(-(noisy[i]-1)*(noisy[i]-1)/(2*sd*sd)), 0.1*math.Exp(-(noisy[i]-12)*(noisy[i]-12)/(2*sd*sd))
		best := (a + 12*b) / (a + b)
		ours += (got[i] - d) * (got[i] - d) / n
		plain += (noisy[i] - d) * (noisy[i] - d) / n
		ideal += (best - d) * (best - d) / n
	}
	if ours > ideal+0.4 || plain < 3.8 {
		t.Errorf("mean square error %v, of the noise %v, of who knows the law %v", ours, plain, ideal)
	}
	// The law says who is how frequent, of which the means alone have less.
	some := func(lo, hi int) (sum float64) {
		for _, p := range law[lo:hi] {
			sum += p
		}
		return sum
	}
	if low, high := some(0, 4), some(9, 16); math.Abs(low-0.9) > 0.02 || math.Abs(high-0.1) > 0.02 {
		t.Errorf("%v have degrees near 1 and %v near 12, want .9 and .1", low, high)
	}
	// A hub of degree 50 whose noise is negative is not cut down to 49, nor found to have
	// more edges than there are nodes for, nor more than it showed.
	star := make([]float64, 51)
	star[0] = 49.6
	if d, _ := Deconvolve(star, 0.5, 50); !(d[0] > 49.2 && d[0] <= 50) {
		t.Errorf("a hub that shows 49.6 edges has %v", d[0])
	}
	if d, _ := Deconvolve([]float64{1000, 0, 0, 1}, 1, 3); d[0] > 3 {
		t.Errorf("a node of 4 has the degree %v", d[0])
	}
	for _, nothing := range [][]float64{nil, {-9, -9}} {
		means, _ := Deconvolve(nothing, 1, 5)
		for _, d := range means {
			if d > 0.1 {
				t.Errorf("degrees of nothing: %v", means)
			}
		}
	}
}

// The same for whole numbers with discrete Laplace noise, whose law is not the normal one: the
// mean square error is nearer to the best than with a normal law in its place.
func TestDeconvolveLaplace(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 3))
	for _, scale := range []float64{0.6, 2, 20} {
		const n = 20_000
		low, high := 1.0, math.Ceil(6*scale)
		geometric := func() float64 { return math.Floor(scale * r.ExpFloat64()) }
		truth, noisy := make([]float64, n), make([]float64, n)
		for i := range truth {
			truth[i] = low
			if r.IntN(10) == 0 {
				truth[i] = high
			}
			noisy[i] = truth[i] + geometric() - geometric()
		}
		got, _ := DeconvolveLaplace(noisy, scale, n)
		normal, _ := Deconvolve(noisy, laplaceSD(scale), n)
		var ours, other, ideal float64
		for i, d := range truth {
			a, b := 0.9*math.Exp(-math.Abs(noisy[i]-low)/scale), 0.1*math.Exp(-math.Abs(noisy[i]-high)/scale)
			best := (low*a + high*b) / (a + b)
			ours += (got[i] - d) * (got[i] - d) / n
			other += (normal[i] - d) * (normal[i] - d) / n
			ideal += (best - d) * (best - d) / n
		}
		t.Logf("scale %v: mean square error %.4f, with a normal law %.4f, of who knows the law %.4f", scale, ours, other, ideal)
		if ours > 1.1*ideal+0.01 || ours > other {
			t.Errorf("scale %v: mean square error %v, with a normal law %v, of who knows the law %v", scale, ours, other, ideal)
		}
	}
	for _, nothing := range [][]float64{nil, {-90, -900}} {
		means, _ := DeconvolveLaplace(nothing, 1, 5)
		for _, d := range means {
			if d > 0.1 {
				t.Errorf("degrees of nothing: %v", means)
			}
		}
	}
}
