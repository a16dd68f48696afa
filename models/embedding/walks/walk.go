package walks

import (
	"math"
	"math/bits"
	"math/rand/v2"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/parallel"
)

// mostSteps of all walks are held, four bytes each.
const mostSteps = 1 << 30

// step draws where a walk goes that came from a node to the next, both of which have edges.
type step func(from, at int32, r *rand.Rand) int32

// walk takes the walks of all nodes that have edges: one from each, in a random order, and again.
// The stream of a walk is of its number, so that it does not matter which thread takes it.
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

// anywhere draws a neighbour.
func anywhere(g *graph.Graph, at int32, r *rand.Rand) int32 {
	around := g.Neighbors(at)
	return around[r.IntN(len(around))]
}

// uniform goes anywhere: [DEEPWALK14] Algorithm 1.
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

// biased draws by [SecondOrder.bias] exactly, without a table for each edge: a neighbour is drawn
// uniformly, and kept with a probability proportional to its weight. What going back weighs beyond
// all others is drawn apart, so that a small P makes nothing slow (Yang et al., KnightKing, 2019).
// After as many that were not kept as there are neighbours the weights are added up, so that
// nothing else does.
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

// enumerated draws one of the neighbours by their weights.
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
	return around[len(around)-1] // what rounding leaves
}

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
