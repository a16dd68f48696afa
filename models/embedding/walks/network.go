package walks

import (
	. "github.com/gomlx/gomlx/core/graph" //lint:ignore ST1001 GoMLX's idiom for code that builds graphs
	"github.com/gomlx/gomlx/core/tensors"

	"github.com/graphdp/graphdp/models/learn/train"
	"github.com/graphdp/graphdp/models/learn/vector"
)

// network declares the loss of a batch, the sum of L(u,v) of [trainer]. The weights are the
// contexts' rows v of W_in, and the rows of W_out of each one's centre u and negatives. The input
// is 1 for each target that counts, and 0 for others.
func (t *trainer) network() train.Network {
	pairs, targets := t.most(), 1+t.Negatives
	return train.Network{
		Weights: train.Vectors([]int{pairs, t.in.Cols}, []int{pairs, targets, t.in.Cols}),
		Loss:    func(w, in []*Node) *Node { return ReduceAllSum(Mul(in[0], train.NegativeSampling(w[0], w[1]))) },
	}
}

// most returns the largest number of pairs in a batch.
func (t *trainer) most() int { return 2 * t.size }

// executed is the network of a training as a GoMLX graph. Batches are padded to most pairs.
type executed struct {
	*train.Executor
	x, y     vector.Matrix // rows of contexts and of targets
	byX, byY vector.Matrix // gradients of the loss with respect to them
}

// newExecuted returns an executed with buffers for a batch.
func (t *trainer) newExecuted(x *train.Executor) *executed {
	rows := func(n int) vector.Matrix { return vector.New(n, t.in.Cols) }
	n, targets := t.most(), t.most()*(1+t.Negatives)
	return &executed{x, rows(n), rows(targets), rows(n), rows(targets)}
}

// execute opens the network as a GoMLX graph, if networks run that way.
func (t *trainer) execute() error {
	x, err := t.network().Open()
	if x != nil {
		t.graph = t.newExecuted(x)
	}
	return err
}

// read gathers the rows of a batch, and returns which targets count.
func (x *executed) read(w *worker) any {
	count := make([]float32, x.y.Rows)
	for i, v := range w.contexts {
		copy(x.x.Row(i), w.in.Row(int(v)))
		of := w.of(i)
		for j, u := range of {
			at := i*len(of) + j
			copy(x.y.Row(at), w.out.Row(int(u)))
			if j == 0 || u != of[0] { // negatives equal to the centre are left out
				count[at] = 1
			}
		}
	}
	return tensors.FromFlatDataAndDimensions(count, x.x.Rows, 1+w.Negatives)
}

// step takes a step on a batch.
func (x *executed) step(w *worker, rate float32) error {
	counts := x.read(w)
	if _, err := x.Gradient([]any{x.x.Data, x.y.Data}, []any{x.byX.Data, x.byY.Data}, counts); err != nil {
		return err
	}
	for i, v := range w.contexts {
		vector.AddScaled(w.in.Row(int(v)), -rate, x.byX.Row(i))
	}
	for i, u := range w.targets {
		vector.AddScaled(w.out.Row(int(u)), -rate, x.byY.Row(i))
	}
	return nil
}
