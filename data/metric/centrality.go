package metric

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/graphdp/graphdp/data/graph"
)

// topNodes lists the k nodes of highest score, ties by node.
func topNodes(scores []float64, k int) []int32 {
	nodes := graph.Nodes(len(scores))
	slices.SortFunc(nodes, func(u, v int32) int {
		return cmp.Or(cmp.Compare(scores[v], scores[u]), cmp.Compare(u, v))
	})
	return nodes[:min(k, len(nodes))]
}

// topShare returns 1 % of the nodes, rounded down as in PrivGraph's code, but at least
// one.
func topShare(nodes int) int { return max(1, nodes/100) }

// TopOverlap returns the share of the top 1 % of nodes by a that are also in the top 1 % by b. Ties
// are broken by node number. NaN without nodes.
func TopOverlap(a, b []float64) (float64, error) {
	if len(a) != len(b) {
		return 0, fmt.Errorf("metric: overlap: scores of %d and %d nodes", len(a), len(b))
	}
	inB := make([]bool, len(b))
	for _, u := range topNodes(b, topShare(len(b))) {
		inB[u] = true
	}
	top := topNodes(a, topShare(len(a)))
	common := 0.0
	for _, u := range top {
		if inB[u] {
			common++
		}
	}
	return common / float64(len(top)), nil
}

// TopMAE returns the mean of |a_u - b_u| over the top 1 % of nodes by a. NaN without nodes.
func TopMAE(a, b []float64) (float64, error) {
	if len(a) != len(b) {
		return 0, fmt.Errorf("metric: mean absolute error: scores of %d and %d nodes", len(a), len(b))
	}
	top := topNodes(a, topShare(len(a)))
	total := 0.0
	for _, u := range top {
		total += math.Abs(a[u] - b[u])
	}
	return total / float64(len(top)), nil
}

// TopMAEByRank returns the mean of |a₍ᵢ₎ - b₍ᵢ₎| over the largest 1 % of the scores, each list
// sorted separately, like PrivGraph's code. It ignores which nodes these are, and takes 1 % of the
// shorter list. NaN if one is empty.
func TopMAEByRank(a, b []float64) float64 {
	n := min(len(a), len(b))
	k := min(n, topShare(n))
	topA, topB := topNodes(a, k), topNodes(b, k)
	total := 0.0
	for i, u := range topA {
		total += math.Abs(a[u] - b[topB[i]])
	}
	return total / float64(k)
}

// Cores returns the core number of each node: the largest k such that the node belongs to a
// subgraph of minimum degree k. The largest core number is the degeneracy of the graph. It
// repeatedly removes a node of minimum degree, in time O(N + M) [Batagelj and Zaversnik 2003].
func Cores(g *graph.Graph) []int32 { return cores(context.Background(), g) }

// cores is [Cores] until ctx is done; then some numbers are too large.
func cores(ctx context.Context, g *graph.Graph) []int32 {
	offsets, targets := g.Undirected().CSR()
	n := len(offsets) - 1
	core := make([]int32, n) // degree among the remaining nodes, finally the core number
	most := int32(0)
	for u := range core {
		core[u] = int32(offsets[u+1] - offsets[u])
		most = max(most, core[u])
	}
	start := make([]int32, most+2) // start of each degree's nodes in order
	for _, d := range core {
		start[d+1]++
	}
	for d := range most {
		start[d+1] += start[d]
	}
	order, place := make([]int32, n), make([]int32, n) // nodes by degree, and the position of each
	next := append([]int32(nil), start...)
	for u, d := range core {
		order[next[d]], place[u] = int32(u), next[d]
		next[d]++
	}
	for i, u := range order { // sorted ahead of u as the loop runs
		if i%someNodes == 0 && ctx.Err() != nil {
			break
		}
		for _, v := range targets[offsets[u]:offsets[u+1]] {
			d := core[v]
			if d <= core[u] {
				continue
			}
			// Swap v with the first node of its degree, whose range then starts one later.
			first := start[d]
			w := order[first]
			order[place[v]], place[w] = w, place[v]
			order[first], place[v] = v, first
			start[d]++
			core[v]--
		}
	}
	return core
}
