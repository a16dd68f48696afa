package ask

import (
	"github.com/graphdp/graphdp/data/metric"
	"github.com/graphdp/graphdp/gdp/query"
)

// AverageClustering is the mean over all nodes of the share of their pairs of neighbours that are
// joined, 0 where there are none.
var AverageClustering = Statistic{
	Name: "average-clustering", least: 3, About: "average local clustering coefficient",
	exact: number(metric.AverageClustering),
	mechanisms: []mechanism{{
		name: "ladder mechanism on the local sensitivity", relations: edgeLevel,
		why: "the global sensitivity is close to 1, the local sensitivity usually much smaller; " +
			"the ladder mechanism adapts to it with heavier tails [ZCPSX15]; ε/5 bounds it for the interval",
		unfit: clusteringByLadder.unfit,
		ask: func(q question) ([]Value, []string, error) {
			v, facts, err := clusteringByLadder.ask(q, query.ClusteringUnit*nodes(q))
			v.High += 1. / query.ClusteringUnit // shares are rounded down
			return []Value{v.within(0, 1)}, facts, err
		},
	}},
	refusals: ofNodes(movesClustering),
}

// clusteringByLadder has a small first reach: those of graphs are small.
var clusteringByLadder = ladder{label: "clustering", of: query.LocalClustering, share: 0.2, least: 6}

const movesClustering = "one node can change it from 0 to nearly 1, by closing a triangle over every edge of a matching"
