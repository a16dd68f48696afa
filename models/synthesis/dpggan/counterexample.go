package dpggan

import (
	"fmt"
	"math/rand/v2"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/models/learn/vector"
)

// Counterexample is a pair of neighbouring graphs and a model for which the clip of [DPGGAN21] Eq.
// 5 does not bound the effect of an edge (docs/papers/dpggan.md, G1).
type Counterexample struct {
	Without, With *graph.Graph // with the edge between nodes 0 and 1
	Moved         float64      // norm of the edge's effect on the sum of clipped gradients, over the clip
}

// ClipCounterexample returns the pair with n nodes, 3 to 1000. Node 0 is joined to all nodes but 1,
// and node 1 to 2. Codes are z = 5 Ã ReLU(Ã W), where W has the row (1, 0) for each node but (0,
// 10⁴) for node 1, and both layers of the decoder are the identity with a ReLU.
func ClipCounterexample(n int) (*Counterexample, error) {
	if n < 3 || n > 1000 {
		return nil, fmt.Errorf("dpggan: a counterexample of %d nodes, want 3 to 1000", n)
	}
	edges := []graph.Edge{{U: 1, V: 2}}
	for v := int32(2); v < int32(n); v++ {
		edges = append(edges, graph.Edge{U: 0, V: v})
	}
	x := new(Counterexample)
	var err error
	if x.Without, _, err = graph.FromEdges(n, edges, graph.Options{}); err != nil {
		return nil, err
	}
	if x.With, _, err = graph.FromEdges(n, append(edges, graph.Edge{U: 0, V: 1}), graph.Options{}); err != nil {
		return nil, err
	}
	const clip = 5
	moved := clippedSum(x.With, clip)
	vector.AddScaled(moved, -1, clippedSum(x.Without, clip))
	x.Moved = length(moved) / clip
	return x, nil
}

// clippedSum returns the sum over nodes of the clipped gradients of the counterexample's decoder,
// which has no biases.
func clippedSum(of *graph.Graph, clip float64) []float32 {
	c := paper()
	c.Hidden, c.Latent, c.Inner, c.Width, c.Diagonal = 2, 2, 2, 2, false
	g := newGenerator(of, c, 0, rand.New(rand.NewPCG(1, 21)))
	clear(g.encoder.W0.Data)
	for u := range g.nodes {
		g.encoder.W0.Row(u)[0] = 1
	}
	g.encoder.W0.Row(1)[0], g.encoder.W0.Row(1)[1] = 0, 1e4
	clear(g.encoder.W1.Data)
	for k := range 2 {
		g.encoder.W1.Row(k)[k] = 5 // the columns of ln σ stay 0 and unused
	}
	copy(g.decoder.parameters, []float32{1, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0})
	mean := g.encoder.Forward().Columns(0, 2)
	z := vector.New(g.nodes, 2)
	for u := range g.nodes {
		copy(z.Row(u), mean.Row(u))
	}
	f, way := g.decoder.forward(z)
	sum := make([]float32, len(g.decoder.parameters))
	for i := range g.nodes {
		df, own := vector.New(f.Rows, f.Cols), make([]float32, len(sum))
		g.row(i, of.Neighbors(int32(i)), f, df)
		vector.Rectified(f.Data, df.Data) // the last layer has a ReLU here
		g.decoder.backward(way, df, own)
		clear(own[4:6])
		clear(own[10:12])
		clipped(sum, own, clip)
	}
	return sum
}
