package ask

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/metric"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/query"
)

// Exact computes the statistic in the clear: the values of a noiseless answer at edge level, as
// point intervals. Errors are measured against it.
func (x Statistic) Exact(net *graph.Network) ([]Value, error) {
	if net == nil || net.Graph == nil {
		return nil, fmt.Errorf("ask: %s: no graph given", x.Name)
	}
	g := net.Graph.Undirected()
	if g.N() < max(x.least, 2) {
		return nil, fmt.Errorf("ask: %s: the graph has %d nodes and needs at least %d", x.Name, g.N(), max(x.least, 2))
	}
	if x.exact == nil {
		return nil, fmt.Errorf("ask: %s has no exact count", x.Name)
	}
	return x.exact(&graph.Network{Graph: g, IDs: net.IDs, Attrs: net.Attrs, Labels: net.Labels, Classes: net.Classes})
}

// counting computes a statistic of an undirected graph in the clear.
type counting func(net *graph.Network) ([]Value, error)

// number returns the counting of a single number.
func number(of func(g *graph.Graph) float64) counting {
	return func(net *graph.Network) ([]Value, error) { return []Value{single(of(net.Graph), 0)}, nil }
}

// listed returns the counting of a number for each k from from on.
func listed[T int | int32 | int64](from int, of func(g *graph.Graph) []T) counting {
	return func(net *graph.Network) (values []Value, err error) {
		for i, x := range of(net.Graph) {
			v := single(float64(x), 0)
			v.Of = strconv.Itoa(from + i)
			values = append(values, v)
		}
		return values, nil
	}
}

// counts returns the counting of a query that truncates nothing.
func counts(of func(n int) gdp.Bounded[gdp.L1]) counting {
	return func(net *graph.Network) (values []Value, err error) {
		x, err := of(net.Graph.N()).Eval(&gdp.Data{Network: net})
		for _, x := range x {
			values = append(values, single(x, 0))
		}
		return values, err
	}
}

func degreesOf(g *graph.Graph) []int64 { // of degree 0 to n-1
	h := metric.DegreeHistogram(g)
	return append(h, make([]int64, g.N()-len(h))...)
}

func atLeast(g *graph.Graph) []int64 { return upwards(degreesOf(g)) }

// upwards returns the cumulative sums from the end.
func upwards(counts []int64) []int64 {
	for k := len(counts) - 1; k > 0; k-- {
		counts[k-1] += counts[k]
	}
	return counts
}

func ascendingDegrees(g *graph.Graph) []int32 { return slices.Sorted(slices.Values(g.Degrees())) }

func ofCoresFrom1(g *graph.Graph) []int64 { // nodes of at least each core number
	sizes := make([]int64, g.N())
	for _, k := range metric.Cores(g) {
		sizes[k]++
	}
	return upwards(sizes)[1:]
}

// inClasses returns the counting of a function of the edge counts between public classes.
func inClasses(sum func(mixed []Value, classes int) []Value) counting {
	return func(net *graph.Network) ([]Value, error) {
		q := question{of: gdp.Public{Nodes: net.Graph.N(), Labels: net.Labels, Classes: net.Classes}}
		if why := unclassed(q); why != "" {
			return nil, fmt.Errorf("ask: %s", why)
		}
		of, names := q.classes()
		mixed, err := counts(func(int) gdp.Bounded[gdp.L1] { return query.BlockCounts[gdp.L1](gdp.EdgeLevel, of, len(names)) })(net)
		if err != nil {
			return nil, err
		}
		for b := range names {
			for a := range b + 1 {
				mixed[query.BlockCell(int32(a), int32(b))].Of = cellName(names, a, b)
			}
		}
		return sum(mixed, len(names)), nil
	}
}

// between sums the edges between different classes.
func between(mixed []Value, classes int) []Value {
	cut := 0.0
	for b := range int32(classes) {
		for a := range b {
			cut += mixed[query.BlockCell(a, b)].Value
		}
	}
	return []Value{single(cut, 0)}
}
