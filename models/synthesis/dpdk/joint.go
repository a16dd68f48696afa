package dpdk

import (
	"fmt"
	"math"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/estimate/posterior"
	"github.com/graphdp/graphdp/models/method/checkpoint"
	"github.com/graphdp/graphdp/models/synthesis/blocks"
)

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
