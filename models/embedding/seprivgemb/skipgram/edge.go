package skipgram

import (
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/graphdp/graphdp/data/graph"
)

// Edge is an undirected edge and the weights of its loss. Under edge-level
// privacy a weight may depend on this edge and on earlier releases alone.
type Edge struct {
	U, V    int32
	Forward float32 // weight of the half whose centre is U
	Back    float32 // weight of the half whose centre is V; 0 leaves a half out
}

// Edges lists the edges of an undirected graph, both halves with weight 1.
func Edges(g *graph.Graph) ([]Edge, error) {
	if g.Directed() {
		return nil, fmt.Errorf("skipgram: the graph is directed")
	}
	list := make([]Edge, 0, g.M())
	for u, v := range g.Edges() {
		list = append(list, Edge{u, v, 1, 1})
	}
	return list, nil
}

// check returns an error unless the edge fits tables for that many nodes.
func (e Edge) check(nodes int) error {
	if e.U < 0 || int(e.U) >= nodes || e.V < 0 || int(e.V) >= nodes || e.U == e.V {
		return fmt.Errorf("skipgram: no edge between nodes %d and %d of %d", e.U, e.V, nodes)
	}
	for _, w := range []float32{e.Forward, e.Back} {
		if !(w >= 0) || math.IsInf(float64(w), 1) {
			return fmt.Errorf("skipgram: an edge of weight %v", w)
		}
	}
	return nil
}

// Uniform fills dst with nodes drawn uniformly, with repetition.
func Uniform(dst []int32, nodes int, rng *rand.Rand) {
	for i := range dst {
		dst[i] = int32(rng.Uint32N(uint32(nodes)))
	}
}
