package netgan

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/parallel"
	"github.com/graphdp/graphdp/models/learn/layer"
	"github.com/graphdp/graphdp/models/learn/vector"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/checkpoint"
)

// train trains NetGAN on each graph of a collection and puts a graph together for each, on the same
// nodes and with as many edges.
func train(ctx context.Context, of *graph.Collection, c Unprotected, seed uint64, w *method.Watch) (*Result, error) {
	if err := usable(of, c); err != nil {
		return nil, err
	}
	return checkpoint.PlainCollection(ctx, of, "netgan", c, seed, w, func(run *checkpoint.Run) (*Result, error) {
		var all []*model
		var values []any
		for k, w := range of.Graphs {
			m := newModel(w.Graph.Undirected(), c, run.Stream(fmt.Sprintf("graph %d", k)))
			all, values = append(all, m), append(values, m.values()...)
		}
		err := run.Steps(ctx, c.Steps, values, func(i int) error {
			return parallel.Do(len(all), func(k int) error { return all[k].step(i) })
		})
		if err != nil {
			return nil, err
		}
		r := &Result{Graphs: make([]*graph.Graph, len(all)), Labels: of.Labels, Classes: of.Classes}
		err = parallel.Do(len(all), func(k int) (err error) {
			r.Graphs[k], err = all[k].draw()
			return err
		})
		for _, m := range all {
			r.Apart = append(r.Apart, m.gap)
		}
		return r, err
	})
}

// mostNumbers bounds what a step of a walk is held as, and what pairs' scores are.
const mostNumbers = 1 << 24

// usable refuses collections without graphs, and graphs without nodes or with too many.
func usable(c *graph.Collection, of Unprotected) error {
	if err := method.CheckGraphs("netgan", c); err != nil {
		return err
	}
	for i, n := range c.Sizes() {
		if n > mostNumbers/n || n > mostNumbers/of.Batch/of.Length {
			return fmt.Errorf("netgan: graph %d has %d nodes; scores of all pairs, and %d steps of a batch of %d as rows of N numbers, are %d at most", i, n, of.Length, of.Batch, mostNumbers)
		}
	}
	return nil
}

// model is a generator and a critic of a graph's walks. Only nodes that have an edge are on one.
type model struct {
	Unprotected
	nodes int     // of the graph
	names []int32 // of the nodes that have an edge
	walker
	generator *generator // nil for a graph without edges
	critic    *critic
	rng       *rand.Rand
	gap       float64 // what the critic last descended
}

func newModel(g *graph.Graph, c Unprotected, rng *rand.Rand) *model {
	x := &model{Unprotected: c, nodes: g.N(), names: newWalker(g).starts, rng: rng}
	if len(x.names) == 0 {
		return x
	}
	linked, err := g.Induced(x.names)
	if err != nil {
		panic(err) // its own nodes
	}
	x.walker = newWalker(linked)
	x.generator, x.critic = newGenerator(linked.N(), c, rng), newCritic(linked.N(), c, rng)
	return x
}

// values are what training changes, for a checkpoint.
func (x *model) values() []any {
	list := []any{&x.gap}
	if x.generator != nil {
		for _, p := range append(x.generator.parts(), x.critic.parts()...) {
			list = append(list, p.Values()...)
		}
	}
	return list
}

// Weights decay a little, by these shares of half their squares, as in the authors' code.
const generatorDecay, criticDecay = 1e-7, 5e-5

// step trains the critic, and then the generator.
func (x *model) step(i int) error {
	if x.generator == nil {
		return nil
	}
	temperature := x.temperature(i)
	for k := range x.Critics {
		clean(x.critic.parts())
		fake := x.generator.write(x.Batch, temperature, x.rng).steps
		gap, penalty := x.critic.addGradient(x.walk(x.Batch, x.Length, x.rng).vectors(len(x.names)), fake, x.Penalty, x.rng)
		if x.gap = gap; math.IsNaN(gap+penalty) || math.IsInf(gap+penalty, 0) {
			return fmt.Errorf("netgan: the critic's loss is %v: try a smaller Rate than %v", gap+penalty, x.Rate)
		}
		descend(x.critic.parts(), i*x.Critics+k+1, x.Rate, criticDecay)
	}
	clean(x.critic.parts())
	clean(x.generator.parts())
	x.addGradient(x.generator.write(x.Batch, temperature, x.rng))
	descend(x.generator.parts(), i+1, x.Rate, generatorDecay)
	return nil
}

// addGradient adds the generator's gradient of minus the mean score of what it wrote, and returns
// this.
func (x *model) addGradient(s *sampled) (loss float64) {
	o := x.critic.read(s.steps)
	for _, v := range o.scores.Data {
		loss -= float64(v) / float64(len(o.scores.Data))
	}
	x.generator.back(s, x.critic.back(o, constant(len(o.scores.Data), -1/float32(len(o.scores.Data)))))
	return loss
}

func clean(parts []*layer.Part) {
	for _, p := range parts {
		clear(p.Gradient.Data)
	}
}

func descend(parts []*layer.Part, t int, rate, decay float64) {
	for _, p := range parts {
		vector.AddScaled(p.Gradient.Data, float32(decay), p.Value.Data)
		p.Step(t, rate)
	}
}

// draw puts a graph together of new walks.
func (x *model) draw() (*graph.Graph, error) {
	var edges []graph.Edge
	if x.generator != nil {
		s := newScores(len(x.names))
		for done := 0; done < x.Walks; done += x.Batch {
			s.add(x.generator.write(min(x.Batch, x.Walks-done), x.temperature(x.Steps), x.rng).walks)
		}
		edges = s.assemble(x.Graph.M(), x.rng)
		for i, e := range edges {
			edges[i] = graph.Edge{U: x.names[e.U], V: x.names[e.V]}
		}
	}
	g, _, err := graph.FromEdges(x.nodes, edges, graph.Options{})
	return g, err
}
