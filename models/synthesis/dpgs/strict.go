package dpgs

import (
	"context"
	"fmt"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/metric"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/query"
	"github.com/graphdp/graphdp/models/checkpoint"
	"github.com/graphdp/graphdp/models/release"
)

// run draws a graph that has noisy degrees, edges by kinds of pairs, and triangles: [Strict].
func (c Similar) run(ctx context.Context, s *gdp.Session, w *checkpoint.Watch) (*Result, error) {
	p := s.Public()
	switch {
	case s.Relation() != gdp.EdgeLevel:
		return nil, fmt.Errorf("dpgs: under the relation %v features are private; take %v", s.Relation(), gdp.EdgeLevel)
	case p.Attrs == nil || p.Attrs.NNZ() == 0:
		return nil, errFeatureless
	case p.Nodes < 2:
		return nil, errOneNode
	}
	m, err := c.calibrate(s)
	if err != nil {
		return nil, err
	}
	d, err := checkpoint.Once(ctx, s, "dpgs", c, w, func(run *checkpoint.Run) (*Result, error) {
		l := c.kinds(p.Attrs, p.Labels)
		d := &Result{Most: mostTriangles(p.Nodes, m.triangle)}
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
func (d *Result) with(p Pairs) *Result {
	if d != nil {
		d.pairs = p
	}
	return d
}

// runPlain does the same without noise: [StrictNonPrivate].
func (c Known) runPlain(ctx context.Context, net *graph.Network, seed uint64, w *checkpoint.Watch) (*Result, error) {
	if net.Graph.N() < 2 {
		return nil, errOneNode
	}
	d, err := checkpoint.Plain(ctx, net, "dpgs", c, seed, w, func(run *checkpoint.Run) (*Result, error) {
		g, l := net.Graph.Undirected(), c.kinds(net.Attrs, net.Labels)
		triangles, _ := metric.Triangles(g)
		d := &Result{Kinds: l.count(g), Triangles: float64(triangles)}
		for _, k := range g.Degrees() {
			d.Degrees = append(d.Degrees, float64(k))
		}
		var err error
		d.Graph, err = drawSimilar(l, g.Degrees(), d.Kinds, d.Triangles, run.Stream("graph"))
		return d, err
	})
	return d.with(c.Pairs), err
}

var errOneNode = fmt.Errorf("dpgs: fewer than two nodes have no pairs")

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

// numbers are the noisy answers of [Strict], with names, and what was aimed at.
func (r *Result) numbers() (release.Statistics, aims) {
	a := aims{Triangles: r.Triangles}
	for i, x := range r.Kinds {
		a.Edges += x
		if i < len(r.Kinds)-2 {
			a.Near += x
		}
	}
	numbers := release.Statistics{"degrees": r.Degrees, "kinds": r.Kinds, "triangles": {r.Triangles}}
	if len(r.Low) > 0 {
		numbers["low degrees"] = r.Low
	}
	return numbers, a
}
