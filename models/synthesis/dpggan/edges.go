package dpggan

import (
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/query"
)

// edgeCounts is the release of the number of edges of every graph with two-sided geometric
// noise. One edge is in one graph, so all of them together cost ε.
func (k known) edgeCounts(label string, eps gdp.Epsilon) gdp.Release[[]int64] {
	return gdp.NewDiscreteLaplace(label, query.EdgeCounts[gdp.L1](gdp.EdgeLevel, k.sizes), eps)
}

// within returns noisy numbers of edges as numbers that graphs of these sizes can have.
func (k known) within(noisy []int64) []int {
	counts := make([]int, len(noisy))
	for i, m := range noisy {
		counts[i] = int(min(max(m, 0), pairs(k.sizes[i])))
	}
	return counts
}
