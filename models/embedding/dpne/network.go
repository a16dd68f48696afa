package dpne

import (
	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/shapes"
	. "github.com/gomlx/gomlx/core/graph" //lint:ignore ST1001 GoMLX's idiom for code that builds graphs

	"github.com/graphdp/graphdp/models/learn/train"
)

// network declares the objective of a graph of n nodes. The weights are W and H; the inputs are the
// ends of each edge in both directions, [2·edges, 1], and the noise. A run does not use gradient
// descent: given one factor, the other has a closed-form optimum, which [Factors.factorise]
// computes.
func (f Factors) network(n int) train.Network {
	rows := shapes.Make(dtypes.Float64, n, f.Dim)
	return train.Network{Weights: []shapes.Shape{rows, rows}, Loss: f.loss}
}

func (f Factors) loss(factors, in []*Node) *Node {
	w, h, noise := factors[0], factors[1], in[2]
	edges := ReduceSum(Mul(Gather(w, in[0]), Gather(h, in[1])), 1) // w_i·h_j where A_ij = 1
	inner := func(x *Node) *Node { return MatMul(Transpose(x, 0, 1), x) }
	pairs := ReduceAllSum(Mul(inner(w), inner(h)))                      // Σ (w_i·h_j)², without n² numbers
	fit := Add(pairs, ReduceAllSum(AddScalar(MulScalar(edges, -2), 1))) // Σ (A_ij - w_i·h_j)²
	ridge := Add(ReduceAllSum(Square(w)), ReduceAllSum(Square(h)))      // Σ ‖w_i‖² + Σ ‖h_j‖²
	perturbed := Add(fit, ReduceAllSum(Mul(noise, w)))                  // [DPNE18] Perturbation
	return Add(perturbed, MulScalar(ridge, f.Ridge))                    // [DPNE18] Objective
}
