package dpgnn

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/graphdp/graphdp/data"
	"github.com/graphdp/graphdp/models/classification/classificationtest"
	"github.com/graphdp/graphdp/models/learn/train/networktest"
	"github.com/graphdp/graphdp/models/learn/vector"
)

// point is the network of a training on some roots, with what the kernel computes there.
func point(f *fit, roots []int32) networktest.Point {
	gradient := make([]float32, len(f.sum))
	_ = f.gradient(roots, gradient) // nothing fails on the kernel
	p := networktest.Point{Network: f.model.network(), Weights: f.model.layers(f.model.Weights), Inputs: f.inputs(roots), Gradients: f.model.layers(gradient)}
	for _, u := range roots {
		f.example(u, func([][]float64) {
			vector.Softmax(f.state.logit)
			p.Loss -= math.Log(f.state.logit[f.net.Labels[u]])
		})
	}
	return p
}

func TestTheKernelComputesTheGraph(t *testing.T) {
	net := classificationtest.Blocks(60, 0.05, 0.005, 0.66, 1)
	net.Labels[3] = -1
	r := rand.New(rand.NewPCG(1, 1))
	var nodes []int32
	for u := range int32(60) {
		nodes = append(nodes, u)
	}
	model := modelOf(net.Attrs.Cols(), 5, 2)
	model.initial(r)
	networktest.Agree(t, point(newFit(Published.Settings, model, net, nodes, r), nodes), 1e-5)
}

func BenchmarkGradient(b *testing.B) {
	for _, name := range []string{"cora-ml", "coauthor-cs"} {
		d, err := data.Load(name)
		if err != nil {
			b.Skip(err)
		}
		c, r := Published.Settings, rand.New(rand.NewPCG(1, 1))
		model := modelOf(d.Attrs.Cols(), c.Latent, max(len(d.Classes), d.Entry.Classes))
		model.initial(r)
		var nodes []int32
		for u := range int32(d.Graph.N()) {
			nodes = append(nodes, u)
		}
		f, roots := newFit(c, model, &d.Network, nodes, r), nodes[:c.Batch]
		b.Run(name, func(b *testing.B) {
			p := point(f, roots)
			networktest.Benchmark(b, p, func() { _ = f.gradient(roots, make([]float32, len(f.sum))) })
		})
	}
}
