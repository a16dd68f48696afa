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

// Rectify is the ReLU max(0, x), whose gradient is 0 where x is 0, as that of [ReLU] is.
func Rectify(x *Node) *Node { return Max(ScalarZero(x.Graph(), x.DType()), x) }

// NegativeSampling returns the terms of skip-gram's loss, [examples, targets]. x are rows of
// centres, [examples, width], and y those of their targets, [examples, targets, width]. The first
// target of each is positive, -ln σ(x·y). The others are negative samples, -ln σ(-x·y).
func NegativeSampling(x, y *Node) *Node {
	scores := Einsum("er,etr->et", x, y)
	target := Iota(x.Graph(), shapes.Make(dtypes.Int32, scores.Shape().Dimensions...), 1)
	return Softplus(Where(Equal(target, ZerosLike(target)), Neg(scores), scores))
}

// meanLoss returns the mean over a batch's examples, whatever the holes hold.
func meanLoss(losses, present *Node) *Node {
	kept := Where(present, losses, ZerosLike(losses))
	return Div(ReduceAllSum(kept), MaxScalar(ReduceAllSum(ConvertDType(present, losses.DType())), 1))
}
