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

// cells releases all cells, where there are few clusters.
func (t tally) cells(clusters []int32) gdp.Release[[]float64] {
	return gdp.NewGaussianMultiplier("counts", countQuery(t.from, clusters, t.k), t.noise)
}

// top releases the largest cells, where there are many: a part of what cells would. Noise on empty
// cells is drawn where it is among these, and nowhere else. What is kept of them has more than a
// threshold of 5 to 7 standard deviations, so that four cells a node are enough unless a node has
// more than twenty times that many edges.
func (t tally) top(clusters []int32) gdp.Release[[]gdp.Entries] {
	return gdp.NewGaussianTop("counts", occupiedQuery(t.from, clusters, t.k), min(cellCount(t.k), 4*t.nodes), t.noise)
}

// total releases the number of edges.
func (t tally) total() gdp.Release[[]float64] {
	return gdp.NewGaussianMultiplier("edges", query.EdgeCount[gdp.L2](gdp.EdgeLevel, t.nodes, t.nodes), t.edges)
}

// spends are all that is drawn.
func (t tally) spends() []gdp.Spend {
	none := make([]int32, t.nodes)
	list := []gdp.Spend{t.cells(none)}
	if t.k > mostDense {
		list[0] = t.top(none)
	}
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
	if t.k > mostDense {
		rows, err := t.top(clusters).Draw(s)
		if err != nil {
			return nil, err
		}
		return summaryOf(clusters, t.k, rows[0], t.noise, total), nil
	}
	noisy, err := t.cells(clusters).Draw(s)
	if err != nil {
		return nil, err
	}
	return summaryOf(clusters, t.k, dense(noisy), t.noise, total), nil
}
