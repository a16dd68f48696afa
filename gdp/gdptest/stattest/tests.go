package stattest

import (
	"math"
	"math/rand/v2"
	"slices"

	"github.com/graphdp/graphdp/data/lists"
	"github.com/graphdp/graphdp/data/scalar"
	"gonum.org/v1/gonum/mathext"
	"gonum.org/v1/gonum/stat/distuv"
)

// KS runs the Kolmogorov-Smirnov test on the largest distance between the empirical and the stated
// distribution function. Its p-value is Massart's bound 2·exp(-2nD²), which holds for every n and
// every distribution and is attained in the limit.
func KS(sample []float64, cdf func(float64) float64, alpha float64) bool {
	return ks(sample, cdf) >= alpha
}

func ks(sample []float64, cdf func(float64) float64) float64 {
	x := slices.Sorted(slices.Values(sample))
	n := float64(len(x))
	distance := 0.0
	for i, v := range x {
		f := cdf(v)
		if math.IsNaN(f) {
			return 0
		}
		distance = max(distance, f-float64(i)/n, float64(i+1)/n-f)
	}
	return min(1, 2*scalar.Exp(-2*n*distance*distance))
}

// SameDistribution runs the two-sample Kolmogorov-Smirnov test. Its p-value 2·exp(-2D²·nm/(n+m)) is
// an upper bound for samples of equal size of at least 458 (Wei and Dudley 2012), and close to one
// otherwise.
func SameDistribution(a, b []float64, alpha float64) bool { return sameDistribution(a, b) >= alpha }

func sameDistribution(a, b []float64) float64 {
	x, y := slices.Sorted(slices.Values(a)), slices.Sorted(slices.Values(b))
	n, m := float64(len(x)), float64(len(y))
	distance := 0.0
	for i, j := 0, 0; i < len(x) && j < len(y); {
		at := min(x[i], y[j])
		for i < len(x) && x[i] == at {
			i++
		}
		for j < len(y) && y[j] == at {
			j++
		}
		distance = max(distance, math.Abs(float64(i)/n-float64(j)/m))
	}
	return min(1, 2*scalar.Exp(-2*distance*distance*n*m/(n+m)))
}

// leastExpected is the smallest expected count in a cell of [ChiSquare].
const leastExpected = 100

// ChiSquare runs Pearson's test of counts against probabilities that sum to 1. Neighbouring cells
// are merged until each expects at least 100, so the statistic is close to its limit distribution.
func ChiSquare(counts []int, probabilities []float64, alpha float64) bool {
	return chiSquare(counts, probabilities) >= alpha
}

func chiSquare(counts []int, probabilities []float64) float64 {
	n, sum := 0, 0.0
	for _, c := range counts {
		n += c
	}
	for _, p := range probabilities {
		sum += p
	}
	if len(counts) != len(probabilities) || math.Abs(sum-1) > 1e-9 {
		return 0
	}
	type cell struct{ count, expected float64 }
	var cells []cell
	open := cell{}
	for i, c := range counts {
		open.count += float64(c)
		open.expected += float64(n) * probabilities[i]
		if open.expected >= leastExpected {
			cells, open = append(cells, open), cell{}
		}
	}
	if len(cells) == 0 {
		return 1
	}
	last := &cells[len(cells)-1]
	last.count += open.count
	last.expected += open.expected
	statistic := 0.0
	for _, c := range cells {
		d := c.count - c.expected
		statistic += d * d / c.expected
	}
	if len(cells) == 1 {
		return 1
	}
	return distuv.ChiSquared{K: float64(len(cells) - 1)}.Survival(statistic)
}

// Count runs the two-sided exact binomial test of the number of successes in independent trials of
// probability p.
func Count(successes, trials int, p, alpha float64) bool {
	return count(successes, trials, p) >= alpha
}

func count(successes, trials int, p float64) float64 {
	// P(X ≥ k) = I_p(k, n-k+1).
	atLeast := func(k int) float64 {
		switch {
		case k <= 0:
			return 1
		case k > trials:
			return 0
		}
		return mathext.RegIncBeta(float64(k), float64(trials-k+1), p)
	}
	atMost := func(k int) float64 {
		switch {
		case k < 0:
			return 0
		case k >= trials:
			return 1
		}
		return mathext.RegIncBeta(float64(trials-k), float64(k+1), 1-p)
	}
	return min(1, 2*min(atLeast(successes), atMost(successes)))
}

