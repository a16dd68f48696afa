package train

import (
	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/shapes"
	. "github.com/gomlx/gomlx/core/graph" //lint:ignore ST1001 GoMLX's idiom for code that builds graphs
)

// CrossEntropy returns -ln softmax(logits)[class] over the last axis.
func CrossEntropy(logits, class *Node) *Node {
	of := OneHot(class, logits.Shape().Dim(-1), logits.DType())
	return Neg(ReduceSum(Mul(of, LogSoftmax(logits)), -1))
}

// Rectify is the ReLU max(0, x), with gradient 0 at 0, like [ReLU].
func Rectify(x *Node) *Node { return Max(ScalarZero(x.Graph(), x.DType()), x) }

// NegativeSampling returns the terms of the skip-gram loss, [examples, targets]. x holds the
// centres' rows, [examples, width], and y the targets' rows, [examples, targets, width]. The first
// target is positive, with loss -ln σ(x·y); the others are negative samples, with loss -ln σ(-x·y).
func NegativeSampling(x, y *Node) *Node {
	scores := Einsum("er,etr->et", x, y)
	target := Iota(x.Graph(), shapes.Make(dtypes.Int32, scores.Shape().Dimensions...), 1)
	return Softplus(Where(Equal(target, ZerosLike(target)), Neg(scores), scores))
}

// meanLoss returns the mean loss of a batch's examples, ignoring holes.
func meanLoss(losses, present *Node) *Node {
	kept := Where(present, losses, ZerosLike(losses))
	return Div(ReduceAllSum(kept), MaxScalar(ReduceAllSum(ConvertDType(present, losses.DType())), 1))
}
