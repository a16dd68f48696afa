package train

import (
	"fmt"
	"math"

	. "github.com/gomlx/gomlx/core/graph" //lint:ignore ST1001 GoMLX's idiom for code that builds graphs
)

// unit is the float32 unit roundoff, the largest relative error of one operation.
const unit = 1.0 / (1 << 24)

// gamma bounds the relative error of a float32 sum of n products in any order: γ_n of Higham
// (2002), §3.1.
func gamma(n int) float64 {
	x := float64(n) * unit
	return x / (1 - x)
}

const (
	// cancel limits cancellation among the terms of one example: the norm of a gradient of several
	// rows counts for at least 1/8 of the sum of its terms' norms, so that rounding errors stay
	// relatively small. The computed bound is slightly above 1/8, since it is rounded too.
	cancel = 8
	// pieces is the largest number of pieces of a batch: a Poisson batch above capacity is summed
	// in two pieces.
	pieces = 2
	// tiny, times the number of entries, bounds what a sum of squares loses to float32 underflow.
	tiny = 0x1p-126
)

// margin returns the factor m < 1 such that clipping examples to m·C bounds the change of a batch's
// sum in [pieces], computed in float32, by C: docs/proofs/training.md.
func (t *Tape) margin(batch int) (float64, error) {
	s := shape{group: 1, weights: len(t.weights)}
	for _, use := range uses(t.taps, len(t.weights)) {
		rows := 0
		for _, u := range use {
			in, out := 1, u.out.Shape().Dim(-1)
			if u.kind == linear {
				in = u.in.Shape().Dim(-1)
			}
			s.widest = max(s.widest, in+out)
			if u.kind != bias {
				rows += rowsEach(u)
			}
		}
		s.group = max(s.group, rows)
	}
	return marginOf(s, batch)
}

// shape holds the model's sizes that determine the margin.
type shape struct {
	widest  int // largest in + out of a layer
	group   int // largest number of rows per example of a weight
	weights int
}

// marginOf returns the margin of a model.
func marginOf(s shape, batch int) (float64, error) {
	terms := 1.0
	if s.group > 1 {
		terms = cancel
	}
	// Norms: group² sums of in + out products, over the weights, and the few operations that
	// compute the factor and rescale a row.
	norm := 1 + terms*terms*gamma(s.widest+s.group*s.group+s.weights+16)
	// Sums: rounding errors of the batch's sum and of its neighbour's.
	sum := 1 + 2*terms*float64(pieces*batch)*gamma(batch*s.group+pieces+2)
	if m := 1 / (norm * sum); m > 0.5 {
		return m, nil
	}
	return 0, fmt.Errorf("train: batches of %d examples are too large: their float32 sums round by as much as one example adds; use smaller batches", batch)
}

// rowsEach returns G, the number of rows per example of a tap.
func rowsEach(u tap) int {
	if u.out.Rank() == 2 {
		return 1
	}
	return u.out.Shape().Dimensions[1]
}

// uses groups the taps by weight.
func uses(taps []tap, weights int) [][]tap {
	by := make([][]tap, weights)
	for _, u := range taps {
		by[u.weight] = append(by[u.weight], u)
	}
	return by
}

// layer holds the inputs of a step for one weight: the input rows of all taps, [B, G, in], and the
// gradients of their outputs, [B, G, out].
type layer struct {
	kind    kind
	in      *Node
	delta   *Node
	squares *Node // |in|², [B], if known
}

// layers merges the taps of each weight, and their gradients, into layers.
func layers(t *Tape, deltas []*Node) []layer {
	all := make([]layer, len(t.weights))
	grouped := func(x *Node) *Node {
		if x.Rank() < 3 {
			return ExpandAxes(x, 1)
		}
		return x
	}
	for w := range t.weights {
		var ins, outs []*Node
		for i, u := range t.taps {
			if u.weight != w {
				continue
			}
			if len(outs) > 0 && u.kind != all[w].kind {
				panic(fmt.Errorf("train: weight %d is used by layers of two kinds", w))
			}
			all[w].kind = u.kind
			outs = append(outs, grouped(deltas[i]))
			if u.kind == linear {
				all[w].squares = t.squares[u.in]
				ins = append(ins, grouped(u.in))
			}
		}
		if len(outs) == 0 {
			panic(fmt.Errorf("train: weight %d is in no layer: its gradient cannot be clipped", w))
		}
		if len(outs) > 1 {
			all[w].squares = nil
		}
		all[w].delta = join(outs)
		if all[w].kind == bias { // an example adds the sum of its rows
			all[w].delta = ReduceAndKeep(all[w].delta, ReduceSum, 1)
		}
		if len(ins) > 0 {
			all[w].in = join(ins)
		}
	}
	return all
}

func join(xs []*Node) *Node {
	if len(xs) == 1 {
		return xs[0]
	}
	return Concatenate(xs, 1)
}

