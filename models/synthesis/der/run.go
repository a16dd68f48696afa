package der

import (
	"errors"
	"math"
	"slices"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/lists"
	"github.com/graphdp/graphdp/data/metric"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/estimate/degrees"
	"github.com/graphdp/graphdp/models/estimate/posterior"
	"github.com/graphdp/graphdp/models/method/checkpoint"
	"gonum.org/v1/gonum/floats"
)

// Ordered splits ε between the order of nodes and the region counts.
type Ordered struct {
	posterior.Rule
	OrderShare float64 `range:"(0,1)"` // share of ε for degrees and communities, which order the nodes
}

// Paper splits ε between labels, cuts and arrangements; the rest pays for counts.
type Paper struct {
	LabelShare   float64 `range:"(0,1)"`    // share of ε for the order of nodes
	CutShare     float64 `range:"(0,1)"`    // share of ε for the cuts of regions
	ArrangeShare float64 `range:"(0,1)"`    // share of ε for the places of edges in regions
	Rounds       int     `range:"[1,1000]"` // rounds of swaps
	Sets         int     `range:"[2,1000]"` // sets of swaps per round
	Lines        int     `range:"[1,64]"`   // candidate cuts per axis
}

// Exact is the configuration of [NonPrivate], which has no settings.
type Exact struct{}

// Check refuses shares that leave nothing for counts.
func (c Paper) Check() error {
	if !(c.LabelShare+c.CutShare+c.ArrangeShare < 1) {
		return errors.New("der: LabelShare, CutShare and ArrangeShare leave nothing for counts: want a sum below 1")
	}
	return nil
}

func (Exact) draw(g *graph.Graph, run *checkpoint.Run) (*graph.Graph, error) {
	of, _, err := metric.Louvain(g, run.Stream("communities"))
	if err != nil {
		return nil, err
	}
	o := ordered(lists.Convert[float64](g.Degrees()), of)
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
}

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
	if sd := 2 * math.Sqrt2 * e.Multiplier; 4*floats.Sum(list) < sd*float64(len(list)) { // only the means are above the noise
		list = slices.Sorted(slices.Values(e.Degrees))
	}
	assigned, err := degrees.Assign(e.Degrees, list, run.Stream("degrees"))
	if err != nil {
		return nil, err
	}
	o := ordered(assigned, of)
	err = o.grow(s.Budget().Epsilon-asking, func(t *tree, label string, list []int32, eps gdp.Epsilon) ([]float64, error) {
		return t.counts(s, label, list, eps)
	})
	if err != nil {
		return nil, err
	}
	return o.draw(run.Stream("graph"))
}
