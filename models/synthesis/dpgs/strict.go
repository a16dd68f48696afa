package dpgs

import (
	"context"
	"fmt"

	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/graph"
	"github.com/graphdp/graphdp/gdp/metric"
	"github.com/graphdp/graphdp/gdp/query"
	"github.com/graphdp/graphdp/models/checkpoint"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/release"
)

// Drawn is what [RunStrict] and [DrawStrict] release.
type Drawn struct {
	Graph     *graph.Graph   `json:"graph"`          // undirected, on the ids of the original
	Degrees   []float64      `json:"degrees"`        // of each node, noisy
	Low       []float64      `json:"low,omitempty"`  // numbers of nodes of at most 0, 1, … neighbours
	Kinds     []float64      `json:"kinds"`          // edges of each kind of pair
	Triangles float64        `json:"triangles"`      // at most Most at a node
	Most      int            `json:"most,omitempty"` // 0 for all
	Guarantee *gdp.Guarantee `json:"guarantee,omitempty"`
	// Standard deviations of the noise of Degrees and Low.
	DegreeNoise float64 `json:"noise_of_degrees,omitempty"`
	LowNoise    float64 `json:"noise_of_low,omitempty"`

	pairs Pairs // that it was released with
}

// RunStrict runs [Strict]. Run again with the same configuration on the same journal, it returns
// the kept release at no cost.
func RunStrict(ctx context.Context, s *gdp.Session, c Similar, w *checkpoint.Watch) (*Drawn, error) {
	if err := c.Check(); err != nil {
		return nil, err
	}
	p := s.Public()
	switch {
	case s.Relation() != gdp.EdgeLevel:
		return nil, fmt.Errorf("dpgs: under the relation %v features are private; take %v", s.Relation(), gdp.EdgeLevel)
	case p.Attrs == nil || p.Attrs.NNZ() == 0:
		return nil, errNoLikeness
	case p.Nodes < 2:
		return nil, errOneNode
	}
	m, err := c.calibrate(s)
	if err != nil {
		return nil, err
	}
	d, err := checkpoint.Once(ctx, s, "dpgs", c, w, func(run *checkpoint.Run) (*Drawn, error) {
		l := c.kinds(p.Attrs, p.Labels)
		d := &Drawn{Most: mostTriangles(p.Nodes, m.triangle)}
		degrees := query.Degrees[gdp.L2](gdp.EdgeLevel, p.Nodes)
		low := query.CumulatedDegrees[gdp.L2](gdp.EdgeLevel, p.Nodes, c.Low)
		answers := []struct {
			release gdp.Release[[]float64]
			to      *[]float64
		}{
			{gdp.NewGaussianMultiplier("degrees", degrees, m.degree), &d.Degrees},
			{gdp.NewGaussianMultiplier("low degrees", low, m.low), &d.Low},
			{gdp.NewGaussianMultiplier("kinds", l.query(), m.kind), &d.Kinds},
			{gdp.NewGaussianMultiplier("triangles", query.TrianglePacking[gdp.L2](gdp.EdgeLevel, p.Nodes, d.Most), m.triangle), new([]float64)},
		}
		var spends []gdp.Spend
		for _, a := range answers {
			spends = append(spends, a.release)
		}
		if err := run.Reserve(spends...); err != nil { // fixed before the first of them is drawn
			return nil, err
		}
		for _, a := range answers {
			if *a.to, err = a.release.Draw(run.Session()); err != nil {
				return nil, err
			}
		}
		d.Triangles = (*answers[3].to)[0]
		r := run.Stream("graph")
		d.DegreeNoise, d.LowNoise = m.degree*float64(degrees.Bound()), m.low*float64(low.Bound())
		law := likely(d.Degrees, d.DegreeNoise, query.Isotonic(d.Low), d.LowNoise, p.Nodes-1)
		if d.Graph, err = drawSimilar(l, drawDegrees(law, d.Degrees, d.DegreeNoise, r), d.Kinds, d.Triangles, r); err != nil {
			return nil, err
		}
		g, err := run.Session().Guarantee()
		d.Guarantee = &g
		return d, err
	})
	return d.with(c.Pairs), err
}

// with notes what the graph was released with, which its file does not say.
func (d *Drawn) with(p Pairs) *Drawn {
	if d != nil {
		d.pairs = p
	}
	return d
}

// DrawStrict runs [StrictExact], on the plain network.
func DrawStrict(ctx context.Context, net *graph.Network, c Known, seed uint64, w *checkpoint.Watch) (*Drawn, error) {
	if err := c.Check(); err != nil {
		return nil, err
	}
	switch {
	case net == nil || net.Graph == nil || net.Attrs == nil || net.Attrs.NNZ() == 0:
		return nil, errNoLikeness
	case net.Graph.N() < 2:
		return nil, errOneNode
	}
	d, err := checkpoint.Plain(ctx, net, "dpgs", c, seed, w, func(run *checkpoint.Run) (*Drawn, error) {
		g, l := net.Graph.Undirected(), c.kinds(net.Attrs, net.Labels)
		triangles, _ := metric.Triangles(g)
		d := &Drawn{Kinds: l.count(g), Triangles: float64(triangles)}
		for _, k := range g.Degrees() {
			d.Degrees = append(d.Degrees, float64(k))
		}
		var err error
		d.Graph, err = drawSimilar(l, g.Degrees(), d.Kinds, d.Triangles, run.Stream("graph"))
		return d, err
	})
	return d.with(c.Pairs), err
}

var (
	errNoLikeness = fmt.Errorf("dpgs: nodes without features, which say who is near")
	errOneNode    = fmt.Errorf("dpgs: fewer than two nodes have no pairs")
)

// aims are what else is reported of a run.
type aims struct {
	Edges     float64 `json:"edges_aimed_at"`
	Near      float64 `json:"edges_of_near_pairs"`
	Triangles float64 `json:"triangles_aimed_at"`
}

// String implements [fmt.Stringer].
func (a aims) String() string {
	return fmt.Sprintf("%.0f edges aimed at, %.0f of them of near pairs, and %.0f triangles", a.Edges, a.Near, a.Triangles)
}

// Outcome implements [method.Result]. Features and labels of the nodes are public, and whoever
// uses the graph has them.
func (d *Drawn) Outcome() method.Outcome {
	a := aims{Triangles: d.Triangles}
	for i, x := range d.Kinds {
		a.Edges += x
		if i < len(d.Kinds)-2 {
			a.Near += x
		}
	}
	numbers := release.Statistics{"degrees": d.Degrees, "kinds": d.Kinds, "triangles": {d.Triangles}}
	if len(d.Low) > 0 {
		numbers["low degrees"] = d.Low
	}
	return method.Outcome{
		Release: release.Graph{Network: &graph.Network{Graph: d.Graph}, Pairs: d.Links}, Also: []release.Release{numbers}, Guarantee: d.Guarantee, Details: a,
	}
}
