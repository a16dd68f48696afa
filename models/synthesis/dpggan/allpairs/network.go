package allpairs

import (
	. "github.com/gomlx/gomlx/core/graph" //lint:ignore ST1001 GoMLX's idiom for code that builds graphs
)

// rows is the number of rows of scores that the graph computes at once.
const rows = 256

// Encode is [Encoder] as a GoMLX graph: Â ReLU(Â W⁰) W¹, [VGAE16] Eq. 1. times multiplies by Â.
func Encode(times func(h *Node) *Node, w0, w1 *Node) *Node {
	return times(MatMul(MaxScalar(times(w0), 0), w1))
}

// KL is [Divergence] with weight 1 as a GoMLX graph.
func KL(mean, logSigma *Node) *Node {
	log := MulScalar(logSigma, 2)
	return MulScalar(ReduceAllSum(Sub(Add(Square(mean), Exp(log)), AddScalar(log, 1))), 0.5)
}

// Loss is [Decoder.CrossEntropy] as a GoMLX graph. u and v are the ends of the edges, [m, 1], or
// nil without edges. The cross-entropy of a pair is softplus(s) if unlinked and softplus(s) - s if
// linked.
func (w Weights) Loss(z, bias, u, v *Node) *Node {
	loops := Add(ReduceSum(Square(z), 1), bias)
	loss := MulScalar(SumSoftplus(loops), w.LoopLinked+w.LoopUnlinked-w.Unlinked/2)
	if w.LoopLinked != 0 {
		loss = Sub(loss, MulScalar(ReduceAllSum(loops), w.LoopLinked))
	}
	for n, lo := z.Shape().Dim(0), 0; lo < n; lo += rows {
		hi := min(lo+rows, n)
		block := Slice(z, AxisRange(lo, hi))
		loss = Add(loss, MulScalar(SumSoftplus(scores(block, block, bias)), w.Unlinked/2))
		if hi < n {
			loss = Add(loss, MulScalar(SumSoftplus(scores(block, Slice(z, AxisRange(hi, n)), bias)), w.Unlinked))
		}
	}
	if u == nil {
		return loss
	}
	linked := Add(ReduceSum(Mul(Gather(z, u), Gather(z, v)), 1), bias)
	if w.Linked != w.Unlinked {
		loss = Add(loss, MulScalar(SumSoftplus(linked), w.Linked-w.Unlinked))
	}
	return Sub(loss, MulScalar(ReduceAllSum(linked), w.Linked))
}

// scores returns a_i·b_j + bias. The bias is a column, so that its gradient is summed row by row.
func scores(a, b, bias *Node) *Node {
	return Add(MatMul(a, Transpose(b, 0, 1)), BroadcastToDims(bias, a.Shape().Dim(0), 1))
}

// SumSoftplus returns Σ ln(1+eˢ) over a list or a matrix of scores. It sums row by row, because
// GoMLX's Go backend sums in float32. Its gradient is σ(s), also at s = 0.
func SumSoftplus(s *Node) *Node {
	value := StopGradient(ReduceAllSum(ReduceSum(Add(MaxScalar(s, 0), Log(AddScalar(Exp(Neg(Abs(s))), 1))), -1)))
	slope := ReduceAllSum(IdentityWithCustomGradient(s, func(s, v *Node) *Node { return Mul(v, Logistic(s)) }))
	return Add(value, Sub(slope, StopGradient(slope)))
}
