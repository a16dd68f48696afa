package train

import (
	. "github.com/gomlx/gomlx/core/graph" //lint:ignore ST1001 GoMLX's idiom for code that builds graphs
)

// Tape hands a model its weights while the model's loss is built, and records
// what clipping needs: what each layer read, and its output, where gradients are
// taken. A batch has B examples; a layer reads one row an example, [B, in], or
// G rows an example, [B, G, in], which are clipped together: the nodes around a
// root, the records of one user.
//
// Row i of everything that a model computes must depend on example i alone.
type Tape struct {
	weights []*Node
	taps    []tap
	squares map[*Node]*Node // |row|² of inputs, where it is known
	keys    *Node           // of the examples' masks, [B]; nil for predictions
	drops   int             // layers with dropout so far
}

// tap is one use of a weight by a layer.
type tap struct {
	kind   kind
	weight int
	in     *Node // [B, G, in]; nil for a bias
	out    *Node // [B, G, out] or [B, out], in the loss's graph
}

// kind says how a layer's gradient follows from a tap with output gradient δ.
type kind int

const (
	linear kind = iota // in ⊗ δ
	bias               // δ
)

// NewTape makes a tape for building predictions, where nothing is clipped.
func NewTape(weights []*Node) *Tape {
	return &Tape{weights: weights, squares: map[*Node]*Node{}}
}

// Weight returns a weight itself, for a layer that is trained plainly. A private training
// refuses a weight that is in no layer of the tape.
func (t *Tape) Weight(weight int) *Node { return t.weights[weight] }

// Linear returns x W, with W the given weight, [in, out].
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

// Bias returns z + b in every row, with b the given weight, [out].
func (t *Tape) Bias(weight int, z *Node) *Node {
	b := t.weights[weight]
	for b.Rank() < z.Rank() {
		b = ExpandAxes(b, 0)
	}
	sum := Add(z, b)
	t.taps = append(t.taps, tap{bias, weight, nil, sum})
	return sum
}

// Squares gives the tape |x_i|² for the rows of a batch's input x, [B], so that
// it need not be computed at every step. The caller computed it with
// [SquaredNorm], and so knows that all entries are finite; those in holes have to be
// finite, too.
func (t *Tape) Squares(x, squares *Node) { t.squares[x] = squares }