// Mean tests the mean of a sample with known standard deviation. It is exact for normal samples,
// and uses the central limit theorem for others.
func Mean(sample []float64, mean, sd, alpha float64) bool {
	return meanOf(sample, mean, sd) >= alpha
}

func meanOf(sample []float64, mean, sd float64) float64 {
	sum := 0.0
	for _, x := range sample {
		sum += x - mean
	}
	return twoSided(sum / (sd * math.Sqrt(float64(len(sample)))))
}

// Spread tests the variance of a normal sample with known mean: the sum of squares over the
// variance is chi-square.
func Spread(sample []float64, mean, variance, alpha float64) bool {
	return spread(sample, mean, variance) >= alpha
}

func spread(sample []float64, mean, variance float64) float64 {
	sum := 0.0
	for _, x := range sample {
		sum += (x - mean) * (x - mean)
	}
	return chiSquareBothWays(sum/variance, float64(len(sample)))
}

// chiSquareBothWays returns the two-sided p-value of a chi-square statistic.
func chiSquareBothWays(statistic, degrees float64) float64 {
	law := distuv.ChiSquared{K: degrees}
	return min(1, 2*min(law.CDF(statistic), law.Survival(statistic)))
}

// Uncorrelated tests two paired samples of independent variables with mean 0 and variance 1, by the
// central limit theorem for their products.
func Uncorrelated(a, b []float64, alpha float64) bool { return uncorrelated(a, b) >= alpha }

func uncorrelated(a, b []float64) float64 {
	sum := 0.0
	for i := range a {
		sum += a[i] * b[i]
	}
	return twoSided(sum / math.Sqrt(float64(len(a))))
}

// tiesOf returns the p-value of the number of equal pairs in a sample if at most expected are
// expected. The number is taken as Poisson, which is accurate for rare ties.
func tiesOf(sample []float64, expected float64) float64 {
	x := slices.Sorted(slices.Values(sample))
	pairs, run := 0.0, 0.0
	for i := 1; i < len(x); i++ {
		if x[i] == x[i-1] {
			run++
			pairs += run
		} else {
			run = 0
		}
	}
	if pairs == 0 {
		return 1
	}
	return mathext.GammaIncReg(pairs, expected) // P(Poisson ≥ pairs)
}

// twoSided returns the probability that a standard normal variable is at least as far from 0 as z.
func twoSided(z float64) float64 { return scalar.Erfc(math.Abs(z) / math.Sqrt2) }

// Score maps a sample to a normal score.
type Score func(x float64) float64

// Normal returns the score of the distribution N(0, sd²).
func Normal(sd float64) Score { return func(x float64) float64 { return x / sd } }

// Laplace returns the score of the density exp(-|x|/b)/(2b).
func Laplace(b float64) Score {
	return func(x float64) float64 {
		return math.Copysign(mathext.NormalQuantile(scalar.Exp(-math.Abs(x)/b)/2), x)
	}
}

// Discrete returns the score of an integer x: that of a uniform point between F(x-1) and F(x), so
// scores are normal although x has atoms. The weights are proportional to the probabilities of
// from, from+1, …, and must cover all mass that matters.
func Discrete(from int, weights []float64, r *rand.Rand) Score {
	total := lists.Sum(weights)
	// Mass below and above each integer, each summed from the small end.
	below, above := make([]float64, len(weights)+1), make([]float64, len(weights)+1)
	for i, w := range weights {
		below[i+1] = below[i] + w/total
	}
	for i := len(weights) - 1; i >= 0; i-- {
		above[i] = above[i+1] + weights[i]/total
	}
	return func(x float64) float64 {
		i := int(x) - from
		if i < 0 || i >= len(weights) || x != math.Trunc(x) {
			return math.NaN()
		}
		u := r.Float64()
		p, q := below[i]+u*weights[i]/total, above[i+1]+(1-u)*weights[i]/total
		if p < q {
			return mathext.NormalQuantile(p)
		}
		return -mathext.NormalQuantile(q)
	}
}
