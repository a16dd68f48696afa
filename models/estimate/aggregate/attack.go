package aggregate

import (
	"fmt"
	"math"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/release"
)

// Releases is a model with noisy sums.
type Releases interface {
	// Noisy returns the sums of all nodes for each hop, and their dimension.
	Noisy() (hops [][]float32, width int)
}

// Attack is the audit attack on methods that release sums: all nodes have the same word and so the
// same row; the nodes of a ring show its direction.
var Attack = method.Attack{
	Worlds:   "nodes of two classes with one word; most of 60 are a ring, and nodes 0 and 1 have an edge, or none at all (edge); or the last of 200 is joined to 160 others, who have no other edge, or absent (node-unbounded)",
	Looks:    "the scores of node 0, how far the sums of nodes 0 and 1 go where those of the others do, and how long that of the last node is",
	Settings: method.AllLearn, Make: worlds, Look: look,
}

// size is the number of nodes of the neighbouring graphs.
func size(rel gdp.Relation) int {
	if rel == gdp.EdgeLevel {
		return 60
	}
	return 200
}

func worlds(rel gdp.Relation) (worlds [2]*graph.Network, err error) {
	for world := range worlds {
		n, edges := size(rel), []graph.Edge(nil)
		switch {
		case rel == gdp.EdgeLevel:
			const ring = 57
			for u := range int32(ring) {
				edges = append(edges, graph.Edge{U: 2 + u, V: 2 + (u+1)%ring})
			}
			if world == 1 {
				edges = append(edges, graph.Edge{U: 0, V: 1})
			}
		case world == 0:
			n--
		default:
			for v := range int32(160) {
				edges = append(edges, graph.Edge{U: int32(n) - 1, V: 2 + v})
			}
		}
		worlds[world], err = method.TwoClasses(n, 1, edges, func(int) (int32, float32) { return 0, 1 })
		if err != nil {
			return worlds, err
		}
	}
	return worlds, nil
}

func look(o method.Outcome) ([]float64, error) {
	c, err := method.ReleaseOf[release.Classifier](o)
	if err != nil {
		return nil, err
	}
	m, ok := c.Model.(Releases)
	if !ok {
		return nil, fmt.Errorf("aggregate: a %T has no sums to attack", c.Model)
	}
	nets, err := worlds(gdp.EdgeLevel)
	if err != nil {
		return nil, err
	}
	scores, err := c.Scores(nets[0], 0)
	if err != nil {
		return nil, err
	}
	seen := []float64{float64(scores[1] - scores[0])}
	hops, width := m.Noisy()
	for _, sums := range hops {
		last := len(sums)/width - 1
		at := func(u int) []float32 { return sums[u*width:][:width] }
		way, squares := make([]float64, width), 0.0
		for u := 2; u < last; u++ {
			for i, x := range at(u) {
				way[i] += float64(x)
			}
		}
		for _, x := range way {
			squares += x * x
		}
		along := func(u int) (product float64) {
			for i, x := range at(u) {
				product += float64(x) * way[i] / max(math.Sqrt(squares), 1e-30)
			}
			return product
		}
		length := 0.0
		for _, x := range at(last) {
			length += float64(x) * float64(x)
		}
		seen = append(seen, along(0)+along(1), math.Sqrt(length))
	}
	return seen, nil
}
