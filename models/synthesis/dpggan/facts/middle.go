package facts

import (
	"context"
	"math"
	"slices"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/metric"
)

// visited is a graph that the chain went through, with its statistics.
type visited struct {
	graph *graph.Graph
	is    [5]float64
}

func visit(ctx context.Context, x *pairs) (v visited, err error) {
	if v.graph, err = x.graph(); err != nil {
		return v, err
	}
	row, err := metric.DPGGAN(ctx, v.graph)
	v.is = [5]float64{row.LCC, row.TC, row.CPL, row.GINI, row.REDE}
	for k, y := range v.is {
		if math.IsNaN(y) { // without edges
			v.is[k] = 0
		}
	}
	return v, err
}

// middle returns the graph whose statistics are nearest to the medians of all, each by how far
// graphs are from it on average.
func middle(list []visited) visited {
	far := make([]float64, len(list))
	for k := range list[0].is {
		var all []float64
		for _, v := range list {
			all = append(all, v.is[k])
		}
		slices.Sort(all)
		median, apart := all[len(all)/2], 0.0
		for _, x := range all {
			apart += math.Abs(x-median) / float64(len(all))
		}
		for i, v := range list {
			if apart > 0 {
				far[i] += math.Abs(v.is[k]-median) / apart
			}
		}
	}
	at := 0
	for i, x := range far {
		if x < far[at] {
			at = i
		}
	}
	return list[at]
}
