package dpgs

import (
	"math"
	"math/rand/v2"
	"slices"

	"github.com/graphdp/graphdp/data/graph/gen"
	"github.com/graphdp/graphdp/data/scalar"
)

// likely estimates how often each degree occurs, from the noisy degrees of all nodes, and from
// noisy numbers of nodes that have at most 0, 1, … neighbours, whose noise has the standard
// deviation wrong. These say how many nodes have a degree of a group of degrees, as small a group
// as has more nodes than noise. How often those of a group are is found by steps of EM for a
// mixture of normal laws, too few for it to be rough.
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
	for k := range law { // to begin with: what numbers say, but no degree is as rare as noise may say
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
		for i := 0; i < len(shown); { // those that show much the same, at once
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

// A degreeGroup are the degrees from the end of the group before it to end, which a share of
// the nodes has.
type degreeGroup struct {
	end   int
	share float64
}

// groupsOf divides the degrees below size into groups whose numbers of nodes are well above their
// noise, but for the last.
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

// rescale gives each group its share.
func rescale(law []float64, groups []degreeGroup) {
	begin := 0
	for _, g := range groups {
		sum := 0.0
		for _, p := range law[begin:g.end] {
			sum += p
		}
		for k := begin; k < g.end && sum > 0; k++ {
			law[k] *= g.share / sum
		}
		begin = g.end
	}
}

// degreesGiven calls f with the degrees that a node can have that shows x, and their probabilities.
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
	if sum == 0 { // no degree is in reach: that which is next to it
		f(int(math.Round(min(max(x, 0), last))), 1)
		return
	}
	for k := lo; k <= hi; k++ {
		f(int(k), weight(k)/sum)
	}
}

// drawDegrees draws a degree for each node, given what it shows.
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
