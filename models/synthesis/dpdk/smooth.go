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

// Smooth asks how many edges join nodes of each two degrees, with noise by how far an edge moves
// these numbers in the graph at hand and in those near it.
type Smooth struct{}

// bySmooth is what the paper claims of the 2K-series.
var bySmooth = gdp.Claim{
	Source:    "[DPDK13] 2K, by smooth sensitivity",
	Statement: "numbers of edges between degrees, each with Laplace noise of 2/ε times their smooth sensitivity, are (ε, δ)-private",
	Why:       "the smoothness β is that of one number, while every pair of degrees has its own; the pairs end at the maximum degree, which is read without noise",
}

// mostCells is the largest number of pairs of degrees. A graph of 11,585 nodes has no more.
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

// largestOf is the largest degree, or 1 where there is no edge.
func largestOf(g *graph.Graph) int {
	largest := 1
	for _, d := range g.Degrees() {
		largest = max(largest, int(d))
	}
	return largest
}

// smooth returns the smooth sensitivity of the 2K-series of n nodes: the largest of exp(-βt) times
// how far an edge may move it in a graph that t edges lead to, where no degree is t larger than the
// largest.
func smooth(largest, n int, beta float64) (most float64) {
	for t := range n {
		most = max(most, math.Exp(-beta*float64(t))*within(largest+t, n)) // [DPDK13] 2K
	}
	return most
}

// within is how far an edge moves the 2K-series of n nodes at most, where no degree is above the
// largest before it comes: all edges of both its ends go from one number to another. A node that it
// comes to had n - 2 neighbours at most.
func within(largest, n int) float64 { return float64(4*min(largest, n-2) + 1) } // [SZWZZ11]

// Joint asks for the degree of every node, and how many edges join nodes of two classes of these
// degrees, as they were answered.
type Joint struct {
	Ratio         float64 `range:"[1.1,64]"` // of the largest degree of a class to its least
	CountShare    float64 `range:"(0,0.5)"`  // of ε for edges within and between classes
	TriangleShare float64 `range:"[0,0.5)"`  // of ε for the number of triangles, of which the series says nothing; the rest is for degrees
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

// classes are those of like degrees, of which none is empty: the least first.
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
