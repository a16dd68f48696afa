package train

import (
	. "github.com/gomlx/gomlx/core/graph" //lint:ignore ST1001 GoMLX's idiom for code that builds graphs
)

// Tape provides a model's weights while its loss is built, and records the input and the output of
// each layer for clipping. A batch has B examples; a layer reads one row per example, [B, in], or G
// rows, [B, G, in]. The rows of an example are clipped together, such as the neighbours of a root
// node or the records of one user.
//
// Row i of every value that a model computes must depend only on example i.
type Tape struct {
	weights []*Node
	taps    []tap
	squares map[*Node]*Node // |row|² of inputs, if known
	keys    *Node           // keys of the dropout masks, [B]; nil for predictions
	drops   int             // dropout layers so far
}

// tap is one use of a weight by a layer.
type tap struct {
	kind   kind
	weight int
	in     *Node // [B, G, in]; nil for a bias
	out    *Node // [B, G, out] or [B, out], in the loss's graph
}

// kind determines a layer's gradient for a tap with output gradient δ.
type kind int

const (
	linear kind = iota // in ⊗ δ
	bias               // δ
)

// NewTape returns a tape for predictions, without clipping.
func NewTape(weights []*Node) *Tape {
	return &Tape{weights: weights, squares: map[*Node]*Node{}}
}

// Weight returns a weight itself, for a layer of a non-private training. A private training refuses
// a weight that no layer of the tape uses.
func (t *Tape) Weight(weight int) *Node { return t.weights[weight] }

// Linear returns x W, where W is the given weight, [in, out].
func (t *Tape) Linear(weight int, x *Node) *Node {
	w := t.weights[weight]
	dims := x.Shape().Dimensions
	in := dims[len(dims)-1]
	z := x
	if len(dims) > 2 {
		z = Reshape(x, -1, in)
	}
	z = MatMul(z, w)
	if len(dims) > 2 {
		z = Reshape(z, dims[0], dims[1], -1)
	}
	t.taps = append(t.taps, tap{linear, weight, x, z})
	return z
}

// Bias returns z + b in every row, where b is the given weight, [out].
func (t *Tape) Bias(weight int, z *Node) *Node {
	b := t.weights[weight]
	for b.Rank() < z.Rank() {
		b = ExpandAxes(b, 0)
	}
	sum := Add(z, b)
	t.taps = append(t.taps, tap{bias, weight, nil, sum})
	return sum
}

// Squares sets |x_i|² of the rows of a batch's input x, [B], so that steps need not compute it. The
// caller must have computed it with [SquaredNorm], so all entries are finite; those in holes must
// be finite too.
func (t *Tape) Squares(x, squares *Node) { t.squares[x] = squares }
