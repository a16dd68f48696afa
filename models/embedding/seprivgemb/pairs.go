package seprivgemb

import (
	"fmt"
	"math"

	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/query"
	"github.com/graphdp/graphdp/models/checkpoint"
	"github.com/graphdp/graphdp/models/degrees"
	"github.com/graphdp/graphdp/models/ranges"
)

// Pairs says when the budget of [ExpectedRows] is spent on asking every pair of nodes, by
// randomised response, in place of degrees alone, and what is made of the answers. The rule
// reads n, ε and releases that were paid for. The zero value is never.
type Pairs struct {
	Vectors      int     `range:"[0,512]"`           // at most, of what the pairs tell beyond degrees; with 0 no pair is asked
	Edges        float64 `range:"0 or [2^-20,0.25]"` // share of ε for the number of edges, which comes first
	Degrees      float64 `range:"0 or [2^-20,0.25]"` // share of ε for degrees, where there are edges enough
	Triangles    float64 `range:"0 or [2^-20,0.25]"` // share of ε for triangles, which are asked for next
	Density      float64 `range:"[0,1e15]"`          // the least mean degree, over the noise of a degree by its pairs; with 0 there is no question
	Transitivity float64 `range:"[0,1]"`             // the least share of closed wedges; with 0 there is no question
	Structure    float64 `range:"[0,1]"`             // the share of a row's square that degrees and vectors have; the rest is random
}

// mostAnswers is the largest number of pairs that are expected to be turned into an edge. A
// pair takes 8 bytes of a graph and as many while it is made.
const mostAnswers = 1 << 26

// Check reports a setting that no run can have.
func (c Pairs) Check() error {
	if err := ranges.Check("seprivgemb", c); err != nil {
		return err
	}
	if c != (Pairs{}) && min(c.Edges, c.Degrees, c.Triangles) == 0 {
		return fmt.Errorf("seprivgemb: Edges, Degrees and Triangles are %v, %v and %v of ε, want them above 0, or all of Pairs 0", c.Edges, c.Degrees, c.Triangles)
	}
	return nil
}

// spends are the parts of ε: for edges, degrees, triangles, and all pairs.
type spends struct{ edges, degrees, triangles, rest gdp.Epsilon }

func (c Pairs) spends(eps gdp.Epsilon) (p spends) {
	p.degrees = eps * gdp.Epsilon(c.Degrees)
	if c.Density > 0 {
		p.edges = eps * gdp.Epsilon(c.Edges)
	}
	if c.Transitivity > 0 {
		p.triangles = eps * gdp.Epsilon(c.Triangles)
	}
	p.rest = eps - p.edges - p.degrees - p.triangles
	return p
}

// possible reports whether any graph of n nodes passes the rule: where none does, all of ε is
// left for degrees. Two nodes have no wedge to close.
func (c Pairs) possible(n, vectors int, rest gdp.Epsilon) bool {
	if n < 3 && c.Transitivity > 0 {
		return false
	}
	flip := flipOf(float64(rest))
	return vectors > 0 && flip < 0.5 && float64(n)*float64(n-1)/2*flip <= mostAnswers && c.dense(float64(n-1), n, rest)
}

// dense reports whether a mean degree is as far above the noise as it must be.
func (c Pairs) dense(mean float64, n int, eps gdp.Epsilon) bool {
	return mean >= c.Density*reach(flipOf(float64(eps)), n)
}

// affordable asks for the price of every path of the rule, all pairs standing for degrees that cost
// as much, before the first of its releases is paid for.
func (c Pairs) affordable(s *gdp.Session, n int, p spends) error {
	release := func(eps gdp.Epsilon) gdp.Spend { return degrees.NewLaplace(s, "release", eps) }
	var early, path []gdp.Spend
	if c.Density > 0 {
		path = append(path, gdp.NewDiscreteLaplace("edges", query.EdgeCount[gdp.L1](s.Relation(), n, n-1), p.edges))
		early = append(path[:1:1], release(p.degrees+p.triangles+p.rest))
	}
	path = append(path, degrees.NewLaplace(s, "degrees", p.degrees))
	if c.Transitivity > 0 {
		path = append(path, gdp.NewDiscreteLaplace("triangles", query.TriangleCount[gdp.L1](s.Relation(), n, n-1), p.triangles))
	}
	if err := s.Affords(append(path, release(p.rest))...); err != nil || early == nil {
		return err
	}
	return s.Affords(early...)
}

// ask applies the rule and asks all pairs where it says so. It returns degrees in any case: of the
// pairs and the first release of degrees together, or of one release alone. Of a graph whose edges
// have directions the pairs would be asked twice, and are not.
func ask(run *checkpoint.Run, c Pairs, vectors int) (*degrees.Noisy, *answers, error) {
	s := run.Session()
	n, eps := s.Public().Nodes, s.Budget().Epsilon
	alone := func(eps gdp.Epsilon) (*degrees.Noisy, *answers, error) {
		d, err := degrees.Laplace(s, "release", eps)
		return d, nil, err
	}
	p := c.spends(eps)
	if s.Public().Directed || !c.possible(n, vectors, p.rest) {
		return alone(eps)
	}
	if err := c.affordable(s, n, p); err != nil {
		return nil, nil, err
	}
	if c.Density > 0 {
		edges, err := gdp.DiscreteLaplace(s, "edges", query.EdgeCount[gdp.L1](s.Relation(), n, n-1), p.edges)
		if err != nil {
			return nil, nil, err
		}
		if !c.dense(2*float64(edges[0])/float64(n), n, p.rest) {
			return alone(eps - p.edges)
		}
	}
	d, err := degrees.Laplace(s, "degrees", p.degrees)
	if err != nil {
		return nil, nil, err
	}
	if c.Transitivity > 0 {
		triangles, err := gdp.DiscreteLaplace(s, "triangles", query.TriangleCount[gdp.L1](s.Relation(), n, n-1), p.triangles)
		if err != nil {
			return nil, nil, err
		}
		if all := wedges(d); !(all > 0 && 3*float64(triangles[0]) >= c.Transitivity*all) {
			return alone(p.rest)
		}
	}
	g, err := gdp.RandomisedResponse(s, "release", p.rest)
	if err != nil {
		return nil, nil, err
	}
	a := &answers{g, flipOf(float64(p.rest))}
	return merged(d, a), a, nil
}

// wedges estimates Σ d(d-1)/2 of noisy degrees, whose squares are too large by the noise's
// variance on average.
func wedges(d *degrees.Noisy) (sum float64) {
	for _, x := range d.Degrees {
		sum += (x*x - d.SD*d.SD - x) / 2
	}
	return sum
}

// merged returns the degrees of a release and of all answers, each weighted by one over its
// variance.
func merged(d *degrees.Noisy, a *answers) *degrees.Noisy {
	own, other := d.SD*d.SD, math.Pow(reach(a.flip, a.N()), 2)
	out := &degrees.Noisy{Degrees: a.degrees(), SD: math.Sqrt(own * other / (own + other)), Multiplier: d.Multiplier}
	for u, x := range d.Degrees {
		out.Degrees[u] = (x*other + out.Degrees[u]*own) / (own + other)
	}
	return out
}
