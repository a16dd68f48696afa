package privdpr

import (
	"errors"

	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/release"
)

// onIsolated attacks the released share of isolated nodes, which has all the noise.
var onIsolated = method.Attack{
	Worlds:   "64 nodes, no edges but those of one node, which is joined to others (1 at edge level, else 40) or to nobody, or absent (node-unbounded)",
	Looks:    "the released share of nodes without an edge",
	Settings: []string{"Theta=1", "TriangleShare=0"}, Runs: 4000, Make: method.Hub(),
	Look: func(o method.Outcome) ([]float64, error) {
		d, ok := o.Details.(details)
		if !ok || len(d.Degrees) == 0 {
			return nil, errors.New("privdpr: the attack needs released degrees, and the outcome has none")
		}
		return d.Degrees[:1], nil
	},
}

// onEdges attacks the noisy edge count, with nearly all of ε where a mode pays for it.
var onEdges = method.Attack{
	Worlds: "as of any graph: 64 nodes with random edges; node 0 is joined to others, or to nobody", Looks: "the number of edges that were aimed at",
	Settings: []string{"Epochs=1", "Dim=8", "EdgeShare=0.99"}, Runs: 1000, Make: method.Star,
	Look: func(o method.Outcome) ([]float64, error) {
		if d, ok := o.Details.(details); ok {
			return []float64{float64(d.Edges)}, nil
		}
		g, ok := o.Release.(release.Graph)
		if !ok {
			return nil, errors.New("privdpr: the attack needs a released graph, and the outcome has none")
		}
		return []float64{float64(g.Graph.M())}, nil
	},
}
