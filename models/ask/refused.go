package ask

import (
	"github.com/graphdp/graphdp/data/metric"
	"github.com/graphdp/graphdp/gdp"
)

// AverageClustering is the mean over all nodes of how many of their pairs of neighbours are joined.
// No mechanism is known.
var AverageClustering = Statistic{
	Name: "average-clustering", About: "the mean share of joined pairs of neighbours: refused, with the reason",
	exact:    number(metric.AverageClustering),
	refusals: everywhere("one edge can move it from 0 to nearly 1: it closes the only wedge of all nodes whose two neighbours are its ends; transitivity says how many of all wedges are closed"),
}

// CoreNumbers is the number of nodes of each core number. No mechanism is known.
var CoreNumbers = Statistic{
	Name: "core-numbers", About: "the number of nodes of each core number: refused, with the reason",
	exact:    listed(0, coreSizes),
	refusals: everywhere("one edge can move that of every node: it makes a cycle of a path; degeneracy is the largest of them"),
}

func everywhere(why string) map[gdp.Relation]string {
	reasons := map[gdp.Relation]string{}
	for _, rel := range anyLevel {
		reasons[rel] = why
	}
	return reasons
}
