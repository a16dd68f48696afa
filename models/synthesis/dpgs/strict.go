package dpgs

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"sync"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/gen"
	"github.com/graphdp/graphdp/data/lists"
	"github.com/graphdp/graphdp/data/metric"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/query"
	"github.com/graphdp/graphdp/models/estimate/posterior"
	"github.com/graphdp/graphdp/models/method/checkpoint"
	"github.com/graphdp/graphdp/models/method/release"
	"github.com/graphdp/graphdp/models/synthesis"
)

// runSimilar draws a graph from noisy degrees, edge counts by kind, triangles and, for large ε,
// randomised responses: [Strict].
func runSimilar(ctx context.Context, s *gdp.Session, c Similar, w *checkpoint.Watch) (*Result, error) {
	p := s.Public()
	if p.Nodes < 2 {
		return nil, errOneNode
	}
	ask := c.askPairs
	if _, pairs := c.parts(p, s.Budget().Epsilon); pairs == 0 {
		m, err := c.calibrate(s)
		if err != nil {
			return nil, err
		}
		ask = func(run *checkpoint.Run, l *likeness, d *Result) error { return c.askNumbers(run, l, m, d) }
	}
	kinds := sync.OnceValue(func() *likeness { return c.kinds(p.Nodes, p.Attrs, p.Labels) })
	d, err := checkpoint.Once(ctx, s, "dpgs", c, w, func(run *checkpoint.Run) (*Result, error) {
		l, d := kinds(), &Result{}
		err := ask(run, l, d)
		if err != nil {
			return nil, err
		}
		if d.Graph, err = d.draw(l, run.Drawing(), run.Stream("graph")); err != nil {
			return nil, err
		}
		g, err := run.Session().Guarantee()
		d.Guarantee = &g
		return d, err
	})
	return d.with(kinds), err
}

// askNumbers releases degrees, kinds and triangles with Gaussian noise, without randomised
// response.
func (c Similar) askNumbers(run *checkpoint.Run, l *likeness, m multipliers, d *Result) error {
	n := len(l.near)
	degrees := query.Degrees[gdp.L2](gdp.EdgeLevel, n)
	low := query.CumulativeDegrees[gdp.L2](gdp.EdgeLevel, n, c.Low)
	answers := []struct {
		release gdp.Release[[]float64]
		to      *[]float64
	}{
		{gdp.NewGaussianMultiplier("degrees", degrees, m.degree), &d.Degrees},
		{gdp.NewGaussianMultiplier("low degrees", low, m.low), &d.Low},
		{gdp.NewGaussianMultiplier("kinds", kindQuery[gdp.L2](l), m.kind), &d.Kinds},
	}
	triangles := func(room int) gdp.Release[[]float64] {
		return gdp.NewGaussianMultiplier("triangles", query.EdgePackings[gdp.L2](gdp.EdgeLevel, []int{n}, []int{room}), m.triangle)
	}
	var spends []gdp.Spend
	for _, a := range answers {
		spends = append(spends, a.release)
	}
	err := run.Reserve(spends...) // fixed before the first draw
	for _, a := range answers {
		if err == nil {
			*a.to, err = a.release.Draw(run.Session())
		}
	}
	if err != nil {
		return err
	}
	d.DegreeNoise, d.LowNoise = m.degree*float64(degrees.Bound()), m.low*float64(low.Bound())
	return d.pack(run, 1/m.triangle, triangles)
}

// pack releases the triangle count by a packing whose cap at an edge depends on the noisy degrees.
func (d *Result) pack(run *checkpoint.Run, eps float64, triangles func(room int) gdp.Release[[]float64]) error {
	shown := lists.Convert[float64](drawDegrees(d.law(), d.Degrees, d.DegreeNoise, run.Drawing(), run.Stream("degrees")))
	if err := run.Drawing().Err(); err != nil {
		return err
	}
	run.Drawing().Begin("counting triangles")
	d.Room = synthesis.Room(shown, eps)
	packed, err := triangles(d.Room).Draw(run.Session())
	if err != nil {
		return err
	}
	d.Triangles = packed[0] * float64(d.Room)
	return nil
}

// law returns the estimated degree distribution.
func (d *Result) law() []float64 {
	return likely(d.Degrees, d.DegreeNoise, query.Isotonic(d.Low), d.LowNoise, len(d.Degrees)-1)
}

