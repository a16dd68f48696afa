package allpairs

import (
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/models/learn/sparse"
	"github.com/graphdp/graphdp/models/learn/train"
	"github.com/graphdp/graphdp/models/learn/vector"
)

// Config is how an autoencoder is built and trained.
type Config struct {
	Hidden, Latent int        // widths of the encoder's layers
	Loops          bool       // whether Â has the nodes' loops
	Variational    bool       // whether codes are drawn, with their means and deviations
	Divergence     float64    // weight of their divergence from N(0, I)
	Weights        Weights    // of the pairs of nodes
	Adam           train.Adam // the optimiser
}

// Paper returns the setting of [VGAE16] for a graph: 32 and 16 units, rate 0.01.
func Paper(g *graph.Graph, variational bool) Config {
	n := float64(g.N())
	return Config{
		Hidden: 32, Latent: 16, Loops: true, Variational: variational, Divergence: 1 / (n * n),
		Weights: VGAE(g.N(), g.M()), Adam: train.DefaultAdam(0.01),
	}
}

// Autoencoder is a graph autoencoder at some point of its training.
type Autoencoder struct {
	config  Config
	encoder *Encoder
	decoder Decoder
	edges   []graph.Edge
	rng     *rand.Rand

	steps        int
	w0, w1       *train.Moments[float32]
	codes, noise vector.Matrix // drawn, and the normal numbers that they were drawn with
	dcodes, dout vector.Matrix
}

// New returns an autoencoder of an undirected graph, of its nodes' attributes if
// there are any. It draws the first weights and all codes from rng.
func New(g *graph.Graph, attributes *graph.Attributes, c Config, rng *rand.Rand) (*Autoencoder, error) {
	switch {
	case g == nil || g.N() < 2:
		return nil, fmt.Errorf("allpairs: no graph, or one without pairs of nodes")
	case g.Directed():
		return nil, fmt.Errorf("allpairs: the graph is directed")
	case rng == nil:
		return nil, fmt.Errorf("allpairs: no source of random numbers")
	case c.Hidden < 1 || c.Latent < 1:
		return nil, fmt.Errorf("allpairs: %d hidden units and codes of %d, want at least 1", c.Hidden, c.Latent)
	case !(c.Divergence >= 0) || math.IsInf(c.Divergence, 1):
		return nil, fmt.Errorf("allpairs: a divergence of weight %v", c.Divergence)
	}
	for _, w := range []float64{c.Weights.Linked, c.Weights.Unlinked, c.Weights.LoopLinked, c.Weights.LoopUnlinked} {
		if !(w >= 0) || math.IsInf(w, 1) {
			return nil, fmt.Errorf("allpairs: pairs of weight %v", w)
		}
	}
	if err := c.Adam.Check(); err != nil {
		return nil, fmt.Errorf("allpairs: %w", err)
	}
	var features *sparse.Matrix
	if attributes != nil {
		features = sparse.Attributes(attributes)
	}
	out := c.Latent
	if c.Variational {
		out *= 2 // means, then ln σ
	}
	encoder, err := NewEncoder(sparse.Normalised(g, c.Loops), features, c.Hidden, out, rng)
	if err != nil {
		return nil, err
	}
	a := &Autoencoder{
		config: c, encoder: encoder, rng: rng,
		w0: train.NewMoments[float32](c.Adam, len(encoder.W0.Data)), w1: train.NewMoments[float32](c.Adam, len(encoder.W1.Data)),
		dcodes: vector.New(g.N(), c.Latent), dout: vector.New(g.N(), out),
	}
	for u, v := range g.Edges() {
		a.edges = append(a.edges, graph.Edge{U: u, V: v})
	}
	if c.Variational {
		a.codes, a.noise = vector.New(g.N(), c.Latent), vector.New(g.N(), c.Latent)
	}
	return a, nil
}

// Loss is the loss of a step, and its two parts.
type Loss struct{ CrossEntropy, Divergence float64 }

// Total returns what is minimised.
func (l Loss) Total() float64 { return l.CrossEntropy + l.Divergence }

// Step takes one step on the whole graph and returns the loss before it. A loss
// that is not finite is an error, and leaves the weights as they were.
func (a *Autoencoder) Step() (Loss, error) {
	loss, dw0, dw1 := a.gradient()
	if total := loss.Total(); math.IsNaN(total) || math.IsInf(total, 0) {
		return loss, fmt.Errorf("allpairs: the loss is %v in step %d: try a smaller rate than %v", total, a.steps+1, a.config.Adam.Rate)
	}
	a.steps++
	a.w0.Step(a.encoder.W0.Data, dw0.Data, 1)
	a.w1.Step(a.encoder.W1.Data, dw1.Data, 1)
	return loss, nil
}

// gradient returns the loss and its gradients by both matrices of weights.
func (a *Autoencoder) gradient() (loss Loss, dw0, dw1 vector.Matrix) {
	out, latent := a.encoder.Forward(), a.config.Latent
	clear(a.dcodes.Data)
	if !a.config.Variational {
		loss.CrossEntropy, _ = a.decoder.CrossEntropy(out, 0, a.edges, a.config.Weights, a.dcodes)
		dw0, dw1 = a.encoder.Backward(a.dcodes)
		return loss, dw0, dw1
	}
	mean, logSigma := out.Columns(0, latent), out.Columns(latent, 2*latent)
	Draw(a.codes, mean, logSigma, a.noise, a.rng)
	loss.CrossEntropy, _ = a.decoder.CrossEntropy(a.codes, 0, a.edges, a.config.Weights, a.dcodes)
	clear(a.dout.Data)
	dmean, dlogSigma := a.dout.Columns(0, latent), a.dout.Columns(latent, 2*latent)
	Drawn(a.dcodes, logSigma, a.noise, dmean, dlogSigma)
	loss.Divergence = Divergence(mean, logSigma, a.config.Divergence, dmean, dlogSigma)
	dw0, dw1 = a.encoder.Backward(a.dout)
	return loss, dw0, dw1
}

// Codes returns the nodes' codes, or their means, one after another.
func (a *Autoencoder) Codes() []float32 {
	out := a.encoder.Forward().Columns(0, a.config.Latent)
	codes := vector.New(out.Rows, out.Cols)
	for u := range out.Rows {
		copy(codes.Row(u), out.Row(u))
	}
	return codes.Data
}

// VGAE returns the weighted mean over the N² entries of A + I of [VGAE16]: entries
// of 1 weigh (N²-2m)/2m times as much as those of 0, m the number of edges, and
// the whole N²/2(N²-2m) times.
func VGAE(nodes, edges int) Weights {
	entries, ones := float64(nodes)*float64(nodes), 2*float64(edges)
	w := 1 / (2 * (entries - ones))
	linked := w * (entries - ones) / max(ones, 1)
	return Weights{Linked: 2 * linked, Unlinked: 2 * w, LoopLinked: linked}
}
