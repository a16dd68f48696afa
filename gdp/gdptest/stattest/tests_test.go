package stattest

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/graphdp/graphdp/data/scalar"
)

func source(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 1)) }

func normals(r *rand.Rand, n int) []float64 {
	x := make([]float64, n)
	for i := range x {
		x[i] = r.NormFloat64()
	}
	return x
}

// A right sample is rejected as often as stated, by simulation: with alpha of a
// tenth, a hundredth and a thousandth. Tests that are exact must reject that often,
// tests with a bound for a p-value at least half as often. The simulation itself is
// rejected wrongly once in 10⁹ for each comparison.
func TestFalseAlarms(t *testing.T) {
	const samples = 4000
	r := source(1)
	for _, c := range []struct {
		name  string
		exact bool
		p     func() float64
	}{
		{"KS", false, func() float64 { return ks(normals(r, 500), phi) }},
		{"SameDistribution", false, func() float64 { return sameDistribution(normals(r, 500), normals(r, 500)) }},
		{"ChiSquare", true, func() float64 {
			counts := make([]int, 6)
			for range 4000 {
				counts[min(r.IntN(10), 5)]++
			}
			return chiSquare(counts, []float64{.1, .1, .1, .1, .1, .5})
		}},
		{"Count", true, func() float64 {
			n := 0
			for range 20_000 {
				if r.Uint64() < 1<<62 {
					n++
				}
			}
			return count(n, 20_000, 0.25)
		}},
		{"Mean", true, func() float64 { return meanOf(normals(r, 50), 0, 1) }},
		{"Spread", true, func() float64 { return spread(normals(r, 50), 0, 1) }},
		{"Uncorrelated", true, func() float64 { return uncorrelated(normals(r, 1000), normals(r, 1000)) }},
	} {
		p := make([]float64, samples)
		for i := range p {
			p[i] = c.p()
		}
		for _, alpha := range []float64{0.1, 0.01, 0.001} {
			rejected := 0
			for _, p := range p {
				if p < alpha {
					rejected++
				}
			}
			most, least := alpha, alpha
			if !c.exact {
				least = alpha / 2
			}
			if float64(rejected) > most*samples && count(rejected, samples, most) < 1e-9 ||
				float64(rejected) < least*samples && count(rejected, samples, least) < 1e-9 {
				t.Errorf("%s rejects %d of %d right samples at alpha %v", c.name, rejected, samples, alpha)
			}
		}
	}
}

// Values from tables and by hand.
func TestKnownValues(t *testing.T) {
	uniform := func(x float64) float64 { return x }
	repeat := func(x float64) []float64 {
		s := make([]float64, 100)
		for i := range s {
			s[i] = x
		}
		return s
	}
	for _, c := range []struct {
		name      string
		got, want float64
	}{
		{"KS of one low draw, D = 0.8", ks([]float64{0.2}, uniform), 2 * scalar.Exp(-1.28)},
		{"KS of one high draw, D = 0.8", ks([]float64{0.8}, uniform), 2 * scalar.Exp(-1.28)},
		{"two samples that are apart, D = 1", math.Log(sameDistribution(repeat(1), repeat(1.0001))), math.Log(2) - 100},
		{"a sample and itself", sameDistribution(repeat(1), repeat(1)), 1},
		{"chi-square with 10 degrees, 5% point", chiSquareBothWays(18.307, 10), 2 * 0.05},
		{"5100 heads of 10000, two standard deviations", chiSquare([]int{5100, 4900}, []float64{.5, .5}), 0.0455},
		// The last cell, where 50 are expected, joins the one before: 4 + 400/150 with one degree.
		{"cells that are merged", chiSquare([]int{120, 100, 30}, []float64{.4, .4, .2}), 0.00982},
		{"the mean of one draw", meanOf([]float64{3}, 2, 1), 0.3173},
		{"two standard deviations", twoSided(2), 0.0455},
		{"three pairs where one is expected", tiesOf([]float64{1, 1, 2, 3, 3, 3.5, 3.5}, 1), 0.0803},
		{"a run of three is three pairs", tiesOf([]float64{1, 1, 1, 2}, 1), 0.0803},
		{"quartile of Laplace", Laplace(2)(2 * math.Ln2), 0.6745},
		{"other quartile of Laplace", Laplace(2)(-2 * math.Ln2), -0.6745},
		{"the median size", sizes([]float64{0.67449})[0], 0},
		{"a small size, the normal score of 7.98e-11", sizes([]float64{-1e-10})[0], -6.39593},
		{"a large size, the normal score of 1 - 2.26e-19", sizes([]float64{-9})[0], 8.92358},
	} {
		if !(math.Abs(c.got-c.want) < 1e-4*max(1, math.Abs(c.want))) {
			t.Errorf("%s: %v, want %v", c.name, c.got, c.want)
		}
	}
}