// askPairs releases randomised responses of all pairs, and the same counts with Laplace noise.
func (c Similar) askPairs(run *checkpoint.Run, l *likeness, d *Result) error {
	const degreePart, lowPart, kindPart, trianglePart = 0.5, 0.05, 0.05, 0.4
	s, n := run.Session(), len(l.near)
	eps, all := c.parts(s.Public(), s.Budget().Epsilon)
	whole := []struct {
		release gdp.Release[[]int64]
		to      *[]float64
	}{
		{gdp.NewDiscreteLaplace("degrees", query.Degrees[gdp.L1](gdp.EdgeLevel, n), degreePart*eps), &d.Degrees},
		{gdp.NewDiscreteLaplace("low degrees", query.CumulativeDegrees[gdp.L1](gdp.EdgeLevel, n, c.Low), lowPart*eps), &d.Low},
		{gdp.NewDiscreteLaplace("kinds", kindQuery[gdp.L1](l), kindPart*eps), &d.Kinds},
	}
	triangles := func(room int) gdp.Release[[]float64] {
		return gdp.NewLaplace("triangles", query.EdgePackings[gdp.L1](gdp.EdgeLevel, []int{n}, []int{room}), trianglePart*eps)
	}
	pairs := gdp.NewDivision("pairs", gdp.Parts{Name: "all pairs", Parts: []string{"all"}, Of: func(u, v int32) int { return 0 }}, gdp.Budget{Epsilon: all})
	spends := []gdp.Spend{pairs}
	for _, a := range whole {
		spends = append(spends, a.release)
	}
	if err := run.Reserve(spends...); err != nil { // fixed before the first draw
		return err
	}
	for _, a := range whole {
		x, err := a.release.Draw(s)
		if err != nil {
			return err
		}
		for _, x := range x {
			*a.to = append(*a.to, float64(x))
		}
	}
	noise := func(scale, part float64) float64 { return math.Sqrt2 * scale / (part * float64(eps)) }
	d.DegreeNoise, d.LowNoise, d.KindNoise = noise(2, degreePart), noise(2, lowPart), noise(1, kindPart)
	if err := d.pack(run, trianglePart*float64(eps), triangles); err != nil {
		return err
	}
	parts, err := pairs.Draw(s)
	if err != nil {
		return err
	}
	d.Answers, err = gdp.RandomisedResponse(parts[0], "release", all)
	d.Flip = flipOf(all)
	return err
}

// draw draws a graph from the answers. It reads nothing else of the graph; the kinds are public.
func (d *Result) draw(l *likeness, w *gen.Watch, r *rand.Rand) (*graph.Graph, error) {
	law := d.law()
	start, err := drawSimilar(l, drawDegrees(law, d.Degrees, d.DegreeNoise, w, r), d.Kinds, d.Triangles, w, r)
	if err != nil || d.Answers == nil {
		return start, err
	}
	scale := d.DegreeNoise / math.Sqrt2 // of Laplace noise
	known := posterior.Known{
		Class: l.class, Edges: d.edges(l), Triangles: d.Triangles, Law: law, Answers: posterior.Responses{Graph: d.Answers, Flip: d.Flip},
		Likely: func(u, k int32) float64 { return -math.Abs(d.Degrees[u]-float64(k)) / scale },
	}
	for _, list := range l.list()[:l.kinds()-2] {
		pairs := lists.Map(list, func(p pair) [2]int32 { return [2]int32{p.u, p.v} })
		known.Listed = append(known.Listed, pairs)
	}
	return posterior.Draw(known, start, r)
}

// edges combines the noisy counts of kinds with the randomised responses, weighted by inverse
// variance.
func (d *Result) edges(l *likeness) []float64 {
	yes, edges := l.count(d.Answers), make([]float64, len(d.Kinds))
	for k, pairs := range l.pairs() {
		counted := (yes[k] - d.Flip*pairs) / (1 - 2*d.Flip)
		variance, other := pairs*d.Flip*(1-d.Flip)/(1-2*d.Flip)/(1-2*d.Flip), d.KindNoise*d.KindNoise
		edges[k] = (counted*other + d.Kinds[k]*variance) / (other + variance)
		if pairs == 0 {
			edges[k] = 0
		}
	}
	return edges
}

// with adds the kinds, which the file of a result does not contain.
func (d *Result) with(kinds func() *likeness) *Result {
	if d != nil {
		d.kinds = kinds
	}
	return d
}

// runKnown does the same without noise: [StrictNonPrivate].
func runKnown(ctx context.Context, net *graph.Network, c Known, seed uint64, w *checkpoint.Watch) (*Result, error) {
	if net.Graph.N() < 2 {
		return nil, errOneNode
	}
	kinds := sync.OnceValue(func() *likeness { return c.kinds(net.Graph.N(), net.Attrs, net.Labels) })
	d, err := checkpoint.Plain(ctx, net, "dpgs", c, seed, w, func(run *checkpoint.Run) (*Result, error) {
		g, l := net.Graph.Undirected(), kinds()
		triangles, _ := metric.Triangles(g)
		d := &Result{Kinds: l.count(g), Triangles: float64(triangles)}
		for _, k := range g.Degrees() {
			d.Degrees = append(d.Degrees, float64(k))
		}
		var err error
		d.Graph, err = drawSimilar(l, g.Degrees(), d.Kinds, d.Triangles, run.Drawing(), run.Stream("graph"))
		return d, err
	})
	return d.with(kinds), err
}

var errOneNode = fmt.Errorf("dpgs: the graph has fewer than two nodes")

// aims are reported beside the release.
type aims struct {
	Edges     float64 `json:"edges_aimed_at"`
	Near      float64 `json:"edges_of_near_pairs"`
	Triangles float64 `json:"triangles_aimed_at"`
}

// String implements [fmt.Stringer].
func (a aims) String() string {
	return fmt.Sprintf("%.0f edges aimed at, %.0f of them of near pairs, and %.0f triangles", a.Edges, a.Near, a.Triangles)
}

// numbers returns the noisy answers of [Strict] by name, and the targets of the drawn graph.
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
