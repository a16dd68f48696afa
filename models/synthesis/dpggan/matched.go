package dpggan

import (
	"context"
	"math/rand/v2"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/gen"
	"github.com/graphdp/graphdp/models/method"
)

// Matched is the control for what has the true numbers of edges: uniform graphs that have them.
type Matched struct{}

// run makes the control: [NullMatched]. It reads the numbers of edges in the clear.
func (Matched) run(ctx context.Context, of *graph.Collection, k known, seed uint64, _ *method.Watch) (*Result, error) {
	r, random := k.result(), rand.New(rand.NewPCG(seed, 0x6d617463686564))
	for i, w := range of.Graphs {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		g, err := gen.GNM(k.sizes[i], w.Graph.Undirected().M(), random)
		if err != nil {
			return nil, err
		}
		r.Graphs = append(r.Graphs, g)
	}
	return r, nil
}
