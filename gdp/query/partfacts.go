package query

import (
	"fmt"
	"hash/fnv"
	"slices"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/metric"
	"github.com/graphdp/graphdp/gdp"
)

// onParts returns a query that asks each part of the nodes, as [EdgeCounts] has them, for as many
// numbers as the name says, at edge level. What else the answer depends on is part of the name.
func onParts[N gdp.Norm](rel gdp.Relation, what string, sizes []int, depends any, basis gdp.Proof, bound norms, ask func(part int, g *graph.Graph) ([]float64, error)) gdp.Bounded[N] {
	n, h := 0, fnv.New64a()
	for _, size := range sizes {
		if n += size; size < 0 {
			n = 0
			break
		}
	}
	_, _ = fmt.Fprintln(h, sizes, depends)
	return bounded[N](rel, definition{
		name: fmt.Sprintf("%s of %d parts %016x", what, len(sizes), h.Sum64()), n: n, cap: n - 1,
		basis:  basis,
		bounds: map[gdp.Relation]norms{gdp.EdgeLevel: bound},
		eval: func(g *graph.Graph, _ []bool) ([]float64, error) {
			var values []float64
			first := int32(0)
			for part, size := range sizes {
				within, err := between(g, first, first+int32(size))
				if err != nil {
					return nil, err
				}
				answer, err := ask(part, within)
				if err != nil {
					return nil, err
				}
				values = append(values, answer...)
				first += int32(size)
			}
			return values, nil
		},
	})
}

// between is the graph of the nodes from first on, before end.
func between(g *graph.Graph, first, end int32) (*graph.Graph, error) {
	if first == 0 && int(end) == g.N() {
		return g, nil
	}
	var edges []graph.Edge
	for u := first; u < end; u++ {
		for _, v := range g.Neighbors(u) {
			if u < v && v < end {
				edges = append(edges, graph.Edge{U: u - first, V: v - first})
			}
		}
	}
	within, _, err := graph.FromEdges(int(end-first), edges, graph.Options{})
	return within, err
}

// LargestDegrees returns the largest degree of each part.
func LargestDegrees[N gdp.Norm](rel gdp.Relation, sizes []int) gdp.Bounded[N] {
	return onParts[N](rel, "largest degrees", sizes, nil, gdp.Proof{Doc: "proofs/queries.md#largest-degrees", Test: "TestLargestDegrees"}, one(1), func(_ int, g *graph.Graph) ([]float64, error) {
		most := int32(0)
		for _, d := range g.Degrees() {
			most = max(most, d)
		}
		return scalar(float64(most))
	})
}

// Components returns the number of connected components of each part.
func Components[N gdp.Norm](rel gdp.Relation, sizes []int) gdp.Bounded[N] {
	return onParts[N](rel, "components", sizes, nil, gdp.Proof{Doc: "proofs/queries.md#components", Test: "TestComponents"}, one(1), func(_ int, g *graph.Graph) ([]float64, error) {
		return scalar(float64(len(g.Components().Sizes)))
	})
}

// DegreeBands returns for each part, and each of its bands of degrees, how much of the degrees of
// its nodes lies in the band: a node of degree d has min(d, high) - low in the band low … high, and
// nothing if d is below low. The bands of a part are given by their ascending ends, len(ends) - 1
// of them.
func DegreeBands[N gdp.Norm](rel gdp.Relation, sizes []int, ends [][]int) gdp.Bounded[N] {
	bound := norms{2, 2, 2}
	valid := len(ends) == len(sizes)
	for _, list := range ends {
		valid = valid && len(list) > 1 && list[0] >= 0 && slices.IsSorted(list)
	}
	if !valid {
		sizes = nil // which has no bound
	}
	return onParts[N](rel, "degree bands", sizes, ends, gdp.Proof{Doc: "proofs/queries.md#degree-bands", Test: "TestDegreeBands"}, bound, func(part int, g *graph.Graph) ([]float64, error) {
		list := ends[part]
		sums := make([]float64, len(list)-1)
		for _, d := range g.Degrees() {
			for i := range sums {
				sums[i] += float64(max(0, min(int(d), list[i+1])-list[i]))
			}
		}
		return sums, nil
	})
}

// DegreeGaps returns for each part of n nodes the sum over all pairs of them of how far their
// degrees are apart, in eighths of n - 2 and rounded down: Gini's coefficient of the degrees, but
// for the number of edges. A part of less than three nodes has 0.
func DegreeGaps[N gdp.Norm](rel gdp.Relation, sizes []int) gdp.Bounded[N] {
	return onParts[N](rel, "gaps of degrees", sizes, nil, gdp.Proof{Doc: "proofs/queries.md#degree-gaps", Test: "TestDegreeGaps"}, one(16), func(_ int, g *graph.Graph) ([]float64, error) {
		degrees := g.Degrees()
		slices.Sort(degrees)
		sum, n := int64(0), int64(len(degrees))
		for k, d := range degrees {
			sum += (2*int64(k) - n + 1) * int64(d)
		}
		return scalar(float64(8 * sum / max(n-2, 1)))
	})
}

// EdgePackings returns for each part the most that its triangles can weigh together when each
// weighs at most 1 and those at an edge at most most[part] together, divided by most[part]. Where
// no edge is in more triangles than that, it is their number divided by it. The answer is too small
// by a 64th at the worst, which the bound counts.
func EdgePackings[N gdp.Norm](rel gdp.Relation, sizes, most []int) gdp.Bounded[N] {
	valid := len(most) == len(sizes)
	for _, m := range most {
		valid = valid && m >= 1 && m <= 1<<20
	}
	if !valid {
		sizes = nil
	}
	b := 1 + slackOf(1)
	return onParts[N](rel, "packings of triangles into edges", sizes, most, gdp.Proof{Doc: "proofs/queries.md#edge-packings", Test: "TestEdgePackings"}, norms{b, b, b}, func(part int, g *graph.Graph) ([]float64, error) {
		weight, err := EdgePacking(g, most[part])
		return []float64{weight / float64(most[part])}, err
	})
}

// EdgePacking returns the most that the triangles of a graph can weigh together when each
// weighs at most 1 and those at an edge at most most together, less most/64 at the worst. It reads
// the graph as it is: for a private one ask [EdgePackings].
func EdgePacking(g *graph.Graph, most int) (float64, error) {
	if g == nil || g.Directed() || most < 1 || most > 1<<20 {
		return 0, fmt.Errorf("query: want an undirected graph to pack triangles of, and a room of 1 … %d, not %d", 1<<20, most)
	}
	if mostCommon(g) <= most { // no edge is in more triangles: they all fit, and are counted on all cores
		total, _ := metric.Triangles(g)
		return float64(total), nil
	}
	// What packs into nodes packs into edges.
	return pack(g.M(), most, func(yield func(edges, _ triangle)) {
		eachTriangle(g, func(nodes, edges triangle) { yield(edges, nodes) })
	}), nil
}
