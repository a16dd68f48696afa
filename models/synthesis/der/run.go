package der

import (
	"context"
	"errors"
	"math"
	"slices"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/metric"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/estimate/degrees"
	"github.com/graphdp/graphdp/models/estimate/posterior"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/checkpoint"
	"github.com/graphdp/graphdp/models/method/ranges"
	"github.com/graphdp/graphdp/models/synthesis"
	"gonum.org/v1/gonum/floats"
)

// Config is the configuration of a private mode: an [Ordered], a [Paper] or a [Uniform].
type Config interface {
	Check() error
	draw(run *checkpoint.Run) (*graph.Graph, error)
}

// Ordered divides ε between the order of nodes and counts of regions.
type Ordered struct {
	posterior.Rule
	OrderShare float64 `range:"(0,1)"` // of ε for degrees and communities, which order nodes
}

// Paper divides ε between labels, cuts and arrangements, and has the rest for counts.
type Paper struct {
	LabelShare   float64 `range:"(0,1)"`    // of ε for the order of nodes
	CutShare     float64 `range:"(0,1)"`    // of ε for where regions are cut
	ArrangeShare float64 `range:"(0,1)"`    // of ε for where a region's edges are
	Rounds       int     `range:"[1,1000]"` // of swaps
	Sets         int     `range:"[2,1000]"` // of swaps, in a round
	Lines        int     `range:"[1,64]"`   // at which rows may be cut, and columns
}

// Exact is the configuration of [NonPrivate], which has no settings.
type Exact struct{}

// Uniform draws a uniform graph with a noisy number of edges.
type Uniform struct{}

// Strict returns the rule of evidence that dcsbm has, with four fifths of ε.
func Strict() Ordered {
	return Ordered{Rule: posterior.Rule{Vectors: 48, Groups: 8, Degrees: 0.2, Density: 1.5}, OrderShare: 0.8}
}

// Published returns quarters of ε, twenty rounds of swaps and sixteen lines.
func Published() Paper {
	return Paper{LabelShare: 0.25, CutShare: 0.25, ArrangeShare: 0.25, Rounds: 20, Sets: 16, Lines: 16}
}

// NonPrivate returns the mode without privacy.
func NonPrivate() Exact { return Exact{} }

// Null returns the control, which has no settings.
func Null() Uniform { return Uniform{} }

// Check implements [Config].
func (c Ordered) Check() error { return ranges.Check("der", c) }

// Check implements [Config].
func (c Paper) Check() error {
	if err := ranges.Check("der", c); err != nil {
		return err
	}
	if !(c.LabelShare+c.CutShare+c.ArrangeShare < 1) {
		return errors.New("der: LabelShare, CutShare and ArrangeShare leave nothing for counts")
	}
	return nil
}

// Check reports nothing: there are no settings.
func (Exact) Check() error { return nil }

// Check implements [Config].
func (Uniform) Check() error { return nil }

// Result is what a run releases.
type Result = synthesis.Result

// Run spends the session's budget on one graph. Run again with the same configuration on the same
// journal, it returns the kept release at no cost.
func Run(ctx context.Context, s *gdp.Session, c Config, w *method.Watch) (*Result, error) {
	return synthesis.Run(ctx, s, "der", c, w, Config.draw)
}

// RunPlain draws a graph of the communities, degrees and counts of another.
func RunPlain(ctx context.Context, net *graph.Network, c Exact, seed uint64, w *method.Watch) (*Result, error) {
	return synthesis.RunPlain(ctx, net, "der", c, seed, w, func(_ Exact, g *graph.Graph, run *checkpoint.Run) (*graph.Graph, error) {
		of, _, err := metric.Louvain(g, run.Stream("communities"))
		if err != nil {
			return nil, err
		}
		known := make([]float64, g.N())
		for u, d := range g.Degrees() {
			known[u] = float64(d)
		}
		o := ordered(known, of)
		err = o.grow(1, func(t *tree, _ string, list []int32, _ gdp.Epsilon) ([]float64, error) {
			rank, counts := t.ranks(list), make([]float64, len(list))
			for u, v := range g.Edges() {
				leaf, _, _ := t.leafOf(u, v)
				counts[rank[leaf]]++
			}
			return counts, nil
		})
		if err != nil {
			return nil, err
		}
		return o.draw(run.Stream("graph"))
	})
}

func (Uniform) draw(run *checkpoint.Run) (*graph.Graph, error) { return synthesis.Uniform(run) }

func (c Paper) draw(run *checkpoint.Run) (*graph.Graph, error) {
	s := run.Session()
	eps := s.Budget().Epsilon
	labels, cuts, arrange := eps*gdp.Epsilon(c.LabelShare), eps*gdp.Epsilon(c.CutShare), eps*gdp.Epsilon(c.ArrangeShare)
	order, err := c.label(run, labels)
	if err != nil {
		return nil, err
	}
	t := newTree(order)
	if err := c.explore(s, t, eps-labels-cuts-arrange, cuts); err != nil {
		return nil, err
	}
	return t.arrange(s, arrange)
}

func (c Ordered) draw(run *checkpoint.Run) (*graph.Graph, error) {
	s := run.Session()
	asking := s.Budget().Epsilon * gdp.Epsilon(c.OrderShare)
	e, err := posterior.Ask(run, asking, c.Rule)
	if err != nil {
		return nil, err
	}
	_, of, err := e.Clusters(run.Stream("communities"))
	if err != nil {
		return nil, err
	}
	list := degrees.Quantiles(e.Law, len(e.Degrees))
	if sd := 2 * math.Sqrt2 * e.Multiplier; 4*floats.Sum(list) < sd*float64(len(list)) { // noise hides all but means
		list = slices.Sorted(slices.Values(e.Degrees))
	}
	dealt, err := degrees.Deal(e.Degrees, list, run.Stream("degrees"))
	if err != nil {
		return nil, err
	}
	o := ordered(dealt, of)
	err = o.grow(s.Budget().Epsilon-asking, func(t *tree, label string, list []int32, eps gdp.Epsilon) ([]float64, error) {
		return t.counts(s, label, list, eps)
	})
	if err != nil {
		return nil, err
	}
	return o.draw(run.Stream("graph"))
}
