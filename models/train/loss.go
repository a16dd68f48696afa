package train

import (
	. "github.com/gomlx/gomlx/core/graph" //lint:ignore ST1001 GoMLX's idiom for code that builds graphs
)

// CrossEntropy returns -ln softmax(logits)[class] over the last axis.
func CrossEntropy(logits, class *Node) *Node {
	of := OneHot(class, logits.Shape().Dim(-1), logits.DType())
	return Neg(ReduceSum(Mul(of, LogSoftmax(logits)), -1))
}

// BinaryCrossEntropy returns -t ln σ(z) - (1-t) ln σ(-z), entry by entry, for logits
// z and targets t between 0 and 1. It does not overflow.
func BinaryCrossEntropy(logits, targets *Node) *Node {
	return Sub(Softplus(logits), Mul(logits, targets))
}

// Hinge returns max(0, 1 - s z), entry by entry, for scores z and sides s of ±1.
func Hinge(scores, sides *Node) *Node {
	return MaxScalar(OneMinus(Mul(scores, sides)), 0)
}

// GaussianKL returns the divergence KL(N(μ, diag exp(ln σ²)) ‖ N(0, I)), over the
// last axis.
func GaussianKL(mean, logVariance *Node) *Node {
	each := Sub(Add(Square(mean), Exp(logVariance)), AddScalar(logVariance, 1))
	return MulScalar(ReduceSum(each, -1), 0.5)
}

// SquaredError returns |x - y|², over the last axis.
func SquaredError(x, y *Node) *Node {
	return ReduceSum(Square(Sub(x, y)), -1)
}

// meanLoss returns the mean over a batch's examples, whatever the holes hold.
func meanLoss(losses, present *Node) *Node {
	kept := Where(present, losses, ZerosLike(losses))
	return Div(ReduceAllSum(kept), MaxScalar(ReduceAllSum(ConvertDType(present, losses.DType())), 1))
}
