package gcn

import (
	"math/rand/v2"
	"slices"

	. "github.com/gomlx/gomlx/core/graph" //lint:ignore ST1001 GoMLX's idiom for code that builds graphs
	"github.com/gomlx/gomlx/core/tensors"
	"github.com/graphdp/graphdp/models/learn/backend"
	"github.com/graphdp/graphdp/models/learn/sparse"
	"github.com/graphdp/graphdp/models/learn/train"
)

// declared is the network of Kipf and Welling with its loss. x and a multiply by the features X and
// by the normalised adjacency matrix Â. The weights are W⁰ and W¹.
type declared struct {
	x, a       *train.Product
	decay      float64
	perceptron bool // both weights decay
}

// inputs holds the inputs of a step, in the order of the argument list.
type inputs[T any] struct {
	x, a         []T // of the products
	xs, as       T   // entries of X after dropout, and of Â
	kept         T   // dropout factors of the hidden layer, [n, hidden]
	known, class T   // the training nodes, [K, 1], and their classes, [K]
}

func (i inputs[T]) list() []T {
	return append(append(append([]T{}, i.x...), i.a...), i.xs, i.as, i.kept, i.known, i.class)
}

func (d declared) named(in []*Node) inputs[*Node] {
	x, a := d.x.Count(), d.x.Count()+d.a.Count()
	return inputs[*Node]{in[:x], in[x:a], in[a], in[a+1], in[a+2], in[a+3], in[a+4]}
}

// logits returns Â ReLU(Â X W⁰) W¹: [KW17] Eq. 9 before its softmax.
func (d declared) logits(w []*Node, in inputs[*Node]) *Node {
	hidden := train.Rectify(d.a.Times(in.a, in.as, d.x.Times(in.x, in.xs, w[0])))
	return d.a.Times(in.a, in.as, MatMul(Mul(hidden, in.kept), w[1]))
}

// loss returns the mean cross-entropy of the training nodes, [KW17] Eq. 10, with decay of the first
// weights.
func (d declared) loss(w, list []*Node) *Node {
	in := d.named(list)
	loss := ReduceAllMean(train.CrossEntropy(Gather(d.logits(w, in), in.known), in.class))
	decay := ReduceAllSum(Square(w[0]))
	if d.perceptron {
		decay = Add(decay, ReduceAllSum(Square(w[1])))
	}
	return Add(loss, MulScalar(decay, d.decay/2))
}

// executed is the network of a training as a GoMLX graph.
type executed struct {
	*train.Executor
	inputs     inputs[any]
	ones, kept []float32 // [n, hidden], input and output of dropout
}

// network returns the network of a training and its inputs, without those of dropout.
func (f *fit) network(x *sparse.Matrix) (train.Network, inputs[any]) {
	t := f.data
	known := make([][]int32, len(t.known))
	for i, u := range t.known {
		known[i] = []int32{u}
	}
	_, _, as := t.a.Entries()
	d := declared{train.NewProduct(x), train.NewProduct(t.a), f.config.Decay, t.perceptron}
	return train.Network{Weights: train.Vectors([]int{f.w0.Rows, f.w0.Cols}, []int{f.w1.Rows, f.w1.Cols}), Loss: d.loss},
		inputs[any]{x: d.x.Inputs(), a: d.a.Inputs(), as: tensors.FromValue(as), known: tensors.FromValue(known), class: tensors.FromValue(t.class)}
}

// execute opens the network as a GoMLX graph, if networks run that way.
func (f *fit) execute(x *sparse.Matrix) error {
	graphs, err := backend.Graphs()
	if !graphs {
		return err
	}
	n, in := f.network(x)
	e, err := n.On("")
	if err != nil {
		return err
	}
	size := f.data.a.Rows() * f.config.Hidden
	f.data.graph = &executed{e, in, slices.Repeat([]float32{1}, size), make([]float32, size)}
	return nil
}

// step computes the loss and the gradients, with dropout from r.
func (x *executed) step(f *fit, r *rand.Rand) (float64, error) {
	f.drops(r)
	drop(r, x.kept, x.ones, f.config.Dropout)
	x.inputs.xs = f.data.kept
	x.inputs.kept = tensors.FromFlatDataAndDimensions(x.kept, f.data.a.Rows(), f.config.Hidden)
	return x.Gradient([]any{f.w0.Data, f.w1.Data}, []any{f.w0.gradient, f.w1.gradient}, x.inputs.list()...)
}
