package dpggan

import (
	"math"
	"testing"

	"github.com/graphdp/graphdp/gdp/claim"
	"github.com/graphdp/graphdp/gdp/graph"
	"github.com/graphdp/graphdp/models/train/vector"
)

// hub returns node 0 joined to 2 … n-1, and node 1 to node 2, and to 0 if told to.
func hub(t *testing.T, n int, joined bool) *graph.Graph {
	t.Helper()
	edges := []graph.Edge{{U: 1, V: 2}}
	if joined {
		edges = append(edges, graph.Edge{U: 0, V: 1})
	}
	for v := int32(2); v < int32(n); v++ {
		edges = append(edges, graph.Edge{U: 0, V: v})
	}
	g, _, err := graph.FromEdges(n, edges, graph.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// clippedSum is the sum over all nodes of the clipped gradients of a decoder of two ReLU layers
// that are the identity, without biases, in the worlds of the test below.
func clippedSum(t *testing.T, of *graph.Graph, clip float64) []float32 {
	t.Helper()
	c := paper()
	c.Hidden, c.Latent, c.Inner, c.Width, c.Diagonal = 2, 2, 2, 2, false
	g, err := newGenerator(of, c, 0, random(1))
	if err != nil {
		t.Fatal(err)
	}
	clear(g.encoder.W0.Data)
	for u := range g.nodes {
		g.encoder.W0.Row(u)[0] = 1
	}
	g.encoder.W0.Row(1)[0], g.encoder.W0.Row(1)[1] = 0, 1e4
	clear(g.encoder.W1.Data)
	for k := range 2 {
		g.encoder.W1.Row(k)[k] = 5 // z = 5 At ReLU(At W0); the columns of ln σ stay 0 and are not used
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
		masked(df.Data, f.Data) // the last layer has a ReLU here
		g.decoder.backward(way, df, own)
		clear(own[4:6])
		clear(own[10:12])
		clipped(sum, own, clip)
	}
	return sum
}

// One edge moves the sum of the clipped gradients by 242 clips on 177 nodes, and by more
// on more: it moves the codes of all neighbours of its ends, and each has a gradient.
func TestClippingByNodeBoundsNoEdge(t *testing.T) {
	claim.Fails(t, "dpggan", "Eq. 5: clipping each node's gradient to norm C bounds what one edge moves by C (242 C on 177 nodes: G1)")
	const clip = 5
	for n, want := range map[int]float64{13: 13.47, 50: 65.55, 177: 242.28} {
		a, b := clippedSum(t, hub(t, n, false), clip), clippedSum(t, hub(t, n, true), clip)
		square := 0.0
		for k := range a {
			square += math.Pow(float64(a[k]-b[k]), 2)
		}
		ratio := math.Sqrt(square) / clip
		t.Logf("N = %d: %.3f", n, ratio)
		if math.Abs(ratio-want) > 0.005*want {
			t.Errorf("N = %d: one edge moves the sum by %.3f C, want %.2f", n, ratio, want)
		}
	}
}