// square returns at least |x|² over the last axis, even where squares underflow.
func square(x *Node) *Node {
	return AddScalar(ReduceSum(Square(x), -1), tiny*float64(x.Shape().Dim(-1)))
}

// normSquared returns |g_i|² of each example's gradient g_i, [B], from the layer's inputs and
// output gradients. least is the lower bound on it, or nil if no terms can cancel.
func (l layer) normSquared() (norm, least *Node) {
	if l.delta.Shape().Dimensions[1] == 1 { // |a ⊗ δ|² = |a|² |δ|²
		norm := Reshape(square(l.delta), -1)
		switch {
		case l.kind != linear:
			return norm, nil
		case l.squares != nil:
			return Mul(l.squares, norm), nil
		}
		return Mul(Reshape(square(l.in), -1), norm), nil
	}
	// |Σ_g a_g ⊗ δ_g|² = Σ_gh (a_g·a_h)(δ_g·δ_h): G² numbers per example instead of in × out.
	inner := Mul(gram(l.delta), gram(l.in))
	size := Mul(Sqrt(square(l.delta)), Sqrt(square(l.in))) // |a_g| |δ_g|, [B, G]
	return ReduceSum(inner, 1, 2), Square(MulScalar(ReduceSum(size, -1), 1.0/(cancel-0.5)))
}

// total returns each example's squared gradient norm over all layers.
func total(all []layer) *Node {
	var norm, least *Node
	for _, l := range all {
		n, m := l.normSquared()
		if norm == nil {
			norm = n
		} else {
			norm = Add(norm, n)
		}
		switch {
		case least == nil:
			least = m
		case m != nil:
			least = Add(least, m)
		}
	}
	if least == nil {
		return norm
	}
	return Max(norm, least)
}

// gram returns the matrix of inner products of an example's rows, [B, G, G].
func gram(x *Node) *Node { return Dot(x, x).General([]int{2}, []int{0}, []int{2}, []int{0}) }

// sum returns Σ_i c_i g_i in the shape of the weight, by rescaling the output gradients and one
// matrix product. An example with factor 0 adds nothing, even if its gradient is infinite or NaN.
func (l layer) sum(factor *Node) *Node {
	c := ExpandAxes(factor, 1, 2)
	drop := func(x *Node) *Node {
		kept := BroadcastToDims(GreaterThan(c, ConstAs(c, 0)), x.Shape().Dimensions...)
		return Where(kept, x, ZerosLike(x))
	}
	delta := Mul(drop(l.delta), c)
	delta = Reshape(delta, -1, delta.Shape().Dim(-1))
	if l.kind == bias {
		return ReduceSum(delta, 0)
	}
	in := l.in
	if l.squares == nil {
		in = drop(in)
	}
	return MatMul(Transpose(Reshape(in, -1, in.Shape().Dim(-1)), 0, 1), delta)
}

// clippedSums returns Σ_i c_i g_i for each weight over the examples of a piece of a batch, with c_i
// = min(1, C/|g_i|). For holes and where |g_i| is not finite, c_i is 0.
func clippedSums(t *Tape, bound float64, losses, present *Node) ([]*Node, error) {
	all, factor, err := terms(t, bound, losses, present)
	if err != nil {
		return nil, err
	}
	sums := make([]*Node, len(all))
	for w, l := range all {
		sums[w] = l.sum(factor)
	}
	return sums, nil
}

// terms returns the per-example terms of the clipped sums: each weight's layer and the factors c_i,
// [B]. Entry i of each array depends only on place i (docs/proofs/training.md).
func terms(t *Tape, bound float64, losses, present *Node) ([]layer, *Node, error) {
	margin, err := t.margin(losses.Shape().Dimensions[0])
	if err != nil {
		return nil, nil, err
	}
	outs := make([]*Node, len(t.taps))
	for i, u := range t.taps {
		outs[i] = u.out
	}
	all := layers(t, Gradient(ReduceAllSum(losses), outs...))
	norm := Sqrt(total(all))
	c := MinScalar(Div(ConstAs(norm, bound*margin), norm), 1)
	return all, Where(And(present, IsFinite(norm)), c, ZerosLike(c)), nil
}

// SquaredNorm returns |x|² for [Tape.Squares], rounded up. It returns an error if an entry is not
// finite.
func SquaredNorm(x []float32) (float32, error) {
	sum := 0.0
	for _, v := range x {
		sum += float64(v) * float64(v)
	}
	if math.IsNaN(sum) || math.IsInf(sum, 0) {
		return 0, fmt.Errorf("train: a row has an entry that is not finite")
	}
	// Round up by more than the float64 error of the longest row, and to the next float32.
	sum += sum*0x1p-30 + tiny*float64(len(x))
	return math.Nextafter32(float32(sum), float32(math.Inf(1))), nil
}
