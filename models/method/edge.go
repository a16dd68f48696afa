package method

import (
	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/method/release"
)

// OnEdge attacks edge-level classifiers that have scores for all nodes.
func OnEdge() Attack {
	return Attack{
		Worlds: "60 nodes of two classes with a word each, joined to their class; node 0 has no word, and an edge to node 1 or none at all",
		Looks:  "the scores of both nodes",
		Make:   isolatedEdge, Look: ScoresOf(0, 1),
	}
}

// attacked is the number of nodes of the two graphs.
const attacked = 60

// isolatedEdge returns neighbouring graphs: two classes with a word each, whose nodes have eight
// neighbours in their class. Node 0 has no word, and node 1 that of class 1; the edge between them
// is present or not. So a prediction for node 0 depends on its neighbour.
func isolatedEdge(gdp.Relation) (worlds [2]*graph.Network, err error) {
	var edges []graph.Edge
	for u := int32(2); u < attacked; u++ {
		for far := int32(2); far <= 8; far += 2 {
			edges = append(edges, graph.Edge{U: u, V: 2 + (u-2+far)%(attacked-2)})
		}
	}
	for world := range worlds {
		if world == 1 {
			edges = append(edges, graph.Edge{U: 0, V: 1})
		}
		worlds[world], err = TwoClasses(attacked, 2, edges, func(u int) (int32, float32) {
			if u == 0 {
				return -1, 0
			}
			return int32(u % 2), 1
		})
		if err != nil {
			return worlds, err
		}
	}
	return worlds, nil
}

// ScoresOf returns a look at the log-odds of class 1 against class 0 for some nodes.
func ScoresOf(nodes ...int32) func(o Outcome) ([]float64, error) {
	return func(o Outcome) (seen []float64, err error) {
		c, err := ReleaseOf[release.Classifier](o)
		if err != nil {
			return nil, err
		}
		for _, u := range nodes {
			scores, err := c.Scores(nil, u)
			if err != nil {
				return nil, err
			}
			seen = append(seen, float64(scores[1]-scores[0]))
		}
		return seen, nil
	}
}
