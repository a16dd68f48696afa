package vote

import (
	"math"

	"github.com/graphdp/graphdp/data/graph/parallel"
	"github.com/graphdp/graphdp/data/scalar"
)

// The exact distribution of a noisy sum of votes. The votes for the two sides of a coordinate are
// independent and negative binomial, with mean m and variance m (1 + θ). The noise is two-sided
// geometric, with probability α^|x| (1-α)/(1+α) at x.

// Means are on a grid, with four steps per degree step.
const (
	minMean        = 1e-3 // smaller means count as 0
	degreeStep     = 1.5
	stepsEach      = 4
	maxMeans       = 150
	minProbability = 1e-30 // smallest probability of a sum
)

// sums holds the probabilities 0, 1, … of the votes for one side, without and with noise.
type sums struct{ votes, noisy []float64 }

// laws holds the distributions of sums by grid index of the mean; the first has no votes.
type laws struct {
	alpha float64
	of    []sums
}

// newLaws returns the distributions for that many grid indices.
func newLaws(theta, alpha float64, places int) laws {
	l := laws{alpha, make([]sums, min(max(places, 1), maxMeans))}
	l.of[0] = withNoise([]float64{1}, alpha)
	parallel.Blocks(len(l.of)-1, 1, func(_, i, _ int) {
		mean := minMean * scalar.Pow(degreeStep, float64(i)/stepsEach)
		l.of[i+1] = withNoise(negativeBinomial(mean, theta), alpha)
	})
	return l
}

// placeOf returns the grid index of a mean, unbounded.
func placeOf(mean float64) int {
	return 1 + int(math.Round(stepsEach*math.Log(max(mean, 1e-12)/minMean)/math.Log(degreeStep)))
}

// negativeBinomial returns the probabilities of 0, 1, …, without the last 10⁻¹².
func negativeBinomial(mean, theta float64) (p []float64) {
	log, all := -mean, 0.0
	if theta > 0 {
		log = -mean / theta * math.Log1p(theta)
	}
	for n := 0.0; all < 1-1e-12 && n < 20*mean+1000; n++ {
		p = append(p, scalar.Exp(log))
		all += p[len(p)-1]
		log += math.Log((mean + theta*n) / (n + 1) / (1 + theta))
	}
	return p
}

// withNoise convolves the votes with the noise.
func withNoise(votes []float64, alpha float64) sums {
	out, below, above := make([]float64, len(votes)), 0.0, 0.0
	for n, p := range votes {
		below = alpha*below + p
		out[n] = below
	}
	for n := len(votes) - 1; n >= 0; n-- {
		out[n] = (out[n] + above) * (1 - alpha) / (1 + alpha)
		above = alpha * (above + votes[n])
	}
	return sums{votes, out}
}

// at returns the probability of the noisy sum y, given the grid indices of both sides' means.
func (l laws) at(y int, positive, negative int) (p float64) {
	most := len(l.of) - 1
	positive, negative = min(max(positive, 0), most), min(max(negative, 0), most)
	if positive < negative {
		y, positive, negative = -y, negative, positive
	}
	noisy := l.of[positive].noisy
	last := len(noisy) - 1
	for n, q := range l.of[negative].votes {
		switch x := y + n; { // beyond the ends only the noise decays
		case x < 0:
			p += q * noisy[0] * scalar.Pow(l.alpha, float64(-x))
		case x > last:
			p += q * noisy[last] * scalar.Pow(l.alpha, float64(x-last))
		default:
			p += q * noisy[x]
		}
	}
	return max(p, minProbability)
}
