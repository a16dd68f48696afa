package allpairs

import (
	"math"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/parallel"
	"github.com/graphdp/graphdp/data/scalar"
	"github.com/graphdp/graphdp/models/learn/vector"
)

// Pairs returns Σ [linked·softplus(-s_ij) + unlinked·softplus(s_ij)] over a list of
// pairs of nodes: the loss of pairs that are drawn, or what the edges add to
// [Decoder.Unlinked]. It adds the loss's gradient to dz and returns the
// derivative by the bias. A pair may come more than once, and a node may be
// paired with itself.
func (d *Decoder) Pairs(z vector.Matrix, bias float64, pairs []graph.Edge, linked, unlinked float64, dz vector.Matrix) (loss, dbias float64) {
	const block = 512
	n := len(pairs)
	to, from, slopes := make([]int32, 2*n), make([]int32, 2*n), make([]float32, 2*n)
	parts := make([][2]float64, (n+block-1)/block)
	parallel.Blocks(n, block, func(_, lo, hi int) {
		part := &parts[lo/block]
		for p := lo; p < hi; p++ {
			e := pairs[p]
			s := float64(vector.Dot(z.Row(int(e.U)), z.Row(int(e.V)))) + bias
			y := 1 / (1 + scalar.Exp(-s))
			slope := (linked+unlinked)*y - linked
			part[0] += linked*softplus(-s) + unlinked*softplus(s)
			part[1] += slope
			to[2*p], from[2*p], slopes[2*p] = e.U, e.V, float32(slope)
			to[2*p+1], from[2*p+1], slopes[2*p+1] = e.V, e.U, float32(slope)
		}
	})
	vector.AddRows(dz, to, slopes, z, from)
	for _, part := range parts {
		loss += part[0]
		dbias += part[1]
	}
	return loss, dbias
}

// softplus returns ln(1+eˢ).
func softplus(s float64) float64 { return max(s, 0) + math.Log1p(scalar.Exp(-math.Abs(s))) }
