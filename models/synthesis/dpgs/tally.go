package dpgs

import (
	"math"

	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/query"
)

// tally is how the edges between clusters are counted.
type tally struct {
	nodes, k int
	from     string  // which clusters they are
	noise    float64 // of each cell
	edges    float64 // of the number of all edges, which is asked for apart; 0: it is the sum of all cells
}

// cells releases all cells.
func (t tally) cells(clusters []int32) gdp.Release[[]float64] {
	return gdp.NewGaussianMultiplier("counts", countQuery(t.from, clusters, t.k), t.noise)
}

// total releases the number of edges.
func (t tally) total() gdp.Release[[]float64] {
	return gdp.NewGaussianMultiplier("edges", query.EdgeCount[gdp.L2](gdp.EdgeLevel, t.nodes, t.nodes), t.edges)
}

// spends are all that is drawn.
func (t tally) spends() []gdp.Spend {
	list := []gdp.Spend{t.cells(make([]int32, t.nodes))}
	if t.edges > 0 {
		list = append(list, t.total())
	}
	return list
}

// draw counts, and keeps what stands out.
func (t tally) draw(s *gdp.Session, clusters []int32) (*SummaryGraph, error) {
	total := math.NaN()
	if t.edges > 0 {
		noisy, err := t.total().Draw(s)
		if err != nil {
			return nil, err
		}
		total = noisy[0]
	}
	noisy, err := t.cells(clusters).Draw(s)
	if err != nil {
		return nil, err
	}
	return summaryOf(clusters, t.k, noisy, t.noise, total), nil
}
