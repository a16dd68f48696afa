package ask

import (
	"fmt"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/query"
)

// coreShares are the quantiles of CoreQuantiles, as one node in so many. [Degeneracy] asks for the
// largest core number.
var coreShares = []int{2, 10, 100}

// CoreQuantiles is the core number reached by a half, a tenth and a hundredth of the nodes.
var CoreQuantiles = Statistic{
	Name: "core-quantiles", About: "core number at the median, 90th and 99th percentile of nodes",
	exact: func(net *graph.Network) ([]Value, error) {
		values, err := counts(func(n int) gdp.Bounded[gdp.L1] { return query.CoreQuantiles[gdp.L1](gdp.EdgeLevel, n, coreRanks(n)) })(net)
		return sharesOfNodes(values), err
	},
	mechanisms: []mechanism{{
		name: "discrete Laplace noise", relations: edgeLevel,
		why: "one edge changes each core number by at most 1, so three percentiles need little noise",
		ask: func(q question) ([]Value, []string, error) {
			noisy, off, err := q.whole("core quantiles", query.CoreQuantiles[gdp.L1](q.s.Relation(), q.of.Nodes, coreRanks(q.of.Nodes)), q.eps, q.miss)
			if err != nil {
				return nil, nil, err
			}
			return sharesOfNodes(ascending(noisy, off, single(degreesUpTo(q), 0))), nil, nil
		},
	}},
	refusals: ofNodes(ranksShift),
}

// coreRanks returns the ranks of the queried core numbers among n nodes.
func coreRanks(n int) (ranks []int) {
	for _, in := range coreShares {
		ranks = append(ranks, (n+in-1)/in)
	}
	return ranks
}

// sharesOfNodes labels each value with the share of nodes that reach it.
func sharesOfNodes(values []Value) []Value {
	for i := range values {
		values[i].Of = fmt.Sprintf("one node in %d", coreShares[i])
	}
	return values
}

const ranksShift = "one node can move a percentile across any gap between core numbers; ask for degeneracy, the largest core number, instead"
