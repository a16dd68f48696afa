package seprivgemb

import (
	"fmt"
	"math"

	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/query"
	"github.com/graphdp/graphdp/models/checkpoint"
	"github.com/graphdp/graphdp/models/degrees"
)

// Pairs says when the budget of [ExpectedRows] is spent on asking every pair of nodes, by
// randomised response, in place of degrees alone, and what is made of the answers. The rule
// reads n, ε and releases that were paid for. The zero value is never.
type Pairs struct {
	Vectors      int     // at most, of what the pairs tell beyond degrees; with 0 no pair is asked
	Edges        float64 // share of ε for the number of edges, which comes first
	Degrees      float64 // share of ε for degrees, where there are edges enough
	Triangles    float64 // share of ε for triangles, which are asked for next
	Density      float64 // the least mean degree, over the noise of a degree by its pairs; with 0 there is no question
	Transitivity float64 // the least share of closed wedges; with 0 there is no question
	Structure    float64 // the share of a row's square that degrees and vectors have; the rest is random
}

// mostAnswers is the largest number of pairs that are expected to be turned into an edge. A
// pair takes 8 bytes of a graph and as many while it is made.
const mostAnswers = 1 << 26

// check reports a setting that no run can have.
func (c Pairs) check() error {
	if c == (Pairs{}) {
		return nil
	}
	for _, share := range []float64{c.Edges, c.Degrees, c.Triangles} {
		if !(share >= 0x1p-20 && share <= 0.25) {
			return fmt.Errorf("seprivgemb: Edges, Degrees and Triangles are %v, %v and %v of ε, want 2⁻²⁰ … 1/4", c.Edges, c.Degrees, c.Triangles)
		}
	}
	switch {
	case c.Vectors < 0 || c.Vectors > 512:
		return fmt.Errorf("seprivgemb: Vectors is %d, want 0 … 512", c.Vectors)
	case !(c.Density >= 0 && c.Density <= maxSize) || !(c.Transitivity >= 0 && c.Transitivity <= 1):
		return fmt.Errorf("seprivgemb: Density is %v and Transitivity %v, want at least 0, and 0 … 1", c.Density, c.Transitivity)
	case !(c.Structure >= 0 && c.Structure <= 1):
		return fmt.Errorf("seprivgemb: Structure is %v, want 0 … 1", c.Structure)
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

// ask applies the rule and asks all pairs where it says so. It returns degrees in any case:
// of the pairs and the first release of degrees together, or of one release alone. Of a graph whose edges have
// directions the pairs would be asked twice, and are not.
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
