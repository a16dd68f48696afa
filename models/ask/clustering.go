package ask

import (
	"github.com/graphdp/graphdp/data/metric"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/query"
)

// AverageClustering is the mean over all nodes of the share of their pairs of neighbours that are
// joined, 0 where there are none.
var AverageClustering = Statistic{
	Name: "average-clustering", least: 3, About: "average local clustering coefficient",
	exact: number(metric.AverageClustering),
	mechanisms: []mechanism{{
		name: "a ladder of shares", relations: edgeLevel,
		why: "an edge moves each of its two ends by one at most, and their common neighbours by the share of one pair, which is small where these have many neighbours. In the worst graph that is nearly everything; near the graph at hand it is less, " +
			"and noise may be of its size, which an edge changes little, if its tails are heavier [ZCPSX15]; a fifth of ε says how large it was, for the interval",
		unfit: clusteringByLadder.unfit,
		ask: func(q question) ([]Value, []string, error) {
			v, facts, err := clusteringByLadder.ask(q, query.ClusteringUnit*nodes(q))
			v.High += 1. / query.ClusteringUnit // shares are rounded down
			return []Value{v.within(0, 1)}, facts, err
		},
	}},
	refusals: map[gdp.Relation]string{gdp.NodeLevel: movesClustering, gdp.NodeUnbounded: movesClustering},
}

// clusteringByLadder has a small first reach: those of graphs are small.
var clusteringByLadder = ladder{label: "clustering", of: query.LocalClustering, share: 0.2, least: 6}

const movesClustering = "one node can move it from 0 to nearly 1: joined to edges that share no node, it makes a triangle of each"
