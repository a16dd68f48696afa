package netgan

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/gomlx/gomlx/core/tensors"
	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/parallel"
	"github.com/graphdp/graphdp/models/learn/train"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/checkpoint"
)

// fit trains NetGAN on each graph of a collection and assembles a graph for each, on the same nodes
// and with as many edges.
func fit(ctx context.Context, of *graph.Collection, c Unprotected, seed uint64, w *method.Watch) (*Result, error) {
	if err := usable(of, c); err != nil {
		return nil, err
	}
	return checkpoint.PlainCollection(ctx, of, "netgan", c, seed, w, func(run *checkpoint.Run) (*Result, error) {
		var all []*model
		var values []any
		known := map[networks]*compiled{}
		defer func() {
			for _, x := range known {
				x.close()
			}
		}()
		for k, w := range of.Graphs {
			m, err := newModel(w.Graph.Undirected(), c, run.Stream(fmt.Sprintf("graph %d", k)), known)
			if err != nil {
				return nil, named(err)
			}
			defer m.close()
			all, values = append(all, m), append(values, m.values()...)
		}
		err := run.Steps(ctx, c.Steps, values, func(i int) error {
			return parallel.Do(len(all), func(k int) error { return named(all[k].step(i)) })
		})
		if err != nil {
			return nil, err
		}
		r := &Result{Graphs: make([]*graph.Graph, len(all)), Labels: of.Labels, Classes: of.Classes, Apart: make([]float64, len(all))}
		return r, parallel.Do(len(all), func(k int) (err error) {
			r.Graphs[k], r.Apart[k], err = all[k].draw()
			return named(err)
		})
	})
}

// named prefixes an error with the package name.
func named(err error) error {
	if err != nil {
		return fmt.Errorf("netgan: %w", err)
	}
	return nil
}

// mostNumbers bounds the size of a batch's steps and of the pair scores.
const mostNumbers = 1 << 24

// usable refuses empty collections, and graphs without nodes or with too many.
func usable(c *graph.Collection, of Unprotected) error {
	if err := method.CheckGraphs("netgan", c); err != nil {
		return err
	}
	for i, n := range c.Sizes() {
		if n > mostNumbers/n || n > mostNumbers/of.Batch/of.Length {
			return fmt.Errorf("netgan: graph %d has %d nodes: want nodes² and Length·Batch·nodes of at most %d; use a smaller graph, Length or Batch", i, n, mostNumbers)
		}
	}
	return nil
}

// model is a generator and a critic of a graph's walks. Walks visit only nodes with edges.
type model struct {
	networks
	all   int     // nodes of the graph
	names []int32 // of the nodes with edges
	walker
	*compiled
	generating, judging *train.Descent // nil for a graph without edges
	rng                 *rand.Rand
}

// newModel compiles networks unless known has some for as many nodes.
func newModel(g *graph.Graph, c Unprotected, rng *rand.Rand, known map[networks]*compiled) (*model, error) {
	x := &model{all: g.N(), names: newWalker(g).starts, rng: rng}
	if x.networks = (networks{c, len(x.names)}); x.nodes == 0 {
		return x, nil
	}
	linked, err := g.Induced(x.names)
	if err != nil {
		return nil, err
	}
	x.walker = newWalker(linked)
	if known[x.networks] == nil {
		if known[x.networks], err = x.compile(); err != nil {
			return nil, err
		}
	}
	x.compiled = known[x.networks]
	if x.generating, err = x.generator.Descend(train.Initial(x.generatorWeights(), rng)); err != nil {
		return nil, err
	}
	x.judging, err = x.critic.Descend(train.Initial(x.criticWeights(), rng))
	return x, err
}

func (x *model) close() {
	if x.nodes > 0 {
		x.generating.Close()
		x.judging.Close()
	}
}

// values returns the trained state, for a checkpoint.
func (x *model) values() []any {
	if x.nodes == 0 {
		return nil
	}
	return []any{x.generating, x.judging}
}

// Weight decay, as in the authors' code.
const generatorDecay, criticDecay = 1e-7, 5e-5

// step trains the critic, then the generator.
func (x *model) step(i int) error {
	if x.nodes == 0 {
		return nil
	}
	for range x.Critics {
		fake, err := x.writeWalks(x.temperature(i))
		if err != nil {
			return err
		}
		share := make([]float32, x.Batch)
		for b := range share {
			share[b] = x.rng.Float32()
		}
		loss, err := x.judging.Step(x.walk(x.Batch, x.Length, x.rng).tensor(), fake.tensor(), tensors.FromFlatDataAndDimensions(share, x.Batch, 1))
		if err != nil {
			return err
		}
		if math.IsNaN(loss) || math.IsInf(loss, 0) {
			return fmt.Errorf("the critic's loss is %v: try a smaller Rate than %v", loss, x.Rate)
		}
	}
	_, err := x.generating.Step(append(x.noise(x.temperature(i)), x.judging.Inputs()...)...)
	return err
}

// noise returns the inputs from which a batch of walks is generated: see [networks.write].
func (x *model) noise(temperature float64) []any {
	normal, gumbel := make([]float32, x.Batch*x.Noise), make([]float32, x.Length*x.Batch*x.nodes)
	for i := range normal {
		normal[i] = float32(x.rng.NormFloat64())
	}
	for i := range gumbel { // Gumbel noise: the argmax of noisy logits is a sample of their softmax
		gumbel[i] = float32(-math.Log(max(x.rng.ExpFloat64(), 1e-300)))
	}
	return []any{tensors.FromFlatDataAndDimensions(normal, x.Batch, x.Noise), tensors.FromFlatDataAndDimensions(gumbel, x.Length, x.Batch, x.nodes), float32(temperature)}
}

// writeWalks generates a batch of walks.
func (x *model) writeWalks(temperature float64) (walks, error) {
	out, err := x.written.Call1(append(x.generating.Inputs(), x.noise(temperature)...)...)
	if err != nil {
		return nil, err
	}
	return out.Value().([][]int32), nil
}

// draw assembles a graph from new walks, and returns the gap of a batch of them.
func (x *model) draw() (*graph.Graph, float64, error) {
	var edges []graph.Edge
	gap := 0.0
	if x.nodes > 0 {
		s, last := newScores(x.nodes), walks(nil)
		for left := x.Walks; left > 0; left -= x.Batch {
			w, err := x.writeWalks(x.temperature(x.Steps))
			if err != nil {
				return nil, 0, err
			}
			for t, nodes := range w {
				w[t] = nodes[:min(left, x.Batch)]
			}
			s.add(w)
			last = w
		}
		out, err := x.scored.Call1(append(x.judging.Inputs(), x.walk(len(last[0]), x.Length, x.rng).tensor(), last.tensor())...)
		if err != nil {
			return nil, 0, err
		}
		gap = float64(tensors.ToScalar[float32](out))
		edges = s.assemble(x.Graph.M(), x.rng)
		for i, e := range edges {
			edges[i] = graph.Edge{U: x.names[e.U], V: x.names[e.V]}
		}
	}
	g, _, err := graph.FromEdges(x.all, edges, graph.Options{})
	return g, gap, err
}
