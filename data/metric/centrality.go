package metric

import (
	"cmp"
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
