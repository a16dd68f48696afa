package ask

import "github.com/graphdp/graphdp/gdp"

// AverageClustering is the mean over all nodes of how many of their pairs of neighbours are joined.
// No mechanism is known.
var AverageClustering = Statistic{
	Name: "average-clustering", About: "the mean share of joined pairs of neighbours: refused, with the reason",
	refusals: everywhere("one edge can move it from 0 to nearly 1: it closes the only wedge of all nodes whose two neighbours are its ends; transitivity says how many of all wedges are closed"),
}

func everywhere(why string) map[gdp.Relation]string {
	reasons := map[gdp.Relation]string{}
	for _, rel := range anyLevel {
		reasons[rel] = why
	}
	return reasons
}
