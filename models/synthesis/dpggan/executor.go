package dpggan

import (
	"slices"
	"sync"

	"github.com/gomlx/gomlx/core/tensors"
	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/models/learn/backend"
	"github.com/graphdp/graphdp/models/learn/train"
	"github.com/graphdp/graphdp/models/learn/vector"
)

// executor runs a network as a GoMLX graph. After an error it does not run again.
type executor struct {
	*train.Executor
	asked, graph bool  // whether networks run as graphs
	fixed        []any // constant inputs
	err          error
}

// open opens the network on the first step and reports whether [executor.run] runs it. If not, its
// kernel does.
func (x *executor) open(network func() (train.Network, []any)) bool {
	if x.asked {
		return x.graph
	}
	x.asked = true
	x.graph, x.err = backend.Graphs()
	if x.graph {
		var n train.Network
		n, x.fixed = network()
		x.Executor, x.err = n.Open()
	}
	x.graph = x.graph || x.err != nil // run returns the error
	return x.graph
}

// running admits one step at a time, since a step uses all cores.
var running sync.Mutex

// run returns the loss and its gradients with respect to the weights.
func (x *executor) run(weights [][]float32, more ...any) (loss float64, gradients [][]float32, err error) {
	running.Lock()
	defer running.Unlock()
	if x.err != nil {
		return 0, nil, x.err
	}
	var w, g []any
	for _, list := range weights {
		gradients = append(gradients, make([]float32, len(list)))
		w, g = append(w, list), append(g, gradients[len(gradients)-1])
	}
	loss, x.err = x.Gradient(w, g, slices.Concat(x.fixed, more)...)
	return loss, gradients, x.err
}

// matrix returns rows as an input.
func matrix(m vector.Matrix) any { return tensors.FromFlatDataAndDimensions(m.Data, m.Rows, m.Cols) }

// ones returns as an input a row of n numbers that are 1 at the given places and 0 elsewhere.
func ones(n int, places ...int32) any {
	row := make([]float32, n)
	for _, i := range places {
		row[i] = 1
	}
	return matrix(vector.Dense(row, n))
}

// ends returns the ends of pairs as inputs, both [p, 1].
func ends(pairs []graph.Edge) (u, v any) {
	from, to := make([]int32, len(pairs)), make([]int32, len(pairs))
	for i, e := range pairs {
		from[i], to[i] = e.U, e.V
	}
	return tensors.FromFlatDataAndDimensions(from, len(from), 1), tensors.FromFlatDataAndDimensions(to, len(to), 1)
}
