package audit

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// cells returns the probability that n uniform points cross their bounds, by summing over all ways
// to put them between the bounds.
func cells(bounds []float64) float64 {
	n := len(bounds)
	var stayed func(k, below int, ways float64) float64
	stayed = func(k, below int, ways float64) (sum float64) { // bound k comes next, below which at most k points may lie
		if k == n {
			return ways * math.Pow(1-bounds[n-1], float64(n-below))
		}
		width := bounds[k]
		if k > 0 {
			width -= bounds[k-1]
		}
		for i := 0; below+i <= k; i++ {
			choose := 1.0
			for j := range i {
				choose *= float64(n-below-j) / float64(j+1)
			}
			sum += stayed(k+1, below+i, ways*choose*math.Pow(width, float64(i)))
		}
		return sum
	}
	return 1 - stayed(0, 0, 1)
}

// The probability of a crossing is that of all ways for up to eight points, and Daniels's for
// bounds c·k/n on many: c, whatever n.
func TestCrossingIsExact(t *testing.T) {
	source := rand.New(rand.NewPCG(2, 8))
	for n := 1; n <= 8; n++ {
		for range 20 {
			bounds := make([]float64, n)
			for k := range bounds {
				bounds[k] = source.Float64() * math.Sqrt(float64(k+1)/float64(n))
			}
			slices.Sort(bounds)
			if got, want := crossing(bounds), cells(bounds); got < want || got > want*(1+2e-6)+1e-12 {
				t.Errorf("%v: crossed with probability %v, want %v", bounds, got, want)
			}
		}
	}
	for _, n := range []int{10, 300, 2000} {
		for _, c := range []float64{1e-9, .01, .5} {
			bounds := make([]float64, n)
			for k := range bounds {
				bounds[k] = c * float64(k+1) / float64(n)
			}
			if got := crossing(bounds); got < c || got > c*(1+2e-6) {
				t.Errorf("n=%d: crossed with probability %v, want %v", n, got, c)
			}
		}
	}
	if got := crossing(slices.Repeat([]float64{.5}, 10000)); got < 1-1e-6 {
		t.Errorf("a probability below all numbers counts as not crossed: %v", got)
	}
}

// A band uses up its error, and no more, and each of its bounds is a Clopper-Pearson bound of the
// same level: by brute force for few runs.
func TestBandHasOneLevel(t *testing.T) {
	for _, alpha := range []float64{1e-8, .0125, .2} {
		for _, n := range []int{1, 2, 5, 8, 60, 500} {
			bounds := band(n, alpha)
			if len(bounds) != n+1 || bounds[0] != 0 {
				t.Fatalf("%v", bounds)
			}
			c := crossing(bounds[1:])
			if n <= 8 {
				c = cells(bounds[1:])
			}
			if c > alpha || c < .98*alpha {
				t.Errorf("n=%d: crossed with probability %v of %v", n, c, alpha)
			}
			level := bounds[1:][n-1]
			level = math.Pow(level, float64(n))
			for k := 1; k <= n; k++ {
				if got := atLeast(n, k, bounds[k]); math.Abs(got-level) > 1e-3*level {
					t.Errorf("n=%d: bound %d is of level %v, that of all runs of %v", n, k, got, level)
				}
			}
		}
	}
}
