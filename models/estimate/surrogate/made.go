// Package surrogate generates graphs with the public facts of a private one, so that queries and
// errors can be planned before anything is paid.
package surrogate

import (
	"errors"
	"fmt"
	"math/rand/v2"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/gen"
	"github.com/graphdp/graphdp/gdp"
)

// MeanDegrees are the mean degrees of the graphs for plans.
var MeanDegrees = []float64{5, 20, 80}

// Up returns a random graph of a given mean degree with the public facts of a private graph, or a
// collection of such graphs. Seven of ten edges are within classes, or within ten groups if there
// are no public classes; degrees follow a power law.
func Up(public gdp.Public, mean float64) (*graph.Network, *graph.Collection, error) {
	r := rand.New(rand.NewPCG(0x706c616e, uint64(mean)))
	if public.Sizes == nil {
		net, err := madeGraph(public.Nodes, public.Labels, public.Classes, mean, r)
		if err != nil {
			return nil, nil, err
		}
		if net.Attrs = public.Attrs; net.Attrs == nil && public.Columns > 0 {
			classes := max(len(net.Classes), 2)
			own := public.Columns / classes
			if net.Attrs, err = gen.Words(net.Labels, classes, gen.Vocabulary{Columns: public.Columns, PerNode: min(own, 20), OwnShare: 0.5}, r); err != nil {
				return nil, nil, err
			}
		}
		return net, nil, nil
	}
	c := &graph.Collection{Labels: public.GraphLabels, Classes: public.GraphClasses}
	for _, n := range public.Sizes {
		net, err := madeGraph(n, nil, nil, mean, r)
		if err != nil {
			return nil, nil, err
		}
		c.Graphs = append(c.Graphs, net)
	}
	return nil, c, nil
}

func madeGraph(n int, labels []int32, classes []string, mean float64, r *rand.Rand) (*graph.Network, error) {
	if n < 2 {
		return nil, errors.New("a graph of fewer than two nodes has no edges to plan for")
	}
	groups := len(classes)
	if groups == 0 {
		groups = min(10, n)
	}
	own, theta, of, all := make([]int32, n), make([]float64, n), make([]float64, groups), 0.0
	for u := range n {
		if own[u] = r.Int32N(int32(groups)); labels != nil && labels[u] >= 0 {
			own[u] = labels[u]
		}
		theta[u] = min(30, 1/(1-r.Float64())) // power-law tail with exponent 2, truncated
		of[own[u]] += theta[u]
		all += theta[u]
	}
	edges, within := min(mean, float64(n-1))*float64(n)/2, 0.0
	for _, x := range of {
		within += x * x
	}
	rates := make([][]float64, groups)
	for i := range rates {
		for j := range rates {
			rate := 0.0
			switch between := all*all - within; {
			case i == j && between == 0:
				rate = 2 * edges / within
			case i == j:
				rate = 2 * 0.7 * edges / within
			case between > 0:
				rate = 2 * 0.3 * edges / between
			}
			rates[i] = append(rates[i], rate)
		}
	}
	net, err := gen.DegreeCorrectedSBM(own, theta, rates, r)
	if err != nil {
		return nil, err
	}
	if labels != nil {
		net.Labels = labels
	}
	if net.Classes = classes; classes == nil {
		for i := range groups {
			net.Classes = append(net.Classes, fmt.Sprint("group ", i+1))
		}
	}
	return net, nil
}
