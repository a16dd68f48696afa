package dpgnn

import (
	"slices"

	. "github.com/gomlx/gomlx/core/graph" //lint:ignore ST1001 GoMLX's idiom for code that builds graphs
	"github.com/gomlx/gomlx/core/tensors"
	"github.com/graphdp/graphdp/models/learn/train"
)

// loss returns the summed cross-entropy of the roots of subgraphs: [DPGNN21] §3, with the layers of
// the authors' code. The weights are matrix and bias of encoder, core and decoder. The inputs are
// the features X of nodes, the weights A of nodes in each subgraph's mean, and the roots' classes,
// -1 for none.
//
// Private steps clip each part of a subgraph's gradient, and run on the kernel [Model.backward]
// only. A graph with all weights of each subgraph took ten times as long in pure Go (Cora-ML,
// observed once, not recorded).
func loss(w, in []*Node) *Node {
	x, shares, class := in[0], in[1], in[2]
	affine := func(x *Node, layer int) *Node { return Add(MatMul(x, w[2*layer]), ExpandAxes(w[2*layer+1], 0)) }
	mean := MatMul(shares, Tanh(affine(x, 0)))
	z := affine(Add(mean, Tanh(affine(mean, 1))), 2)
	return ReduceAllSum(train.CrossEntropy(z, class))
}

// network returns the network with its loss.
func (m *Model) network() train.Network {
	var dims [][]int
	for _, d := range [][2]int{{m.Columns, m.Latent}, {m.Latent, m.Latent}, {m.Latent, m.Classes}} {
		dims = append(dims, d[:], d[1:])
	}
	return train.Network{Weights: train.Vectors(dims...), Loss: loss}
}

// layers splits weights, or a gradient, into parts.
func (m *Model) layers(all []float32) (list []any) {
	for _, part := range parts(m, all) {
		list = append(list, part)
	}
	return list
}

// inputs returns the inputs of a step on the subgraphs of the roots. Nodes are padded to multiples
// of 256, so that few shapes are compiled.
func (f *fit) inputs(roots []int32) []any {
	m, nodes := f.model, 0
	for _, u := range roots {
		nodes += 1 + len(f.lists[u])
	}
	nodes = (nodes + 255) / 256 * 256
	x, shares := make([]float32, nodes*m.Columns), make([]float32, len(roots)*nodes)
	class, at := slices.Repeat([]int32{-1}, len(roots)), 0
	for i, u := range roots {
		if c := f.net.Labels[u]; int(c) < m.Classes {
			class[i] = c
		}
		for _, v := range append([]int32{u}, f.lists[u]...) {
			columns, values := f.net.Attrs.Row(v)
			for k, c := range columns {
				x[at*m.Columns+int(c)] = values[k]
			}
			shares[i*nodes+at] = 1 / float32(1+len(f.lists[u]))
			at++
		}
	}
	return []any{tensors.FromFlatDataAndDimensions(x, nodes, m.Columns), tensors.FromFlatDataAndDimensions(shares, len(roots), nodes), class}
}
