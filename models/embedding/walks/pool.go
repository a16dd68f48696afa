package walks

import (
	"math"
	"math/bits"
	"math/rand/v2"
)

// pool draws nodes by their weights, by Walker's alias method: it draws one of all alike, and
// keeps it or takes the other of its place.
type pool struct {
	keep  []uint32 // the probability, over 2³²
	other []int32
}

// newPool returns a pool of weights, some of which are not 0.
func newPool(weights []float64) pool {
	n, sum := len(weights), 0.0
	for _, w := range weights {
		sum += w
	}
	p := pool{make([]uint32, n), make([]int32, n)}
	left := make([]float64, n) // of a weight, in units of the mean
	var few, many []int32
	for u, w := range weights {
		if left[u] = w / sum * float64(n); left[u] < 1 {
			few = append(few, int32(u))
		} else {
			many = append(many, int32(u))
		}
	}
	for len(few) > 0 && len(many) > 0 {
		u, v := few[len(few)-1], many[len(many)-1]
		few = few[:len(few)-1]
		p.keep[u], p.other[u] = uint32(left[u]*math.MaxUint32), v
		if left[v] -= 1 - left[u]; left[v] < 1 {
			few, many = append(few, v), many[:len(many)-1]
		}
	}
	for _, u := range append(few, many...) { // 1, but for rounding
		p.keep[u], p.other[u] = math.MaxUint32, u
	}
	return p
}

// draw returns a node.
func (p pool) draw(r *rand.Rand) int32 {
	word := r.Uint64()
	high, _ := bits.Mul32(uint32(word>>32), uint32(len(p.keep)))
	if uint32(word) < p.keep[high] {
		return int32(high)
	}
	return p.other[high]
}
