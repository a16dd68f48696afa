package ask

import "github.com/graphdp/graphdp/gdp"

// CoreNumbers is the number of nodes of each core number. No mechanism is known.
var CoreNumbers = Statistic{
	Name: "core-numbers", About: "the number of nodes of each core number: refused, with the reason",
	refusals: everywhere("one edge can move that of every node: it makes a cycle of a path; degeneracy is the largest of them"),
}

func everywhere(why string) map[gdp.Relation]string {
	reasons := map[gdp.Relation]string{}
	for _, rel := range anyLevel {
		reasons[rel] = why
	}
	return reasons
}
