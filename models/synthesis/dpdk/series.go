package dpdk

import (
	"math"
	"math/rand/v2"
	"slices"
	"sort"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/gen"
)

// series says how many nodes have degree 0, 1, …
type series []float64

// rounded makes whole numbers of noisy ones, which are no less than 0.
func rounded(noisy []float64) series {
	s := make(series, len(noisy))
	for d, x := range noisy {
		s[d] = math.Round(max(x, 0)) // [DPDK13] 1K
	}
	return s
}

// ends is the sum of the degrees of all nodes.
func (s series) ends() (sum float64) {
	for d, nodes := range s {
		sum += float64(d) * nodes
	}
	return sum
}

// list returns the degrees of all nodes, ascending.
func (s series) list() (degrees []int32) {
	for d, nodes := range s {
		for range int(nodes) {
			degrees = append(degrees, int32(d))
		}
	}
	return degrees
}

// sample returns the degrees of n of the nodes, all alike; further nodes have none.
func (s series) sample(n int, r *rand.Rand) []int32 {
	upTo := make([]int64, len(s)) // nodes of at most this degree
	total := int64(0)
	for d, nodes := range s {
		total += int64(nodes)
		upTo[d] = total
	}
	degrees := make([]int32, n)
	if total <= int64(n) {
		copy(degrees, s.list())
		return degrees
	}
	taken := make(map[int64]bool, n)
	for i, last := 0, total-int64(n); i < n; i, last = i+1, last+1 { // Floyd's sample of places
		at := r.Int64N(last + 1)
		if taken[at] {
			at = last
		}
		taken[at] = true
		degrees[i] = int32(sort.Search(len(upTo), func(d int) bool { return upTo[d] > at }))
	}
	return degrees
}

// wired draws a graph of which a node has each degree, as far as a graph can; which node, is drawn.
func wired(degrees []int32, w *gen.Watch, r *rand.Rand) (*graph.Graph, error) {
	degrees = slices.Clone(degrees)
	for u := range degrees {
		degrees[u] = min(degrees[u], int32(len(degrees)-1))
	}
	r.Shuffle(len(degrees), func(u, v int) { degrees[u], degrees[v] = degrees[v], degrees[u] })
	g, _, err := w.WithDegrees(degrees, r)
	return g, err
}
