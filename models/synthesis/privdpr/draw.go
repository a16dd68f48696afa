package privdpr

import (
	"math"
	"math/rand/v2"

	"github.com/graphdp/graphdp/data/embed"
	"github.com/graphdp/graphdp/data/graph/parallel"
	"github.com/graphdp/graphdp/data/scalar"
)

// drawBlock is the number of nodes per random generator, which makes results independent of the
// number of cores.
const drawBlock = 1 << 10

// neighbours samples one j for every node i, with probability proportional to exp(v_i·v_j) over all
// nodes including i: [PRIVDPR25] Alg. 2, line 12. Sampling is exact and never forms V·Vᵀ.
func neighbours(e *embed.Matrix, dst []int32, r *rand.Rand) {
	n := e.N()
	norms := make([]float64, n)
	parallel.Blocks(n, drawBlock, func(_, lo, hi int) {
		for u := lo; u < hi; u++ {
			row := e.Row(int32(u))
			norms[u] = math.Sqrt(embed.Dot(row, row))
		}
	})
	longest := 0.0
	for _, x := range norms {
		longest = max(longest, x)
	}
	seeds := make([]uint64, (n+drawBlock-1)/drawBlock)
	for i := range seeds {
		seeds[i] = r.Uint64()
	}
	parallel.Blocks(n, drawBlock, func(_, lo, hi int) {
		own := rand.New(rand.NewPCG(seeds[lo/drawBlock], uint64(lo)))
		for i := lo; i < hi; i++ {
			dst[i] = softmax(e, int32(i), norms[i]*longest, own)
		}
	})
}

// softmax samples j with probability proportional to exp(v_i·v_j), by rejection: it proposes j
// uniformly and accepts with probability exp(v_i·v_j - κ), κ = |v_i| max|v|. After n rejections it
// scans the whole row; since proposals are independent, the distribution is the same.
func softmax(e *embed.Matrix, i int32, kappa float64, r *rand.Rand) int32 {
	n, row := e.N(), e.Row(i)
	kappa *= 1 + 1e-12 // so that rounding never gives a probability above 1
	for range n {
		j := int32(r.IntN(n))
		if r.Float64() < scalar.Exp(embed.Dot(row, e.Row(j))-kappa) {
			return j
		}
	}
	return gumbelMax(e, i, r)
}

// gumbelMax samples from the same distribution in one pass over the row, by the maximum of v_i·v_j
// + Gumbel noise.
func gumbelMax(e *embed.Matrix, i int32, r *rand.Rand) int32 {
	row, best, at := e.Row(i), math.Inf(-1), int32(0)
	for j := range int32(e.N()) {
		if x := embed.Dot(row, e.Row(j)) - math.Log(r.ExpFloat64()); x > best {
			best, at = x, j
		}
	}
	return at
}
