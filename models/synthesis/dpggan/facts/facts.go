// Package facts generates a graph for each graph of a collection from noisy statistics; edge
// level.
//
//	[Ask]          spends the budget: five queries on all graphs, an edge is in one of them
//	[Noisy.Draw]  reads the answers alone: what one graph's noisy facts leave open, those of
//	              graphs that are like it tell
//	[AskPairs]     spends it on randomised response of all pairs, which
//	               [Answers.Draw] reads alone
//
// What graphs have in common costs nothing: 1,500 answers with the same noise reveal their law
// where each of them reveals little.
package facts

import (
	"fmt"
	"math"

	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/query"
	"github.com/graphdp/graphdp/models/method/ranges"
)

// Shares are how ε is split among the facts.
type Shares struct {
	Edges, Degrees, Gaps, Components, Hubs, Triangles float64 `range:"(0,1)"`
}

// Default returns the split that was used throughout. How it was found: docs/papers/dpggan.md.
func Default() Shares {
	return Shares{Edges: 0.3, Degrees: 0.1, Gaps: 0.25, Components: 0.25, Hubs: 0.05, Triangles: 0.05}
}

// share is a share by its name.
type share struct {
	name  string
	share float64
}

// list lists the shares.
func (c Shares) list() []share {
	return []share{{"Edges", c.Edges}, {"Degrees", c.Degrees}, {"Gaps", c.Gaps}, {"Components", c.Components}, {"Hubs", c.Hubs}, {"Triangles", c.Triangles}}
}

// Check reports shares that no run can have.
func (c Shares) Check() error {
	if err := ranges.Check("facts", c); err != nil {
		return err
	}
	sum := 0.0
	for _, x := range c.list() {
		sum += x.share
	}
	if math.Abs(sum-1) > 1e-9 {
		return fmt.Errorf("facts: the shares have the sum %v, want 1", sum)
	}
	return nil
}

// The least and the most of ε that a fact can be asked for, so that all are asked or none: noise
// is not drawn for less, and more than this hides nothing.
const (
	leastPart = 0x1p-19
	mostPart  = 0x1p9
)

// parts returns what part of ε a share is. Shares that sum to 1 but for rounding take no more than
// ε together. Where graphs have hubs, two pairs of shares are spent together.
func (c Shares) parts(eps gdp.Epsilon) (part func(share float64) gdp.Epsilon, err error) {
	if err := c.Check(); err != nil {
		return nil, err
	}
	sum := 0.0
	for _, x := range c.list() {
		sum += x.share
	}
	part = func(share float64) gdp.Epsilon { return eps * gdp.Epsilon(share/sum) }
	for _, x := range append(c.list(), share{"Edges with Components", c.Edges + c.Components}, share{"Degrees with Gaps", c.Degrees + c.Gaps}) {
		if e := part(x.share); !(e >= leastPart && e <= mostPart) {
			return nil, fmt.Errorf("facts: the share %s of ε = %v is ε = %v: want %.2g … %v", x.name, eps, e, leastPart, mostPart)
		}
	}
	return part, nil
}

// Noisy are the noisy facts of graphs of given sizes, and what follows from those
// that later questions depend on.
type Noisy struct {
	sizes  []int
	scale  struct{ edges, degrees, gaps, components, hubs float64 } // of the noise
	edges  []int                                                    // medians
	hub    []bool                                                   // whether some node is joined to all others
	bands  [][]band
	gaps   []float64 // the sum over all pairs of nodes of how far their degrees are apart; nil: not asked for
	gini   []float64 // what follows from these of all graphs, see inequalities; or nil
	comps  []float64 // nil: not asked for
	packed []float64 // triangles, see closure
	room   []int     // of an edge
	roomSD []float64 // of the noise of packed
}

// band is a band of degrees: those t with low ≤ t < high.
type band struct {
	low, high int
	height    float64 // noisy number of nodes with more than t neighbours, on average over the band
}

// most returns the largest number of edges of n nodes.
func most(n int) int { return n * (n - 1) / 2 }

