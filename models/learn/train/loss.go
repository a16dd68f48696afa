package train

import (
	. "github.com/gomlx/gomlx/core/graph" //lint:ignore ST1001 GoMLX's idiom for code that builds graphs
)

// CrossEntropy returns -ln softmax(logits)[class] over the last axis.
func CrossEntropy(logits, class *Node) *Node {
	of := OneHot(class, logits.Shape().Dim(-1), logits.DType())
	return Neg(ReduceSum(Mul(of, LogSoftmax(logits)), -1))
}

// Rectify is the ReLU max(0, x), whose gradient is 0 where x is 0, as that of [ReLU] is.
func Rectify(x *Node) *Node { return Max(ScalarZero(x.Graph(), x.DType()), x) }

// meanLoss returns the mean over a batch's examples, whatever the holes hold.
func meanLoss(losses, present *Node) *Node {
	kept := Where(present, losses, ZerosLike(losses))
	return Div(ReduceAllSum(kept), MaxScalar(ReduceAllSum(ConvertDType(present, losses.DType())), 1))
}
