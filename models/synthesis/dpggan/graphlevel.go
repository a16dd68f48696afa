package dpggan

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/graphdp/graphdp/accounting"
	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/gen"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/learn/train"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/checkpoint"
	"github.com/graphdp/graphdp/models/synthesis/dpggan/allpairs"
)

// GraphDecoder trains one decoder on all graphs of a collection, for relations of whole graphs.
// Each graph is in a step's sample with probability q and adds a gradient that is clipped once. The
// number of graphs and their sizes are private.
type GraphDecoder struct {
	Net
	Graphs     int     `range:"[1,2^24]"`   // K0, number of new graphs; a step divides by q K0. It is public: never use the number of private graphs
	MostNodes  int     `range:"[2,2^20]"`   // most nodes of a new graph; larger graphs count in the last band
	Steps      int     `range:"[1,2^24]"`   // T
	SampleRate float64 `range:"(1e-9,1]"`   // q
	Clip       float64 `range:"(1e-9,1e6]"` // C, of a graph's gradient
	ShapeShare float64 `range:"(0,1)"`      // share of ε for the sizes and mean degrees of graphs
}

// UniformGraphs is the null control for relations of whole graphs: it spends the whole budget on
// sizes and mean degrees and draws uniform graphs with them.
type UniformGraphs struct {
	Graphs    int `range:"[1,2^24]"` // public number of new graphs
	MostNodes int `range:"[2,2^20]"` // most nodes of a new graph; larger graphs count in the last band
}

// plan calibrates the noise of the steps to the budget that the shapes leave.
func (c GraphDecoder) plan(s *gdp.Session) (gdp.Plan, gdp.Epsilon, error) {
	p := gdp.Plan{
		Label: "graphs' gradients", Steps: c.Steps, Sampling: gdp.Poisson{Rate: c.SampleRate}, Sensitivity: gdp.L2(c.Clip),
		Divisor: c.SampleRate * float64(c.Graphs),
		Basis:   gdp.Proof{Doc: "proofs/dpggan.md#graphs", Test: "TestOneGraphMovesAStepByOneClip"},
	}
	b, bound := s.Budget(), shapeBound(s.Relation())
	if b.Delta == 0 {
		return p, 0, fmt.Errorf("dpggan: the budget %v: %w", b, gdp.ErrDelta)
	}
	eps := b.Epsilon * gdp.Epsilon(c.ShapeShare)
	multiplier, err := accounting.CalibrateNoise(s.Accountant(), b, func(m float64) accounting.Event {
		p.Multiplier = m
		steps, _ := p.Event(s) // nil, and refused, if the multiplier is out of range
		return accounting.Compose{accounting.DiscreteLaplace{Scale: float64(bound) / float64(eps), Sensitivity: int(bound)}, steps}
	})
	if err != nil {
		return p, 0, fmt.Errorf("dpggan: %w", err)
	}
	p.Multiplier = multiplier
	return p, eps, nil
}

// named returns the sizes of graphs, and for each graph a name for its random stream that depends
// on its content, not on its index. If streams depended on the index, removing a graph would change
// the randomness of all later graphs. Equal graphs are numbered.
func named(graphs []*graph.Network) (k known, err error) {
	alike := map[string]int{}
	for _, w := range graphs {
		sum, err := checkpoint.Checksum(&graph.Collection{Graphs: []*graph.Network{w}})
		if err != nil {
			return k, fmt.Errorf("dpggan: %w", err)
		}
		k.sizes, k.names = append(k.sizes, w.Graph.N()), append(k.names, fmt.Sprintf("graph %s %d", sum, alike[sum]))
		alike[sum]++
	}
	return k, nil
}

// runGraphDecoder trains one decoder on samples of graphs and draws new graphs: [GraphLevel].
func runGraphDecoder(ctx context.Context, s *gdp.Session, c GraphDecoder, w *method.Watch) (*Result, error) {
	type GraphLevel GraphDecoder // the streams' and the journal's key
	return checkpoint.Once(ctx, s, "dpggan", GraphLevel(c), w, func(run *checkpoint.Run) (*Result, error) {
		s := run.Session()
		plan, eps, err := c.plan(s)
		if err != nil {
			return nil, err
		}
		counts := askShapes(s.Relation(), c.MostNodes, eps)
		if err := run.Reserve(counts, plan); err != nil {
			return nil, err
		}
		noisy, err := counts.Draw(s)
		if err != nil {
			return nil, err
		}
		t, err := run.Train(plan)
		if err != nil {
			return nil, err
		}
		x, err := newShared(c.Net, t.Data().Graphs(), run.Stream)
		if err != nil {
			return nil, err
		}
		if err := run.Steps(ctx, c.Steps, x.values(), func(int) error { return x.step(t) }); err != nil {
			return nil, err
		}
		return newGraphs(run, c.Graphs, c.MostNodes, noisy, eps, func(nodes, edges int, draws *rand.Rand) (*graph.Graph, error) {
			return x.draw(nodes, c.Latent, edges, draws)
		})
	})
}

