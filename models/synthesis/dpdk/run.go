package dpdk

import (
	"fmt"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/lists"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/query"
	"github.com/graphdp/graphdp/models/estimate/degrees"
	"github.com/graphdp/graphdp/models/method/checkpoint"
)

// Cumulated asks for the cumulative degree histogram. The type's name seeds the runs.
type Cumulated struct{}

// All, as a Cap, counts every degree separately.
const All = 0

// Histogram asks for the degree histogram.
type Histogram struct {
	Cap int `range:"All=0 or [1,∞)"` // largest degree of the histogram; higher degrees count there
}

// Benchmark is the configuration of [Pgb].
type Benchmark struct{}

// Exact is the configuration of [NonPrivate].
type Exact struct{}

func (Exact) draw(g *graph.Graph, run *checkpoint.Run) (*graph.Graph, error) {
	return wired(g.Degrees(), run.Drawing(), run.Stream("graph"))
}

func (Cumulated) draw(run *checkpoint.Run) (*graph.Graph, error) {
	s := run.Session()
	list, err := degrees.Distribution(s, "cumulated degrees", s.Public().Nodes-1, s.Budget().Epsilon)
	if err != nil {
		return nil, err
	}
	of := lists.Convert[int32](list)
	return wired(of, run.Drawing(), run.Stream("graph"))
}

// mostEdges is the largest number of edges of a generated graph.
const mostEdges = 1 << 26

func (c Histogram) draw(run *checkpoint.Run) (*graph.Graph, error) {
	s := run.Session()
	n := s.Public().Nodes
	largest := n - 1
	if c.Cap != All {
		largest = min(largest, c.Cap)
	}
	if float64(n)*float64(largest)/2 > mostEdges {
		return nil, fmt.Errorf("degrees up to %d of %d nodes can make more than %d edges, and noise makes many: set Cap", largest, n, mostEdges)
	}
	counts, err := ask(s, n, largest)
	if err != nil {
		return nil, err
	}
	r := run.Stream("graph")
	return wired(counts.sample(n, r), run.Drawing(), r)
}

// inTheClear is the claim on the data that PGB's code reads besides the noisy histogram.
var inTheClear = gdp.Claim{
	Source:    "PGB's code of DP-1K",
	Statement: "the histogram ends at the maximum degree",
	Why:       "the maximum degree is read without noise and bounds all released degrees",
}

func (Benchmark) draw(run *checkpoint.Run) (*graph.Graph, error) {
	s := run.Session()
	data, err := s.ReadOnClaim("largest degree", inTheClear)
	if err != nil {
		return nil, err
	}
	counts, err := ask(s, s.Public().Nodes, largestOf(data.Network.Graph))
	if err != nil {
		return nil, err
	}
	if counts.ends() > 2*mostEdges {
		return nil, fmt.Errorf("the noisy counts make more than %d edges: use a larger ε", mostEdges)
	}
	return wired(counts.list(), run.Drawing(), run.Stream("graph"))
}

// ask releases the degree histogram up to the largest degree, clipped at 0.
func ask(s *gdp.Session, n, largest int) (series, error) {
	noisy, err := gdp.Laplace(s, "degrees", query.DegreeHistogram[gdp.L1](s.Relation(), n, largest), s.Budget().Epsilon) // [DPDK13] 1K
	return rounded(noisy), err
}
