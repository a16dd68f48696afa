package allpairs

import (
	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/models/learn/vector"
)

// Weights are those of the terms of a binary cross-entropy: of a pair of nodes
// that are linked, of one that are not, and of a node with itself, taken for
// linked and for not.
type Weights struct {
	Linked, Unlinked         float64
	LoopLinked, LoopUnlinked float64
}

// CrossEntropy returns the loss of all pairs of the nodes of an undirected graph
// with the given edges. It adds the loss's gradient to dz and returns the
// derivative by the bias.
func (d *Decoder) CrossEntropy(z vector.Matrix, bias float64, edges []graph.Edge, w Weights, dz vector.Matrix) (loss, dbias float64) {
	loss, dbias = d.Unlinked(z, bias, w.Unlinked, dz)
	more := func(pairs []graph.Edge, linked, unlinked float64) {
		l, b := d.Pairs(z, bias, pairs, linked, unlinked, dz)
		loss, dbias = loss+l, dbias+b
	}
	more(edges, w.Linked, -w.Unlinked)
	if w.LoopLinked != 0 || w.LoopUnlinked != 0 {
		loops := make([]graph.Edge, z.Rows)
		for u := range loops {
			loops[u] = graph.Edge{U: int32(u), V: int32(u)}
		}
		more(loops, w.LoopLinked, w.LoopUnlinked)
	}
	return loss, dbias
}
