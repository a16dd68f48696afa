package query

import (
	"fmt"
	"hash/fnv"
	"slices"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/metric"
	"github.com/graphdp/graphdp/gdp"
)

// onParts returns a query that computes statistics of each part of the nodes, with parts as in
// [EdgeCounts], at edge level. The name includes everything else that the answer depends on.
func onParts[N gdp.Norm](rel gdp.Relation, what string, sizes []int, depends any, basis gdp.Proof, bound norms, ask func(part int, g *graph.Graph) ([]float64, error)) gdp.Bounded[N] {
	n, h := 0, fnv.New64a()
	for _, size := range sizes {
		if n += size; size < 0 {
			n = 0
			break
		}
	}
	_, _ = fmt.Fprintln(h, sizes, depends)
	if len(sizes) > 1 {
		what = fmt.Sprintf("%s of %d parts", what, len(sizes))
	}
	return bounded[N](rel, definition{
		name: fmt.Sprintf("%s %016x", what, h.Sum64()), n: n, cap: n - 1,
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

// between returns the subgraph of the nodes first … end-1.
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

// DegreeBands returns, for each part and each of its bands of degrees, the portion of its nodes'
// degrees in the band: in the band low … high, a node of degree d counts min(d, high) - low, or
// nothing if d < low. The ascending ends of a part's bands define len(ends) - 1 bands.
func DegreeBands[N gdp.Norm](rel gdp.Relation, sizes []int, ends [][]int) gdp.Bounded[N] {
	bound := norms{2, 2, 2}
	valid := len(ends) == len(sizes)
	for _, list := range ends {
		valid = valid && len(list) > 1 && list[0] >= 0 && slices.IsSorted(list)
	}
	if !valid {
		sizes = nil // has no bound
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

// DegreeGaps returns, for each part of n nodes, the sum of the differences of the degrees over all
// pairs, in units of (n-2)/8, rounded down. This is the Gini coefficient of the degrees up to a
// factor given by the number of edges. A part of fewer than three nodes has 0.
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

// EdgePackings returns for each part the largest total weight of its triangles if each weighs at
// most 1 and those at an edge at most most[part], divided by most[part]. If no edge is in more than
// most[part] triangles, this is their number divided by most[part]. The computed answer may be too
// small by up to 1/64, which the bound includes.
func EdgePackings[N gdp.Norm](rel gdp.Relation, sizes, most []int) gdp.Bounded[N] {
	valid := len(most) == len(sizes)
	for _, m := range most {
		valid = valid && m >= 1 && m <= 1<<20
	}
	if !valid {
		sizes = nil
	}
	b := 1 + slackOf(1)
	return onParts[N](rel, "triangles packed into edges", sizes, most, gdp.Proof{Doc: "proofs/queries.md#edge-packings", Test: "TestEdgePackings"}, norms{b, b, b}, func(part int, g *graph.Graph) ([]float64, error) {
		weight, err := EdgePacking(g, most[part])
		return []float64{weight / float64(most[part])}, err
	})
}

// EdgePacking returns the largest total weight of the triangles of a graph if each weighs at most 1
// and those at an edge at most most; the result may be too small by up to most/64. It is not
// private: for a private graph use [EdgePackings].
func EdgePacking(g *graph.Graph, most int) (float64, error) {
	if g == nil || g.Directed() || most < 1 || most > 1<<20 {
		return 0, fmt.Errorf("query: want an undirected graph to pack triangles of, and a room of 1 … %d, not %d", 1<<20, most)
	}
	if mostCommon(g) <= most { // no edge is in more triangles: all of them fit
		total, _ := metric.Triangles(g)
		return float64(total), nil
	}
	// Edges play the role of nodes in the packing.
	return pack(g.M(), most, func(yield func(edges, _ triangle)) {
		eachTriangle(g, func(nodes, edges triangle) { yield(edges, nodes) })
	}), nil
}
