package dpgs

import (
	"testing"

	"github.com/graphdp/graphdp/data"
	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/gen"
	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/models/estimate/aggregate"
	"github.com/graphdp/graphdp/models/learn/sparse"
	"github.com/graphdp/graphdp/models/learn/train/networktest"
	"github.com/graphdp/graphdp/models/learn/vector"
)

// point returns a network at its weights, with the kernel's results.
func point(m *network, g *graph.Graph) (p networktest.Point, kernel func()) {
	c := newCut(sparse.Normalised(g, false))
	n, inputs := declare(m, c)
	byP, gradient := vector.New(m.p.Rows, m.k), make([]float32, len(m.parameters))
	loss := m.step(c, byP, gradient)
	return networktest.Point{Network: n, Weights: m.layers(m.parameters), Inputs: inputs(), Loss: loss, Gradients: m.layers(gradient)},
		func() { m.step(c, byP, gradient) }
}

func TestTheKernelComputesTheGraph(t *testing.T) {
	r := source(3)
	for i, share := range []float64{0.08, 0.08, 0} { // the last graph has no edges
		g := must.Get(gen.GNP(40, share, r))(t)
		inputs := []vector.Matrix{vector.New(40, 5), vector.New(40, 5), vector.New(40, 5)}
		for _, x := range inputs {
			for i := range x.Data[5:] { // the first node has no features
				x.Data[5+i] = float32(r.NormFloat64())
			}
		}
		m := newNetwork(inputs, 6, 4, r)
		for j := range m.parameters {
			if i > 0 { // initial biases are 0, where the first node's ReLU inputs are 0
				m.parameters[j] += float32(0.1 * r.NormFloat64())
			}
		}
		p, _ := point(m, g)
		networktest.Agree(t, p, 1e-5)
	}
}

// Training gives the same clusters with the kernel and as a GoMLX graph.
func TestTrainingAsAGraph(t *testing.T) {
	net := blocks(t, 3, 40, 0.3, 0.01, 1)
	c := NonPrivatePublished.Settings
	c.Clusters, c.Dim, c.Width, c.Steps, c.Refined = 3, 16, 16, 50, 0.1
	var results []*Result
	for _, name := range []string{"kernels", "go"} {
		t.Setenv("GOMLX_BACKEND", name)
		r := must.Get(NonPrivatePublished.With(c).RunOn(t.Context(), net, 1))(t)
		results = append(results, r)
	}
	moved := 0
	for u, k := range results[0].Summary.Clusters {
		if results[1].Summary.Clusters[u] != k {
			moved++
		}
	}
	if moved > 0 {
		t.Errorf("%d nodes are in other clusters", moved)
	}
}

func BenchmarkGradient(b *testing.B) {
	for _, name := range []string{"cora", "coauthor-cs"} {
		d, err := data.Load(name)
		if err != nil {
			b.Skip(err)
		}
		c, r := Published.Settings, source(1)
		rows := projection(d.Attrs, c.Dim, r)
		inputs := []vector.Matrix{vector.Dense(rows.Float32s(), c.Dim)}
		for h := range c.Hops {
			inputs = append(inputs, vector.Dense(aggregate.Unit(c.Dim, walks(rows, d.Graph, h+1)).Float32s(), c.Dim))
		}
		b.Run(name, func(b *testing.B) {
			p, kernel := point(newNetwork(inputs, c.Width, c.Clusters, r), d.Graph)
			networktest.Benchmark(b, p, kernel)
		})
	}
}
