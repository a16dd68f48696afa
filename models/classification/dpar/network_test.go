package dpar

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/graphdp/graphdp/data"
	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/models/learn/train/networktest"
	"github.com/graphdp/graphdp/models/learn/vector"
)

// point returns a model's network on examples, with the results of the kernel.
func point(m *Model, x *graph.Attributes, b batch, examples []example) (p networktest.Point, kernel func()) {
	gradient, sum := make([]float32, len(m.Weights)), newUnclipped(m, x)
	kernel = func() {
		for _, e := range examples {
			sum.add(e)
		}
		sum.take(gradient)
	}
	kernel()
	p = networktest.Point{Network: m.network(), Weights: m.layers(m.Weights), Inputs: b.inputs(m, x, examples), Gradients: m.layers(gradient)}
	for _, e := range examples {
		p.Loss += m.lossOf(x, e)
	}
	return p, kernel
}

// lossOf is the cross-entropy of an example.
func (m *Model) lossOf(x *graph.Attributes, e example) float64 {
	z := make([]float64, m.Classes)
	for k, u := range e.nodes {
		var o output
		m.forward(x, u, &o)
		for i, h := range o.logits {
			z[i] += e.weights[k] * h
		}
	}
	vector.Softmax(z)
	return -math.Log(z[e.class])
}

// [DPAR24] Eq. 1, declared and as kernels.
func TestTheKernelComputesTheGraph(t *testing.T) {
	rng := rand.New(rand.NewPCG(24, 1))
	for trial := range 2 {
		net := randomNetwork(t, rng, 12, 4, 7, false)
		m := randomModel(rng, 7, 4, 3)
		m.Unit = trial%2 == 0
		var examples []example
		for i, row := range uniform(rng, 6, 3, 12) {
			row.Values[0] = rng.NormFloat64()
			examples = append(examples, example{row.Nodes, row.Values, int32(i % 3)})
		}
		p, _ := point(m, net.Attrs, batch{8, 12}, examples) // places for two more roots
		networktest.Agree(t, p, 1e-5)
	}
}

func BenchmarkGradient(b *testing.B) {
	for _, name := range []string{"cora-ml", "coauthor-cs"} {
		d, err := data.Load(name)
		if err != nil {
			b.Skip(err)
		}
		for _, c := range []Unprotected{NonPrivate.Settings, NonPrivateTuned.Settings} {
			rng, n := rand.New(rand.NewPCG(1, 1)), d.Graph.N()
			m := &Model{Columns: d.Attrs.Cols(), Hidden: c.Hidden, Classes: max(len(d.Classes), d.Entry.Classes), Unit: c.Unit}
			m.initial(rng)
			var examples []example
			for i, row := range uniform(rng, c.Batch, c.Keep, n) {
				examples = append(examples, example{row.Nodes, row.Values, d.Labels[i]})
			}
			p, kernel := point(m, d.Attrs, c.batch(n), examples)
			b.Run(fmt.Sprintf("%s/batch %d", name, c.Batch), func(b *testing.B) { networktest.Benchmark(b, p, kernel) })
		}
	}
}
