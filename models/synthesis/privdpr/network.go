package privdpr

import (
	"fmt"
	"slices"

	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/shapes"
	. "github.com/gomlx/gomlx/core/graph" //lint:ignore ST1001 GoMLX's idiom for code that builds graphs
	"github.com/gomlx/gomlx/core/tensors"
	"gonum.org/v1/gonum/blas/blas64"

	"github.com/graphdp/graphdp/models/learn/train"
)

// declared is f of Eq. 4 with the loss of Eq. 5. Its weights are the rows of V that a batch reads,
// and the matrices W.
type declared struct {
	gamma, n, scale float64
	exact           bool // norms of W come with singular vectors
}

// loss returns the sum of ℓ(i, j) over pairs of rows. Inputs are i and j, their degrees, a mask of
// the pairs, and the inputs of score.
func (d declared) loss(w, in []*Node) *Node {
	i, j, outDegI, inDegJ, counts := in[0], in[1], in[2], in[3], in[4]
	f := d.score(w[0], w[1:], in[5:])
	fi, fj := Gather(f, i), Gather(f, j)
	r := Sub(AddScalar(MulScalar(Div(Mul(inDegJ, fi), outDegI), d.gamma), (1-d.gamma)/d.n), fj)
	return ReduceAllSum(Mul(counts, Div(Square(r), inDegJ))) // [PRIVDPR25] Eq. 5
}

// score returns f of the rows x. The host computes the norm of each W and its singular vectors u
// and v, in this order. The gradient of |W|₂ is uvᵀ; the norm estimate of the authors' code is a
// constant.
func (d declared) score(x *Node, matrices, found []*Node) *Node {
	for _, w := range matrices {
		norm := found[0]
		if found = found[1:]; d.exact {
			along := ReduceAllSum(Mul(found[0], MatMul(w, found[1]))) // uᵀWv
			norm, found = Add(norm, Sub(along, StopGradient(along))), found[2:]
		}
		w = Div(w, MulScalar(norm, d.scale)) // [PRIVDPR25] Thm 4.2: W_WN(W) = W/|sW|₂
		x = Logistic(MatMul(x, w))           // [PRIVDPR25] Eq. 4, φ the sigmoid
	}
	return x
}

// executed is the network of a training as a GoMLX graph. Batches are padded to the largest numbers
// of rows and pairs, so that it is compiled once.
type executed struct {
	*train.Executor
	x, dX blas64.General // rows of V, and their gradient
}

// network returns the network of a training.
func (t *trainer) network() train.Network {
	d := declared{gamma: t.c.Gamma, n: float64(t.g.N()), scale: t.c.Scale, exact: t.oneStep == nil}
	n := train.Network{Loss: d.loss, Weights: []shapes.Shape{shapes.Make(dtypes.Float64, t.mostRows(), t.c.Dim)}}
	for _, w := range t.net.weights {
		n.Weights = append(n.Weights, shapes.Make(dtypes.Float64, w.raw.Rows, w.raw.Cols))
	}
	return n
}

// mostRows returns the largest number of rows of V that a batch reads.
func (t *trainer) mostRows() int { return min(t.g.N(), t.c.Batch+t.c.Pairs()) }

// execute opens the network as a GoMLX graph, if networks run so.
func (t *trainer) execute() error {
	opened, err := t.network().Open()
	if err != nil {
		return fmt.Errorf("privdpr: %w", err)
	}
	if opened != nil {
		t.graph = &executed{opened, general(t.mostRows(), t.c.Dim), general(t.mostRows(), t.c.Dim)}
	}
	return nil
}

// close frees the device memory of the training.
func (t *trainer) close() {
	if t.graph != nil {
		t.graph.Close()
	}
}

// inputs returns the inputs of a step, see [declared].
func (t *trainer) inputs() (list []any) {
	n := t.c.Pairs()
	i, j, counts := make([]int32, n), make([]int32, n), make([]float64, n)
	outDegI, inDegJ := slices.Repeat([]float64{1}, n), slices.Repeat([]float64{1}, n)
	for k, p := range t.pairs {
		l := lossOf(t.g, t.c.Gamma, p.i, p.j)
		i[k], j[k], outDegI[k], inDegJ[k], counts[k] = t.index.at[p.i], t.index.at[p.j], l.outDegI, l.inDegJ, 1
	}
	list = append(list, column(i), column(j), column(outDegI), column(inDegJ), column(counts))
	for _, w := range t.net.weights {
		if list = append(list, w.norm); t.oneStep == nil {
			list = append(list, w.u, w.v)
		}
	}
	return list
}

func column[T int32 | float64](x []T) any { return tensors.FromFlatDataAndDimensions(x, len(x), 1) }

// gradient returns the gradient of the rows x and stores that of the matrices in t.weights.
func (e *executed) gradient(t *trainer, x blas64.General) (blas64.General, error) {
	clear(e.x.Data[copy(e.x.Data, x.Data):])
	weights, into := []any{e.x.Data}, []any{e.dX.Data}
	for l, w := range t.net.weights {
		weights, into = append(weights, w.raw.Data), append(into, t.weights[l])
	}
	_, err := e.Gradient(weights, into, t.inputs()...)
	return e.dX, err
}
