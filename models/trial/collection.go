package trial

import (
	"context"
	"fmt"
	"math"

	"github.com/graphdp/graphdp/gdp/graph"
	"github.com/graphdp/graphdp/gdp/metric"
	"github.com/graphdp/graphdp/models/release"
)

// tableOf returns the statistics of each graph of a collection, by the definitions of [metric.DPGGANRow]. A graph
// without edges counts as GINI and REDE of 0.
func tableOf(ctx context.Context, c *graph.Collection) ([]metric.DPGGANRow, error) {
	list := make([]metric.DPGGANRow, len(c.Graphs))
	for i, w := range c.Graphs {
		r, err := metric.DPGGAN(ctx, w.Graph)
		if err != nil {
			return nil, fmt.Errorf("trial: graph %d: %w", i, err)
		}
		if math.IsNaN(r.GINI) {
			r.GINI = 0
		}
		if math.IsNaN(r.REDE) {
			r.REDE = 0
		}
		list[i] = r
	}
	return list, nil
}

// CollectionErrors returns the means over graphs of how far each statistic of a released graph is from that of the
// original. For GINI the reading does not matter where both have N nodes: with ranks from 0 it is smaller by 2/N in both.
func CollectionErrors(ctx context.Context, original, released *graph.Collection) (map[string]float64, error) {
	for _, c := range []*graph.Collection{original, released} {
		if err := c.Check(); err != nil {
			return nil, fmt.Errorf("trial: %w", err)
		}
	}
	if len(original.Graphs) == 0 || len(original.Graphs) != len(released.Graphs) {
		return nil, fmt.Errorf("trial: %d released graphs for %d originals", len(released.Graphs), len(original.Graphs))
	}
	a, err := tableOf(ctx, original)
	if err != nil {
		return nil, err
	}
	b, err := tableOf(ctx, released)
	if err != nil {
		return nil, err
	}
	sums := map[string]float64{}
	for i, x := range a {
		y := b[i]
		for name, d := range map[string]float64{"LCC": x.LCC - y.LCC, "TC": x.TC - y.TC, "CPL": x.CPL - y.CPL, "GINI": x.GINI - y.GINI, "REDE": x.REDE - y.REDE} {
			sums[name] += math.Abs(d) / float64(len(a))
		}
	}
	return sums, nil
}

func beginCollection(ctx context.Context, c *graph.Collection) measure {
	return func(r release.Release) (map[string]float64, error) {
		return CollectionErrors(ctx, c, r.(release.Graphs).Collection)
	}
}
