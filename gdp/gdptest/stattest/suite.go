// Package stattest tests whether samples have a stated distribution.
//
// Each test takes a sample, the stated distribution, and alpha, the largest probability of
// rejecting a correct sample. It reports whether the sample passes. p-values are exact or upper
// bounds, unless a comment says that they rest on the central limit theorem; they are meant for
// alpha down to 10⁻¹².
//
// [Suite] runs all tests that apply to a sampler with a known distribution function F. It uses the
// normal scores Φ⁻¹(F(x)), which are exactly standard normal if x has the distribution F. So one
// set of exact tests serves all distributions. [Discrete] does the same for integers.
package stattest

import (
	"fmt"
	"math"

	"github.com/graphdp/graphdp/data/scalar"
	"gonum.org/v1/gonum/mathext"
)

// Draw returns the first n normal scores of stream i of a sampler, with the same key for all i.
type Draw func(i, n int) []float64

const (
	streams   = 8
	perStream = 1 << 16
	// SuiteSize is the number of samples that [Suite] tests together.
	SuiteSize = streams * perStream
)

// Suite tests a sampler and returns the names of the tests that it fails. A correct sampler fails
// any test with probability at most alpha. The tests cover the distribution of single samples
// (distribution function, mean, variance, both tails), independence along a stream (samples and
// their sizes, up to 4 apart), independence between streams (all pairs), and resolution. Ties is
// the expected number of equal pairs among [SuiteSize] samples, or +Inf to skip that test.
func Suite(draw Draw, ties, alpha float64) []string {
	rows, rowSizes := make([][]float64, streams), make([][]float64, streams)
	var all, allSizes []float64
	for i := range rows {
		rows[i] = draw(i, perStream)
		rowSizes[i] = sizes(rows[i])
		all, allSizes = append(all, rows[i]...), append(allSizes, rowSizes[i]...)
	}
	type result struct {
		name string
		p    float64
	}
	results := []result{
		{"distribution", ks(all, phi)},
		{"mean", meanOf(all, 0, 1)},
		{"variance", spread(all, 0, 1)},
	}
	for _, t := range []float64{1, 2, 3, 4} {
		low, high := 0, 0
		for _, x := range all {
			if x < -t {
				low++
			} else if x > t {
				high++
			}
		}
		results = append(results,
			result{fmt.Sprintf("below -%v", t), count(low, len(all), phi(-t))},
			result{fmt.Sprintf("above %v", t), count(high, len(all), phi(-t))},
			result{fmt.Sprintf("beyond ±%v", t), count(low+high, len(all), 2*phi(-t))})
	}
	for lag := 1; lag <= 4; lag++ {
		results = append(results,
			result{fmt.Sprintf("correlation at distance %d", lag), uncorrelated(all[lag:], all[:len(all)-lag])},
			result{fmt.Sprintf("correlation of sizes at distance %d", lag), uncorrelated(allSizes[lag:], allSizes[:len(all)-lag])})
	}
	for i := range rows {
		for j := range i {
			results = append(results,
				result{fmt.Sprintf("correlation of streams %d and %d", j, i), uncorrelated(rows[i], rows[j])},
				result{fmt.Sprintf("correlation of sizes of streams %d and %d", j, i), uncorrelated(rowSizes[i], rowSizes[j])})
		}
	}
	if !math.IsInf(ties, 1) {
		results = append(results, result{"resolution", tiesOf(all, ties)})
	}
	var failed []string
	for _, r := range results {
		if !(r.p >= alpha/float64(len(results))) {
			failed = append(failed, fmt.Sprintf("%s (p = %.3g)", r.name, r.p))
		}
	}
	return failed
}

// sizes returns the standard normal score of the absolute value of each score.
func sizes(x []float64) []float64 {
	s := make([]float64, len(x))
	for i, v := range x {
		// Use the smaller tail of |x|; an exact 0 still has a score.
		inner, outer := scalar.Erf(math.Abs(v)/math.Sqrt2), scalar.Erfc(math.Abs(v)/math.Sqrt2)
		if inner < outer {
			s[i] = mathext.NormalQuantile(max(inner, 1e-30))
		} else {
			s[i] = -mathext.NormalQuantile(max(outer, 1e-300))
		}
	}
	return s
}

// phi returns the standard normal distribution function.
func phi(x float64) float64 { return scalar.Erfc(-x/math.Sqrt2) / 2 }
