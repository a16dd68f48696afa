package gcn

import (
	"math/rand/v2"
	"testing"

	"github.com/gomlx/gomlx/core/tensors"
	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/models/learn/train/networktest"
)

// point is the network of a task at its first weights, with one draw of dropout.
func point(t testing.TB, task Task, c Network) (networktest.Point, *fit) {
	t.Helper()
	f := newFit(task.width(), task.Classes, c, firstWeights(), 1)
	must.Do(t, f.begin(task))
	n, in := f.network(inputRows(task))
	loss := must.Get(f.gradient(rand.New(rand.NewPCG(2, 2))))(t)
	r := rand.New(rand.NewPCG(2, 2))
	f.drops(r)
	kept := make([]float32, len(f.data.hidden.Data))
	ones := make([]float32, len(kept))
	for i := range ones {
		ones[i] = 1
	}
	drop(r, kept, ones, c.Dropout)
	in.xs, in.kept = f.data.kept, tensors.FromFlatDataAndDimensions(kept, f.data.hidden.Rows, c.Hidden)
	return networktest.Point{Network: n, Weights: []any{f.w0.Data, f.w1.Data}, Inputs: in.list(), Loss: loss, Gradients: []any{f.w0.gradient, f.w1.gradient}}, f
}

func TestTheKernelComputesTheGraph(t *testing.T) {
	task := karate()
	for _, perceptron := range []bool{false, true} {
		task.Perceptron = perceptron
		p, _ := point(t, task, Paper())
		networktest.Agree(t, p, 1e-5)
	}
	p, _ := point(t, random(t), Paper())
	networktest.Agree(t, p, 1e-5)
}
