package dpne

import (
	"errors"
	"math"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/embedding"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/release"
)

// onEnds attacks rows of one number each that were found once, beside the first factor, which is
// public: two nodes have an edge, or none, and the gradients of both show it.
var onEnds = method.Attack{
	Worlds: "two nodes, which are joined or not",
	Looks:  "by how much likelier their rows are with the edge",
	Make: func(gdp.Relation) ([2]*graph.Network, error) {
		return method.Joined(2, nil, graph.Edge{U: 0, V: 1})
	},
	Look: func(o method.Outcome) ([]float64, error) {
		x, ok := o.Release.(release.Embedding)
		d, seeded := o.Details.(embedding.Details)
		if !ok || !seeded || x.N() != 2 || x.Dim() != 1 {
			return nil, errors.New("dpne: no rows of two nodes to attack")
		}
		h := random(2, 1, d.Seed)
		inner, score := 2*(h[0]*h[0]+h[1]*h[1]+published.Ridge), 0.0
		for u := range 2 {
			was := float64(x.Row(int32(u))[0]) * inner
			score += math.Abs(was) - math.Abs(was-2*h[1-u])
		}
		return []float64{score}, nil
	},
}.With(4000, "Dim=1", "Rounds=1")
