package privdpr

import (
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

// executors are the network of a training as GoMLX graphs, by their numbers of rows of V.
type executors map[int]*train.Executor

// padded returns the number of rows of the graph for a batch that reads so many rows of V. A graph
// is compiled once for each multiple of 64.
func padded(rows int) int { return (rows + 63) &^ 63 }

// network returns the network of a training for batches that read so many rows of V.
func (t *trainer) network(rows int) train.Network {
	d := declared{gamma: t.c.Gamma, n: float64(t.g.N()), scale: t.c.Scale, exact: t.oneStep == nil}
	n := train.Network{Loss: d.loss, Weights: []shapes.Shape{shapes.Make(dtypes.Float64, padded(rows), t.c.Dim)}}
	for _, w := range t.net.weights {
		n.Weights = append(n.Weights, shapes.Make(dtypes.Float64, w.raw.Rows, w.raw.Cols))
	}
	return n
}

// close frees the device memory of the training.
func (t *trainer) close() {
	for _, e := range t.graphs {
		e.Close()
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

// byGraph returns the gradient of the rows x, by a GoMLX graph, and stores that of the matrices in
// t.weights.
func (t *trainer) byGraph(x blas64.General) (blas64.General, error) {
	n := padded(x.Rows)
	e, opened := t.graphs[n]
	if !opened {
		var err error
		if e, err = t.network(x.Rows).On(""); err != nil {
			return x, err
		}
		t.graphs[n] = e
	}
	all, dX := general(n, t.c.Dim), general(n, t.c.Dim)
	copy(all.Data, x.Data)
	weights, into := []any{all.Data}, []any{dX.Data}
	for l, w := range t.net.weights {
		weights, into = append(weights, w.raw.Data), append(into, t.weights[l])
	}
	_, err := e.Gradient(weights, into, t.inputs()...)
	return dX, err
}
