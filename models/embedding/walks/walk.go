package walks

import (
	"math"
	"math/bits"
	"math/rand/v2"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/parallel"
)

// maxSteps bounds the total length of all walks, at four bytes per step.
const maxSteps = 1 << 30

// step samples the next node of a walk from its last two nodes, both of which have edges.
type step func(from, at int32, r *rand.Rand) int32

// walk returns the walks: in each round one from every node with edges, in random order. Each walk
// has its own random stream by number, so the result does not depend on the threads.
func (c SkipGram) walk(g *graph.Graph, next step, r *rand.Rand) [][]int32 {
	var starts []int32
	for u := range int32(g.N()) {
		if g.Degree(u) > 0 {
			starts = append(starts, u)
		}
	}
	seed, all := r.Uint64(), make([][]int32, 0, c.Walks*len(starts))
	nodes := make([]int32, c.Walks*len(starts)*c.Length)
	for range c.Walks {
		r.Shuffle(len(starts), func(i, j int) { starts[i], starts[j] = starts[j], starts[i] })
		for _, u := range starts {
			walk := nodes[:c.Length:c.Length]
			walk[0], nodes = u, nodes[c.Length:]
			all = append(all, walk)
		}
	}
	parallel.Blocks(len(all), 64, func(_, lo, hi int) {
		for i := lo; i < hi; i++ {
			r, walk := rand.New(rand.NewPCG(seed, uint64(i))), all[i]
			walk[1] = anywhere(g, walk[0], r)
			for t := 2; t < len(walk); t++ {
				walk[t] = next(walk[t-2], walk[t-1], r)
			}
		}
	})
	return all
}

// anywhere samples a neighbour uniformly.
func anywhere(g *graph.Graph, at int32, r *rand.Rand) int32 {
	around := g.Neighbors(at)
	return around[r.IntN(len(around))]
}

// uniform is a step to any neighbour: [DEEPWALK14] Algorithm 1.
func uniform(g *graph.Graph) step {
	return func(_, at int32, r *rand.Rand) int32 { return anywhere(g, at, r) }
}

// bias is α of [NODE2VEC16] Eq. 2: the weight of a step to a node, for a walk that comes from
// another.
func (c SecondOrder) bias(g *graph.Graph, from, to int32) float64 {
	switch {
	case from == to:
		return 1 / c.P
	case g.HasEdge(from, to):
		return 1
	}
	return 1 / c.Q
}

// biased samples exactly by [SecondOrder.bias], without a table per edge. It draws a neighbour
// uniformly, and accepts it with a probability proportional to its weight. The weight of going back
// beyond the largest other weight is handled separately, so that a small P does not slow it down
// (Yang et al., KnightKing, 2019). After as many rejections as there are neighbours, it falls back
// to enumeration.
func (c SecondOrder) biased(g *graph.Graph) step {
	most, least := max(1, 1/c.Q), min(1, 1/c.Q, 1/c.P)
	beyond := max(0, 1/c.P-most)
	return func(from, at int32, r *rand.Rand) int32 {
		around := g.Neighbors(at)
		for range around {
			if area := most * float64(len(around)); beyond > 0 && r.Float64()*(beyond+area) < beyond {
				return from
			}
			to, height := around[r.IntN(len(around))], most*r.Float64()
			if height < least || height < c.bias(g, from, to) {
				return to
			}
		}
		return c.enumerated(g, from, around, r)
	}
}

// enumerated samples a neighbour by enumerating the weights.
func (c SecondOrder) enumerated(g *graph.Graph, from int32, around []int32, r *rand.Rand) int32 {
	sum := 0.0
	for _, to := range around {
		sum += c.bias(g, from, to)
	}
	height := sum * r.Float64()
	for _, to := range around {
		if height -= c.bias(g, from, to); height < 0 {
			return to
		}
	}
	return around[len(around)-1] // left by rounding
}

// pool samples nodes by weight with Walker's alias method: it draws an index uniformly, and returns
// it or its alias.
type pool struct {
	keep  []uint32 // probability of the index, times 2³²
	other []int32
}

// newPool returns a pool for weights that are not all 0.
func newPool(weights []float64) pool {
	n, sum := len(weights), 0.0
	for _, w := range weights {
		sum += w
	}
	p := pool{make([]uint32, n), make([]int32, n)}
	left := make([]float64, n) // remaining weights, in units of the mean
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
	for _, u := range append(few, many...) { // 1, up to rounding
		p.keep[u], p.other[u] = math.MaxUint32, u
	}
	return p
}

// draw samples a node.
func (p pool) draw(r *rand.Rand) int32 {
	word := r.Uint64()
	high, _ := bits.Mul32(uint32(word>>32), uint32(len(p.keep)))
	if uint32(word) < p.keep[high] {
		return int32(high)
	}
	return p.other[high]
}