// newGraphs draws graphs with sizes and mean degrees from the noisy shapes.
func newGraphs(run *checkpoint.Run, graphs, most int, noisy []int64, eps gdp.Epsilon, draw func(nodes, edges int, draws *rand.Rand) (*graph.Graph, error)) (*Result, error) {
	r, draws := new(Result), run.Stream("new graphs")
	like := shapesOf(noisy, most, float64(shapeBound(run.Session().Relation()))/float64(eps))
	for range graphs {
		nodes, edges := like.draw(draws)
		g, err := draw(nodes, edges, draws)
		if err != nil {
			return nil, err
		}
		r.Graphs = append(r.Graphs, g)
	}
	return r, r.guarded(run.Session())
}

// runUniformGraphs runs the null control: [NullGraphLevel].
func runUniformGraphs(ctx context.Context, s *gdp.Session, c UniformGraphs, w *method.Watch) (*Result, error) {
	return checkpoint.Once(ctx, s, "dpggan", c, w, func(run *checkpoint.Run) (*Result, error) {
		s := run.Session()
		eps := s.Budget().Epsilon
		noisy, err := askShapes(s.Relation(), c.MostNodes, eps).Draw(s)
		if err != nil {
			return nil, err
		}
		return newGraphs(run, c.Graphs, c.MostNodes, noisy, eps, gen.GNM)
	})
}

// shared is one decoder for all graphs with an encoder per graph. Encoders train without noise and
// are never released.
type shared struct {
	*ensemble[generator]
	decoder *network
	bias    []float32
	moments [2]*train.Moments[float32]
}

// newShared makes the models of graphs, which share decoder and bias.
func newShared(c Net, graphs []*graph.Network, stream func(label string) *rand.Rand) (*shared, error) {
	k, err := named(graphs)
	if err != nil {
		return nil, err
	}
	x := &shared{decoder: newNetwork(stream("decoder"), c.Latent, c.Inner, c.Width)}
	if c.Bias {
		x.bias = []float32{0}
	}
	x.moments[0] = train.NewMoments[float32](train.DefaultAdam(c.Rate), len(x.decoder.parameters))
	x.moments[1] = train.NewMoments[float32](train.DefaultAdam(c.Rate), len(x.bias))
	x.ensemble, err = newEnsemble(k, stream, func(i int, rng *rand.Rand) (*generator, error) {
		g := newGenerator(graphs[i].Graph, c, 0, rng)
		g.decoder, g.bias = x.decoder, x.bias
		return g, nil
	})
	return x, err
}

// draw draws a graph from codes of N(0, I) with the expected number of edges. It reads no graph.
func (x *shared) draw(nodes, latent, edges int, draws *rand.Rand) (*graph.Graph, error) {
	f, _ := x.decoder.forward(prior(nodes, latent, draws))
	return bernoulli(f, biasFor(f, edges, draws), draws)
}

// values returns the trained state.
func (x *shared) values() []any {
	list := append([]any{x.decoder.parameters, x.bias}, append(x.moments[0].Values(), x.moments[1].Values()...)...)
	for _, g := range x.models {
		if g != nil {
			list = append(append(list, g.encoder.W0.Data), g.moments[0].Values()...)
			list = append(append(list, g.encoder.W1.Data), g.moments[1].Values()...)
		}
	}
	return list
}

// step takes a step along the noisy mean gradient of a sample of graphs.
func (x *shared) step(t *gdp.Training) error {
	step, err := t.Step(len(x.models))
	if err != nil {
		return err
	}
	mean, err := x.mean(step)
	if err != nil {
		return err
	}
	end := len(x.decoder.parameters)
	x.moments[0].Step(x.decoder.parameters, mean[:end], 1)
	x.moments[1].Step(x.bias, mean[end:], 1)
	return nil
}

// mean returns the noisy mean gradient of a step.
func (x *shared) mean(step *gdp.Step) ([]float32, error) {
	terms, err := x.terms(step.Places())
	if err != nil {
		return nil, err
	}
	return gdp.Sum(step, x.size(), terms)
}

// size returns the number of parameters of the decoder and the bias.
func (x *shared) size() int { return len(x.decoder.parameters) + len(x.bias) }

// terms returns a function that writes a graph's gradient of the decoder and the bias. The encoders
// of the sampled graphs take a step, each from its own graph alone.
func (x *shared) terms(taken []int32) (func(graph int32, to *gdp.Term[float32]), error) {
	gradients := make([][]float32, len(x.models))
	err := x.some(taken, func(i int, g *generator, d *allpairs.Decoder, rng *rand.Rand) error {
		loss, parts, err := g.gradient(d, rng)
		if err != nil {
			return err
		}
		if math.IsNaN(loss) || math.IsInf(loss, 0) {
			return nil // adds nothing: an error would leak the graph
		}
		gradients[i] = slices.Concat(parts[2:]...)[:x.size()]
		return g.descend(loss, parts[:2], nil)
	})
	return func(i int32, to *gdp.Term[float32]) {
		if g := gradients[i]; g != nil {
			copy(to.All(), g)
		}
	}, err
}