// Ask spends ε on the facts of the graphs of a session at edge level, whose sizes are public. Bands
// of degrees and the room of an edge follow from the noisy numbers of edges. Where most graphs have
// a node that is joined to all others, components and gaps are not asked for, and their shares are
// those of edges and degrees.
func Ask(s *gdp.Session, sizes []int, eps gdp.Epsilon, c Shares) (*Noisy, error) {
	part, err := c.parts(eps) // before the first is paid for
	if err != nil {
		return nil, err
	}
	rel := s.Relation()
	f := &Noisy{sizes: sizes}

	largest, err := gdp.DiscreteLaplace(s, "largest degrees", query.LargestDegrees[gdp.L1](rel, sizes), part(c.Hubs))
	if err != nil {
		return nil, err
	}
	f.scale.hubs = 1 / float64(part(c.Hubs))
	hubs := f.mostHaveHubs(largest)
	if hubs { // a graph with a hub has one component
		c.Edges, c.Components = c.Edges+c.Components, 0
		c.Degrees, c.Gaps = c.Degrees+c.Gaps, 0
	}

	counts, err := gdp.DiscreteLaplace(s, "numbers of edges", query.EdgeCounts[gdp.L1](rel, sizes), part(c.Edges))
	if err != nil {
		return nil, err
	}
	f.scale.edges = 1 / float64(part(c.Edges))
	f.edges = medians(sizes, counts, f.scale.edges)
	f.findHubs(largest)

	ends := make([][]int, len(sizes))
	f.room = make([]int, len(sizes))
	for i, n := range sizes {
		ends[i] = bandEnds(n, f.mean(i))
		f.room[i] = max(1, int(math.Ceil(2*float64(f.edges[i])/float64(n))))
	}
	sums, err := gdp.DiscreteLaplace(s, "bands of degrees", query.DegreeBands[gdp.L1](rel, sizes, ends), part(c.Degrees))
	if err != nil {
		return nil, err
	}
	f.scale.degrees = 2 / float64(part(c.Degrees))
	f.takeBands(ends, sums)

	if !hubs {
		gaps, err := gdp.DiscreteLaplace(s, "gaps of degrees", query.DegreeGaps[gdp.L1](rel, sizes), part(c.Gaps))
		if err != nil {
			return nil, err
		}
		f.scale.gaps = 2 / float64(part(c.Gaps))
		for i, x := range gaps {
			f.gaps = append(f.gaps, (float64(x)+0.5)/8*float64(max(sizes[i]-2, 0)))
		}
		f.gini = f.inequalities()

		components, err := gdp.DiscreteLaplace(s, "components", query.Components[gdp.L1](rel, sizes), part(c.Components))
		if err != nil {
			return nil, err
		}
		f.scale.components = 1 / float64(part(c.Components))
		for _, x := range components {
			f.comps = append(f.comps, float64(x))
		}
	}

	q := query.EdgePackings[gdp.L1](rel, sizes, f.room)
	packed, err := gdp.Laplace(s, "triangles", q, part(c.Triangles))
	if err != nil {
		return nil, err
	}
	f.packed, f.roomSD = packed, make([]float64, len(sizes))
	for i := range packed {
		f.packed[i] *= float64(f.room[i])
		f.roomSD[i] = math.Sqrt2 * float64(q.Bound()) / float64(part(c.Triangles)) * float64(f.room[i])
	}
	return f, nil
}

// beside returns how many nodes graph i has beside a hub.
func (f *Noisy) beside(i int) int {
	if f.hub[i] {
		return f.sizes[i] - 1
	}
	return f.sizes[i]
}

// total returns the sum of the degrees of the nodes beside a hub.
func (f *Noisy) total(i int) float64 {
	if f.hub[i] {
		return float64(2*f.edges[i] - (f.sizes[i] - 1))
	}
	return float64(2 * f.edges[i])
}

// mean returns the mean degree of the nodes beside a hub, 1 at least.
func (f *Noisy) mean(i int) float64 { return max(f.total(i)/float64(max(f.beside(i), 1)), 1) }
