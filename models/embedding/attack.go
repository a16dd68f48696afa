package embedding

import (
	"errors"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/estimate/aggregate"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/release"
)

// size is the number of nodes of the attack graphs of [OnHubs].
const size = 150

// Sums describes the noisy sums of an attacked method.
type Sums struct {
	Of func(g *graph.Graph, r aggregate.Rows) []float64
	// Undo returns the factor that restores the length of the noisy sum from a released row; known
	// is the sum without the edge.
	Undo func(row []float32, known []float64) float64
}

// OnHubs attacks rows of dim noisy sums over public random rows. Nodes 0 and 1 are joined to all
// others, so that noise hardly changes the length of their rows. The attacker knows the sum over
// all other edges, and looks in the direction of the contribution of their edge.
func OnHubs(dim int, sums Sums) method.Attack {
	return method.Attack{
		Worlds: "150 nodes; nodes 0 and 1 are joined to all others, and to each other or not",
		Looks:  "the rows of nodes 0 and 1 where their edge moves them, which is public",
		Runs:   4000,
		Make:   worlds,
		Look: func(o method.Outcome) ([]float64, error) {
			x, ok := o.Release.(release.Embedding)
			d, seeded := o.Details.(Details)
			if !ok || !seeded || x.N() != size || x.Dim() != dim {
				return nil, errors.New("embedding: no rows of noisy sums to attack")
			}
			both, err := worlds(gdp.EdgeLevel)
			if err != nil {
				return nil, err
			}
			r := aggregate.Random(size, dim, d.Seed)
			without, with := sums.Of(both[0].Graph, r), sums.Of(both[1].Graph, r)
			score := 0.0
			for u := range 2 {
				known, row := without[u*dim:][:dim], x.Row(int32(u))
				long := sums.Undo(row, known)
				for i, was := range known {
					score += (long*float64(row[i]) - was) * (with[u*dim+i] - was)
				}
			}
			return []float64{score}, nil
		},
	}
}

// worlds returns two nodes joined to all others, without and with their edge.
func worlds(gdp.Relation) ([2]*graph.Network, error) {
	var edges []graph.Edge
	for v := int32(2); v < size; v++ {
		edges = append(edges, graph.Edge{U: 0, V: v}, graph.Edge{U: 1, V: v})
	}
	return method.Joined(size, edges, graph.Edge{U: 0, V: 1})
}
