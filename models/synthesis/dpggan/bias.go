package dpggan

import (
	"math/rand/v2"

	"github.com/graphdp/graphdp/models/learn/vector"
)

// mostScores is the largest number of pairs whose scores are all looked at.
const mostScores = 1 << 20

// biasFor returns the bias with which a graph is expected to have that many edges; of a large
// one as random pairs say it.
func biasFor(f vector.Matrix, edges int, rng *rand.Rand) float64 {
	all := pairs(f.Rows)
	if all == 0 {
		return 0
	}
	scores := make([]float64, min(all, mostScores))
	for k := range scores {
		number := int64(k)
		if all > mostScores {
			number = rng.Int64N(all)
		}
		u, v := unordered(number)
		scores[k] = float64(vector.Dot(f.Row(int(u)), f.Row(int(v))))
	}
	want := float64(edges) / float64(all) * float64(len(scores))
	low, high := -1e4, 1e4
	for high-low > 1e-3 {
		mid, sum := (low+high)/2, 0.0
		for _, s := range scores {
			sum += sigmoid(s + mid)
		}
		if sum < want {
			low = mid
		} else {
			high = mid
		}
	}
	return (low + high) / 2
}
