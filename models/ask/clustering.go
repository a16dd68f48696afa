package ask

import (
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/query"
)

// AverageClustering is the mean over all nodes of the share of their pairs of neighbours that are
// joined, 0 where there are none.
var AverageClustering = Statistic{
	Name: "average-clustering", least: 3, About: "the mean over all nodes of the share of their pairs of neighbours that are joined",
	mechanisms: []mechanism{{
		name: "a ladder of common neighbours", relations: edgeLevel,
		why: "an edge moves its ends and their common neighbours, each by one at most: in some graph that is nearly all nodes, but noise may be as large as the largest number of common neighbours, which an edge moves by one, if its tails are heavier [ZCPSX15]; " +
			"a tenth of ε says how large it was, for the interval",
		unfit: question.noLadder,
		ask: func(q question) ([]Value, []string, error) {
			v, facts, err := q.ladder("clustering", query.LocalClustering(q.of.Nodes), 2)
			v.High += nodes(q) / query.ClusteringUnit // shares are rounded down
			return []Value{v.times(1/nodes(q)).within(0, 1)}, facts, err
		},
	}},
	refusals: map[gdp.Relation]string{gdp.NodeLevel: movesClustering, gdp.NodeUnbounded: movesClustering},
}

const movesClustering = "one node can move it from 0 to nearly 1: joined to edges that share no node, it makes a triangle of each"
