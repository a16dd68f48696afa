package dpggan

import (
	"slices"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/models/learn/train"
	"github.com/graphdp/graphdp/models/learn/train/networktest"
	"github.com/graphdp/graphdp/models/learn/vector"
	"github.com/graphdp/graphdp/models/method/release"
	"github.com/graphdp/graphdp/models/synthesis/dpggan/allpairs"
)

// pointOf pairs a network with its kernel's results. Nil gradients are not compared.
func pointOf(n train.Network, fixed []any, weights [][]float32, loss float64, gradients [][]float32, more ...any) networktest.Point {
	p := networktest.Point{Network: n, Inputs: slices.Concat(fixed, more), Loss: loss}
	for i, w := range weights {
		p.Weights, p.Gradients = append(p.Weights, w), append(p.Gradients, nil)
		if gradients[i] != nil {
			p.Gradients[i] = slices.Clone(gradients[i])
		}
	}
	return p
}

// vaePoint is L_vae of a generator.
func vaePoint(g *generator) networktest.Point {
	loss, gradients, _ := g.gradient(new(allpairs.Decoder), random(2))
	n, fixed := g.network(declared.loss)
	return pointOf(n, fixed, g.trained(), loss, gradients, matrix(prior(g.nodes, g.Latent, random(2))))
}

// ganPoints are the losses of GGAN, of the discriminator and of the generator.
func ganPoints(p *pairOfNets) (judging, deceiving networktest.Point) {
	normal := matrix(prior(p.nodes, p.Latent, random(2)))
	loss, own := p.judgedByKernel(random(2))
	n, fixed := p.network(adversaries.ofDiscriminator)
	all := slices.Repeat([]float32{1}, p.nodes)
	judging = pointOf(n, fixed, p.weights(), loss, append([][]float32{own}, make([][]float32, 4)...), normal, matrix(vector.Dense(all, p.nodes)), float32(1))
	loss, gradients, _ := p.generatorLoss(random(2))
	n, fixed = p.network(adversaries.ofGenerator)
	return judging, pointOf(n, fixed, p.weights(), loss, append([][]float32{nil}, gradients...), normal)
}

// lively replaces zero initial biases.
func lively(parameters []float32) {
	rng := random(8)
	for i := range parameters {
		if parameters[i] == 0 {
			parameters[i] = float32(rng.NormFloat64() / 4)
		}
	}
}

func TestTheKernelOfGVAEComputesTheGraph(t *testing.T) {
	c := NonPrivate.Settings.Net
	for _, n := range []int{37, 300} { // pairs one by one, and in blocks
		c.Bias = n < 300
		c.Diagonal = !c.Bias
		of := sample(t, n, 2*n)
		g := newGenerator(of, c, -0.5, random(1))
		lively(g.decoder.parameters)
		networktest.Agree(t, vaePoint(g), 1e-5)
		sum, loss, encoder, err := g.batchGradient(of, []int32{5}, 1e9, random(2))
		if err != nil {
			t.Fatal(err)
		}
		d, fixed := g.network(declared.ofNode)
		last := len(g.decoder.parameters)
		gradients := slices.Concat(encoder, [][]float32{sum[:last], sum[last:]})
		networktest.Agree(t, pointOf(d, fixed, g.trained(), loss, gradients, matrix(prior(n, c.Latent, random(2))), ones(n, 5), ones(n, of.Neighbors(5)...)), 1e-5)
	}
}

func TestTheKernelOfGGANComputesTheGraph(t *testing.T) {
	const n = 60
	p := newPairOfNets(sample(t, n, 2*n), NonPrivateGAN.Settings.Net, 0.7, -0.5, random(5))
	lively(p.discriminator.head.parameters)
	lively(p.decoder.parameters)
	judging, deceiving := ganPoints(p)
	networktest.Agree(t, judging, 1e-5)
	networktest.Agree(t, deceiving, 2e-5)
	own := must.Get(p.nodeGradients([]int32{5}, random(2)))(t)
	// The part of one node, as it is clipped.
	end := len(judging.Inputs)
	judging.Inputs[end-2], judging.Inputs[end-1], judging.Gradients[0] = ones(n, 5), 1/float32(n), own[0]
	networktest.Agree(t, judging, 1e-5)
}

func TestTheKernelOfTheAuthorsCodeComputesTheGraph(t *testing.T) {
	for _, adversary := range []float64{0, 0.1} {
		m := codedOf(t, sample(t, 11, 16))
		if m.Adversary = adversary; adversary == 0 {
			m.discriminator = nil
		}
		g := must.Get(m.gradient(1e9, random(8)))(t)
		var gradients [][]float32
		for l := range m.layers {
			var all []float32
			for i := range m.nodes {
				all = append(all, clippedProducts(g.rows[l].RowsOf(i, i+1), g.slopes[l].RowsOf(i, i+1), 1e9).Data...)
			}
			gradients = append(gradients, all)
		}
		n, fixed := m.network()
		near, average := m.draw(random(8))
		networktest.Agree(t, pointOf(n, fixed, m.weights(), g.loss, append(gradients, g.discriminator), near, average), 1e-5)
	}
}

// If GOMLX_BACKEND is set, modes train by GoMLX graphs, also on graphs without edges, and release
// the same graphs.
func TestTrainingByGraphs(t *testing.T) {
	c := &graph.Collection{Graphs: []*graph.Network{small(t, 1), small(t, 3), {Graph: sample(t, 50, 90)}, small(t, 2, graph.Edge{U: 0, V: 1})}}
	for _, m := range Method.Modes {
		var drawn [2]release.Graphs
		for i, backend := range []string{"kernels", "go"} {
			t.Setenv("GOMLX_BACKEND", backend)
			o, _, err := run(t, m, c)
			if err != nil {
				t.Fatalf("%s on %s: %v", m.Name, backend, err)
			}
			drawn[i] = o.Release.(release.Graphs)
		}
		for i, w := range drawn[0].Graphs {
			if !w.Graph.Equal(drawn[1].Graphs[i].Graph) {
				t.Errorf("%s: graph %d has %d edges, and %d by a graph", m.Name, i, w.Graph.M(), drawn[1].Graphs[i].Graph.M())
			}
		}
	}
}
