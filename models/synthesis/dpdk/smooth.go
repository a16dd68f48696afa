package dpdk

import (
	"errors"
	"fmt"
	"math"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/query"
	"github.com/graphdp/graphdp/models/estimate/posterior"
	"github.com/graphdp/graphdp/models/method/checkpoint"
	"github.com/graphdp/graphdp/models/synthesis"
	"github.com/graphdp/graphdp/models/synthesis/blocks"
)

// Smooth asks for the joint degree counts, with noise of their smooth sensitivity.
type Smooth struct{}

// bySmooth is the paper's claim on the 2K-series.
var bySmooth = gdp.Claim{
	Source:    "[DPDK13] 2K, by smooth sensitivity",
	Statement: "numbers of edges between degrees, each with Laplace noise of 2/ε times their smooth sensitivity, are (ε, δ)-private",
	Why:       "the smoothness β is that of one number, while every pair of degrees has its own; the pairs end at the maximum degree, which is read without noise",
}

// mostCells is the largest number of degree pairs, enough for every graph of 11,585 nodes.
const mostCells = 1 << 26

func (Smooth) draw(run *checkpoint.Run) (*graph.Graph, error) {
	s := run.Session()
	b, n := s.Budget(), s.Public().Nodes
	if b.Delta == 0 {
		return nil, errors.New("smooth sensitivity needs δ above 0")
	}
	data, err := s.ReadOnClaim("largest degree", bySmooth)
	if err != nil {
		return nil, err
	}
	largest := largestOf(data.Network.Graph)
	if cellsOf(largest) > mostCells {
		return nil, fmt.Errorf("more than %d pairs of degrees", mostCells)
	}
	scale := 2 * smooth(largest, n, synthesis.Beta(b.Epsilon, b.Delta))
	counts := query.JointDegrees[gdp.L1](s.Relation(), n, largest) // [DPDK13] 2K
	noisy, err := gdp.NewLaplace("joint degrees", gdp.Query("joint degrees", s.Relation(), gdp.L1(scale), bySmooth, counts.Eval), b.Epsilon).Claiming(b).Draw(s)
	if err != nil {
		return nil, err
	}
	return joint(rounded(noisy)).draw(largest, n, run.Stream("graph"))
}

// largestOf returns the largest degree, or 1 for a graph without edges.
func largestOf(g *graph.Graph) int {
	largest := 1
	for _, d := range g.Degrees() {
		largest = max(largest, int(d))
	}
	return largest
}

// smooth returns the smooth sensitivity of the 2K-series of n nodes: the maximum over t of exp(-βt)
// times the sensitivity at distance t, where the largest degree has grown by at most t.
func smooth(largest, n int, beta float64) (most float64) {
	for t := range n {
		most = max(most, math.Exp(-beta*float64(t))*edgeBound(largest+t, n)) // [DPDK13] 2K
	}
	return most
}

// edgeBound bounds the ℓ1 change of the 2K-series of n nodes by one edge, in a graph whose degrees
// are at most largest before the edge is added: all edges of both ends move to another count. An
// end had at most n - 2 neighbours before.
func edgeBound(largest, n int) float64 { return float64(4*min(largest, n-2) + 1) } // [SZWZZ11]

// Joint asks for noisy degrees, and for the edge counts between classes of noisy degrees.
type Joint struct {
	Ratio         float64 `range:"[1.1,64]"` // largest degree of a class over its smallest
	CountShare    float64 `range:"(0,0.5)"`  // share of ε for edge counts within and between classes
	TriangleShare float64 `range:"[0,0.5)"`  // share of ε for the triangle count, which the series lacks; the rest is for degrees
}

func (c Joint) draw(run *checkpoint.Run) (*graph.Graph, error) {
	s := run.Session()
	eps := s.Budget().Epsilon
	counting, closing := eps*gdp.Epsilon(c.CountShare), eps*gdp.Epsilon(c.TriangleShare)
	e, err := posterior.Alone(s, nil, eps-counting-closing)
	if err != nil {
		return nil, fmt.Errorf("degrees: %w", err)
	}
	of, count := c.classes(e.Degrees) // [DPDK13] 2K
	return blocks.Draw(run, e, of, count, blocks.Shares{Counts: counting, Triangles: closing})
}

// classes groups nodes by degree: the lowest first, without empty classes.
func (c Joint) classes(degrees []float64) (of []int32, count int) {
	of = make([]int32, len(degrees))
	number := map[int32]int32{}
	most := int32(0)
	for u, d := range degrees {
		of[u] = int32(math.Log(max(d, 1)) / math.Log(c.Ratio))
		number[of[u]], most = 0, max(most, of[u])
	}
	for i := range most + 1 {
		if _, there := number[i]; there {
			number[i] = int32(count)
			count++
		}
	}
	for u, i := range of {
		of[u] = number[i]
	}
	return of, count
}
