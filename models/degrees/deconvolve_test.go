package degrees

import (
	"math"
	"math/rand/v2"
	"testing"
)

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
	got := Deconvolve(noisy, sd, n)
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
	// A hub of degree 50 whose noise is negative is not cut down to 49, nor found to have
	// more edges than there are nodes for, nor more than it showed.
	star := make([]float64, 51)
	star[0] = 49.6
	if d := Deconvolve(star, 0.5, 50)[0]; !(d > 49.2 && d <= 50) {
		t.Errorf("a hub that shows 49.6 edges has %v", d)
	}
	if d := Deconvolve([]float64{1000, 0, 0, 1}, 1, 3); d[0] > 3 {
		t.Errorf("a node of 4 has the degree %v", d[0])
	}
	for _, empty := range [][]float64{Deconvolve(nil, 1, 5), Deconvolve([]float64{-9, -9}, 1, 5)} {
		for _, d := range empty {
			if d > 0.1 {
				t.Errorf("degrees of nothing: %v", empty)
			}
		}
	}
}
