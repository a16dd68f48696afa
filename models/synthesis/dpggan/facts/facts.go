// Package facts generates a graph for each graph of a collection from noisy statistics; edge level.
//
//	[Ask]         spends the budget on five queries over all graphs; an edge is in one graph
//	[Noisy.Draw]  reads only the answers; what the noise hides of one graph is estimated from
//	              similar graphs
//	[AskPairs]    spends the budget on randomised response on all pairs, which
//	              [Answers.Draw] reads alone
//
// Statistics that graphs share are free: 1,500 answers with the same noise reveal their
// distribution, although each reveals little.
package facts

import (
	"fmt"
	"math"

	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/query"
	"github.com/graphdp/graphdp/models/method/ranges"
)

// Shares splits ε among the statistics.
type Shares struct {
	Edges, Degrees, Gaps, Components, Hubs, Triangles float64 `range:"(0,1)"`
}

// Default returns the split used throughout. docs/papers/dpggan.md describes its selection.
func Default() Shares {
	return Shares{Edges: 0.3, Degrees: 0.1, Gaps: 0.25, Components: 0.25, Hubs: 0.05, Triangles: 0.05}
}

// share is a share and its name.
type share struct {
	name  string
	share float64
}

// list returns the shares by name.
func (c Shares) list() []share {
	return []share{{"Edges", c.Edges}, {"Degrees", c.Degrees}, {"Gaps", c.Gaps}, {"Components", c.Components}, {"Hubs", c.Hubs}, {"Triangles", c.Triangles}}
}

// Check refuses shares that do not sum to 1.
func (c Shares) Check() error {
	if err := ranges.Check("facts", c); err != nil {
		return err
	}
	sum := 0.0
	for _, x := range c.list() {
		sum += x.share
	}
	if math.Abs(sum-1) > 1e-9 {
		return fmt.Errorf("facts: the shares sum to %v, want 1", sum)
	}
	return nil
}

// The least and the largest ε of one statistic: noise is not drawn below, and nothing is hidden
// above.
const (
	leastPart = 0x1p-19
	mostPart  = 0x1p9
)

// parts returns a function from shares to ε. Shares that sum to 1 up to rounding cost at most ε
// together. Where graphs have hubs, two pairs of shares are merged.
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

// Noisy holds the noisy statistics of graphs of given sizes, and estimates that later queries need.
type Noisy struct {
	sizes  []int
	scale  struct{ edges, degrees, gaps, components, hubs float64 } // noise scales
	edges  []int                                                    // medians
	hub    []bool                                                   // whether some node is adjacent to all others
	bands  [][]band
	gaps   []float64 // sum over pairs of nodes of the difference of their degrees; nil: not released
	gini   []float64 // Gini coefficients estimated from all graphs, see inequalities; or nil
	comps  []float64 // nil: not released
	packed []float64 // triangles in a packing
	room   []int     // most triangles at an edge
	roomSD []float64 // standard deviation of packed's noise
}

// band is a band of degrees t with low ≤ t < high.
type band struct {
	low, high int
	height    float64 // noisy number of nodes of degree above t, averaged over the band
}

// most returns the largest number of edges on n nodes.
func most(n int) int { return n * (n - 1) / 2 }

// Ask spends ε on the statistics of a session's graphs at edge level, whose sizes are public.
// Degree bands and the room of an edge follow from the noisy edge counts. If most graphs have a
// node adjacent to all others, components and gaps are not released, and edges and degrees get
// their shares.
func Ask(s *gdp.Session, sizes []int, eps gdp.Epsilon, c Shares) (*Noisy, error) {
	part, err := c.parts(eps) // refuses before anything is spent
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

// beside returns the number of nodes of graph i without its hub.
func (f *Noisy) beside(i int) int {
	if f.hub[i] {
		return f.sizes[i] - 1
	}
	return f.sizes[i]
}

// total returns the sum of degrees without the hub's.
func (f *Noisy) total(i int) float64 {
	if f.hub[i] {
		return float64(2*f.edges[i] - (f.sizes[i] - 1))
	}
	return float64(2 * f.edges[i])
}

// mean returns the mean degree without the hub, at least 1.
func (f *Noisy) mean(i int) float64 { return max(f.total(i)/float64(max(f.beside(i), 1)), 1) }
