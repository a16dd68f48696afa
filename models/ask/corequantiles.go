package ask

import (
	"fmt"

	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/query"
)

// coreShares are those of nodes whose core numbers CoreQuantiles asks for: one node in so many. The
// largest core number is asked for by itself: Degeneracy.
var coreShares = []int{2, 10, 100}

// CoreQuantiles is the core number that a half, a tenth and a hundredth of the nodes reach.
var CoreQuantiles = Statistic{
	Name: "core-quantiles", About: "the core number that a half, a tenth and a hundredth of the nodes have, or a larger one",
	mechanisms: []mechanism{{
		name: "discrete Laplace noise", relations: edgeLevel,
		why: "an edge moves every core number by one at most: three ranks are nearer than all nodes can be",
		ask: func(q question) ([]Value, []string, error) {
			var ranks []int
			for _, in := range coreShares {
				ranks = append(ranks, (q.of.Nodes+in-1)/in)
			}
			noisy, off, err := q.whole("core quantiles", query.CoreQuantiles[gdp.L1](q.s.Relation(), q.of.Nodes, ranks), q.eps, q.miss)
			if err != nil {
				return nil, nil, err
			}
			values := ascending(noisy, off, single(degreesUpTo(q), 0))
			for i, in := range coreShares {
				values[i].Of = fmt.Sprintf("one node in %d", in)
			}
			return values, nil, nil
		},
	}},
	refusals: map[gdp.Relation]string{gdp.NodeLevel: ranksShift, gdp.NodeUnbounded: ranksShift},
}

const ranksShift = "the core number of one node can be anything, and moves the ranks of others: where the numbers of two ranks are far apart, one node moves a rank from the one to the other; degeneracy says how large the largest is"
