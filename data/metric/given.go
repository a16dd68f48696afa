package metric

import (
	"context"
	"errors"

	"github.com/graphdp/graphdp/data/graph"
)

// given refuses a nil context, and a nil graph.
func given(ctx context.Context, g *graph.Graph) error {
	if ctx == nil {
		return errors.New("metric: no context")
	}
	return givenGraph(g)
}

func givenGraph(g *graph.Graph) error {
	if g == nil {
		return errors.New("metric: no graph")
	}
	return nil
}
