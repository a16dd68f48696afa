package dpgs

import (
	"math"
	"math/rand/v2"
	"slices"

	"github.com/graphdp/graphdp/data/graph/gen"
	"github.com/graphdp/graphdp/data/lists"
	"github.com/graphdp/graphdp/data/scalar"
)

// likely estimates the degree distribution from noisy degrees and from noisy counts of nodes of
// degree at most 0, 1, …, whose noise has standard deviation wrong. The counts fix the shares of
// groups of degrees, each as small as it can be with its count above the noise. Within groups, a
// few EM steps for a Gaussian mixture estimate the shares; more steps would make them rough.
func likely(noisy []float64, sd float64, upTo []float64, wrong float64, most int) []float64 {
	const rounds = 40
	shown := slices.Clone(noisy)
	slices.Sort(shown)
	highest := 0.0
	if len(shown) > 0 {
		highest = max(0, math.Ceil(shown[len(shown)-1]))
	}
	law := make([]float64, 1+max(len(upTo), int(min(highest, float64(most)))))
	groups := groupsOf(upTo, wrong, float64(len(noisy)), len(law))
	before := 0.0
	for k := range law { // initially the counts, but at least the noise
		if k < len(upTo) {
			law[k] = max(upTo[k]-before, wrong)
			before = upTo[k]
		} else {
			law[k] = max(float64(len(noisy))-before, wrong) / float64(len(law)-len(upTo))
		}
	}
	for range rounds {
		rescale(law, groups)
		next := make([]float64, len(law))
		for i := 0; i < len(shown); { // nearly equal values together
			j := i
			for j < len(shown) && shown[j] <= shown[i]+sd/16 {
				j++
			}
			degreesGiven(law, shown[(i+j-1)/2], sd, func(k int, p float64) { next[k] += p * float64(j-i) })
			i = j
		}
		law = next
	}
	rescale(law, groups)
	return law
}

// degreeGroup is the degrees from the previous group's end up to end, with their share of the
// nodes.
type degreeGroup struct {
	end   int
	share float64
}

// groupsOf splits the degrees below size into groups whose counts are well above their noise,
// except the last.
func groupsOf(upTo []float64, wrong, n float64, size int) (groups []degreeGroup) {
	const clear = 4
	before := 0.0
	for k, x := range upTo {
		if x-before > clear*wrong && n-x > clear*wrong {
			groups = append(groups, degreeGroup{k + 1, (x - before) / n})
			before = x
		}
	}
	return append(groups, degreeGroup{size, 1 - before/n})
}

// rescale scales each group to its share.
func rescale(law []float64, groups []degreeGroup) {
	begin := 0
	for _, g := range groups {
		sum := lists.Sum(law[begin:g.end])
		for k := begin; k < g.end && sum > 0; k++ {
			law[k] *= g.share / sum
		}
		begin = g.end
	}
}

// degreesGiven calls f with the possible degrees of a node whose noisy degree is x, and their
// posterior probabilities.
func degreesGiven(law []float64, x, sd float64, f func(k int, p float64)) {
	const reach = 6 // standard deviations
	last := float64(len(law) - 1)
	lo, hi := max(0, math.Ceil(x-reach*sd)), min(last, math.Floor(x+reach*sd))
	weight := func(k float64) float64 {
		z := (x - k) / sd
		return law[int(k)] * scalar.Exp(-z*z/2)
	}
	sum := 0.0
	for k := lo; k <= hi; k++ {
		sum += weight(k)
	}
	if sum == 0 { // no degree in reach: take the nearest
		f(int(math.Round(min(max(x, 0), last))), 1)
		return
	}
	for k := lo; k <= hi; k++ {
		f(int(k), weight(k)/sum)
	}
}

// drawDegrees samples each node's degree from its posterior.
func drawDegrees(law, noisy []float64, sd float64, w *gen.Watch, r *rand.Rand) []int32 {
	degrees := make([]int32, len(noisy))
	w.Begin("drawing degrees")
	for u, x := range noisy {
		if w.Ended(u, len(noisy)) {
			break
		}
		left := r.Float64()
		degreesGiven(law, x, sd, func(k int, p float64) {
			if left >= 0 && p > 0 {
				degrees[u] = int32(k)
			}
			left -= p
		})
	}
	return degrees
}
