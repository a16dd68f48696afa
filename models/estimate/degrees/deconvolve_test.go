package degrees

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"
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

// squares returns mean squared errors for 20,000 degrees: of estimates from noisy values, of the
// noisy values, and of the Bayes estimate with the true distribution. A tenth of the degrees are
// high, the others low.
func squares(r *rand.Rand, low, high float64, noise func() float64, density func(x float64) float64, estimates ...func(noisy []float64) []float64) (off []float64, plain, ideal float64) {
	const n = 20_000
	truth, noisy := make([]float64, n), make([]float64, n)
	for i := range truth {
		truth[i] = low
		if r.IntN(10) == 0 {
			truth[i] = high
		}
		noisy[i] = truth[i] + noise()
	}
	mean := func(of func(i int) float64) (sum float64) {
		for i, d := range truth {
			sum += (of(i) - d) * (of(i) - d) / n
		}
		return sum
	}
	for _, estimate := range estimates {
		got := estimate(noisy)
		off = append(off, mean(func(i int) float64 { return got[i] }))
	}
	return off, mean(func(i int) float64 { return noisy[i] }), mean(func(i int) float64 {
		a, b := 0.9*density(noisy[i]-low), 0.1*density(noisy[i]-high)
		return (low*a + high*b) / (a + b)
	})
}

// Degrees from a distribution with few values are estimated nearly exactly: the mean squared error
// is far below that of the noise, and close to the Bayes estimate.
func TestDeconvolve(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 3))
	const sd = 2.0
	var law []float64
	off, plain, ideal := squares(r, 1, 12, func() float64 { return sd * r.NormFloat64() }, func(x float64) float64 { return math.Exp(-x * x / (2 * sd * sd)) },
		func(noisy []float64) (means []float64) {
			means, law = Deconvolve(noisy, sd, len(noisy))
			return means
		})
	if off[0] > ideal+0.4 || plain < 3.8 {
		t.Errorf("mean square error %v, of the noise %v, of who knows the law %v", off[0], plain, ideal)
	}
	// The distribution has the frequencies of degrees, of which the means contain less.
	if low, high := floats.Sum(law[:4]), floats.Sum(law[9:16]); math.Abs(low-0.9) > 0.02 || math.Abs(high-0.1) > 0.02 {
		t.Errorf("%v have degrees near 1 and %v near 12, want .9 and .1", low, high)
	}
	// A hub of degree 50 with negative noise is not reduced to 49. Its estimate exceeds neither the
	// number of other nodes nor the noisy degree.
	star := make([]float64, 51)
	star[0] = 49.6
	if d, _ := Deconvolve(star, 0.5, 50); !(d[0] > 49.2 && d[0] <= 50) {
		t.Errorf("a hub that shows 49.6 edges has %v", d[0])
	}
	if d, _ := Deconvolve([]float64{1000, 0, 0, 1}, 1, 3); d[0] > 3 {
		t.Errorf("a node of 4 has the degree %v", d[0])
	}
}

// For whole numbers with discrete Laplace noise the mean square error is nearer to the best than
// with a normal law in its place.
func TestDeconvolveLaplace(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 3))
	for _, scale := range []float64{0.6, 2, 20} {
		geometric := func() float64 { return math.Floor(scale * r.ExpFloat64()) }
		off, _, ideal := squares(r, 1, math.Ceil(6*scale), func() float64 { return geometric() - geometric() }, func(x float64) float64 { return math.Exp(-math.Abs(x) / scale) },
			func(noisy []float64) []float64 { means, _ := DeconvolveLaplace(noisy, scale, len(noisy)); return means },
			func(noisy []float64) []float64 {
				means, _ := Deconvolve(noisy, laplaceSD(scale), len(noisy))
				return means
			})
		if off[0] > 1.1*ideal+0.01 || off[0] > off[1] {
			t.Errorf("scale %v: mean square error %v, with a normal law %v, of who knows the law %v", scale, off[0], off[1], ideal)
		}
	}
}

// Of nothing, and of noise alone, nothing is found.
func TestDeconvolveNothing(t *testing.T) {
	for _, nothing := range [][]float64{nil, {-9, -9}, {-90, -900}} {
		normal, _ := Deconvolve(nothing, 1, 5)
		laplace, _ := DeconvolveLaplace(nothing, 1, 5)
		if floats.Sum(normal)+floats.Sum(laplace) > 0.2 {
			t.Errorf("degrees of nothing: %v, %v", normal, laplace)
		}
	}
}

// A Poisson distribution has no spread, nor has a narrower one. A mixture of two degrees has the
// variance beyond its mean.
func TestSpread(t *testing.T) {
	poisson, p := []float64{}, math.Exp(-4)
	for d := range 60 {
		poisson = append(poisson, 3*p)
		p *= 4 / float64(d+1)
	}
	for _, x := range []struct {
		law  []float64
		want float64
	}{{poisson, 0}, {[]float64{0, 0, 1}, 0}, {nil, 0}, {[]float64{2}, 0}, {[]float64{0: 1, 8: 1}, 0.75}} {
		if got := Spread(x.law); math.Abs(got-x.want) > 1e-9 {
			t.Errorf("%v: %v, want %v", x.law, got, x.want)
		}
	}
}
