package dpggan

import (
	"context"
	"fmt"

	"github.com/graphdp/graphdp/accounting"
	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/gen"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/checkpoint"
)

// GraphDecoder is a decoder that all graphs of a collection share, for relations of whole graphs:
// each graph is in the sample of a step with probability q, and adds a gradient that is clipped
// once. Neither how many graphs there are nor how large they are is public.
type GraphDecoder struct {
	Net
	Graphs     int     `range:"[1,2^24]"`   // K0, of new graphs; a step divides by q K0. It is public: never the number of the private graphs
	MostNodes  int     `range:"[2,2^20]"`   // of a new graph; larger ones count as of this size
	Steps      int     `range:"[1,2^24]"`   // T
	SampleRate float64 `range:"(1e-9,1]"`   // q
	Clip       float64 `range:"(1e-9,1e6]"` // C, of a graph's gradient
	ShapeShare float64 `range:"(0,1)"`      // of ε, for the sizes and mean degrees of graphs
}

// UniformGraphs is the control for relations of whole graphs: the whole budget for sizes and mean
// degrees, and uniform graphs that have them.
type UniformGraphs struct {
	Graphs    int `range:"[1,2^24]"` // of new graphs; it is public
	MostNodes int `range:"[2,2^20]"` // of a new graph; larger ones count as of this size
}

// plan calibrates the noise of the steps to what the shapes leave of the budget.
func (c GraphDecoder) plan(s *gdp.Session) (gdp.Plan, gdp.Epsilon, error) {
	b := s.Budget()
	if b.Delta == 0 {
		return gdp.Plan{}, 0, fmt.Errorf("dpggan: the budget %v: %w", b, gdp.ErrDelta)
	}
	share, bound := b.Epsilon*gdp.Epsilon(c.ShapeShare), float64(shapeBound(s.Relation()))
	p := gdp.Plan{
		Label: "graphs' gradients", Steps: c.Steps, Sampling: gdp.Poisson{Rate: c.SampleRate}, Sensitivity: gdp.L2(c.Clip),
		Divisor: c.SampleRate * float64(c.Graphs),
		Basis:   gdp.Proof{Doc: "proofs/dpggan.md#graphs", Test: "TestOneGraphMovesAStepByOneClip"},
	}
	multiplier, err := accounting.CalibrateNoise(s.Accountant(), b, func(m float64) accounting.Event {
		p.Multiplier = m
		steps, _ := p.Event(s) // nil, and refused, if the multiplier is out of range
		return accounting.Compose{accounting.DiscreteLaplace{Scale: bound / float64(share), Sensitivity: int(bound)}, steps}
	})
	if err != nil {
		return p, 0, fmt.Errorf("dpggan: %w", err)
	}
	p.Multiplier = multiplier
	return p, share, nil
}

// named returns the sizes of graphs, and for each a name of its coins that says what graph it is
// and not where it stands: a public stream of the place would give all graphs behind it other coins
// where a graph is gone. Those that are alike are counted.
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
	type GraphLevel GraphDecoder // keys the streams and the journal
	return checkpoint.Once(ctx, s, "dpggan", GraphLevel(c), w, func(run *checkpoint.Run) (*Result, error) {
		s := run.Session()
		plan, share, err := c.plan(s)
		if err != nil {
			return nil, err
		}
		ask := askShapes(s.Relation(), c.MostNodes, share)
		if err := run.Reserve(ask, plan); err != nil {
			return nil, err
		}
		noisy, err := ask.Draw(s)
		if err != nil {
			return nil, err
		}
		t, err := run.Train(plan)
		if err != nil {
			return nil, err
		}
		graphs := t.Data().Graphs()
		k, err := named(graphs)
		if err != nil {
			return nil, err
		}
		x, err := newShared(c.Net, k, graphs, run.Stream)
		if err != nil {
			return nil, err
		}
		err = run.Steps(ctx, c.Steps, x.values(), func(int) error { return x.step(t) })
		if err != nil {
			return nil, err
		}
		r, draws := new(Result), run.Stream("new graphs")
		like := shapesOf(noisy, c.MostNodes, float64(shapeBound(s.Relation()))/float64(share))
		for range c.Graphs {
			nodes, edges := like.draw(draws)
			f, _ := x.decoder.forward(prior(nodes, c.Latent, draws))
			g, err := bernoulli(f, biasFor(f, edges, draws), draws)
			if err != nil {
				return nil, err
			}
			r.Graphs = append(r.Graphs, g)
		}
		return r, r.guarded(s)
	})
}

// runUniformGraphs makes the control of a session's graphs: [NullGraphLevel].
func runUniformGraphs(ctx context.Context, s *gdp.Session, c UniformGraphs, w *method.Watch) (*Result, error) {
	return checkpoint.Once(ctx, s, "dpggan", c, w, func(run *checkpoint.Run) (*Result, error) {
		s := run.Session()
		eps := s.Budget().Epsilon
		noisy, err := askShapes(s.Relation(), c.MostNodes, eps).Draw(s)
		if err != nil {
			return nil, err
		}
		r, draws := new(Result), run.Stream("new graphs")
		like := shapesOf(noisy, c.MostNodes, float64(shapeBound(s.Relation()))/float64(eps))
		for range c.Graphs {
			nodes, edges := like.draw(draws)
			g, err := gen.GNM(nodes, edges, draws)
			if err != nil {
				return nil, err
			}
			r.Graphs = append(r.Graphs, g)
		}
		return r, r.guarded(s)
	})
}
