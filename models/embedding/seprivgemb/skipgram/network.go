package skipgram

import (
	. "github.com/gomlx/gomlx/core/graph" //lint:ignore ST1001 GoMLX's idiom for code that builds graphs

	"github.com/graphdp/graphdp/models/learn/train"
)

// Network declares the loss of examples, each a centre with the other end of its edge and k
// negatives. The weights are the rows of the centres, [examples, width], and of their targets,
// [examples, k+1, width], the other ends' first. A row is repeated for each example that reads it,
// so that gradients are per example. The input is each example's weight, [examples, 1].
//
// A [Trainer] uses its kernel on every backend. Its clipped sums need the gradient of an edge to be
// the same, to the bit, whatever the other edges of the batch. A backend may round it differently
// at another place of the batch (docs/proofs/training.md#places).
func Network(examples, negatives, width int) train.Network {
	return train.Network{
		Weights: train.Vectors([]int{examples, width}, []int{examples, negatives + 1, width}),
		Loss: func(w, in []*Node) *Node {
			terms := train.NegativeSampling(w[0], w[1])                         // [SE-PrivGEmb] Eq. 2
			return ReduceAllSum(Mul(in[0], ReduceAndKeep(terms, ReduceSum, 1))) // [SE-PrivGEmb] Eq. 5
		},
	}
}
