package dpdk

import (
	"math"
	"math/rand/v2"
	"slices"
	"sort"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/gen"
)

// series holds the number of nodes of degree 0, 1, …
type series []float64

// rounded clips noisy counts at 0 and rounds them.
func rounded(noisy []float64) series {
	s := make(series, len(noisy))
	for d, x := range noisy {
		s[d] = math.Round(max(x, 0)) // [DPDK13] 1K
	}
	return s
}

// ends returns the sum of all degrees.
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

// sample returns the degrees of a uniform sample of n nodes; if there are fewer, the others have
// degree 0.
func (s series) sample(n int, r *rand.Rand) []int32 {
	upTo := make([]int64, len(s)) // cumulative counts
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
	for i, last := 0, total-int64(n); i < n; i, last = i+1, last+1 { // Floyd's sampling algorithm
		at := r.Int64N(last + 1)
		if taken[at] {
			at = last
		}
		taken[at] = true
		degrees[i] = int32(sort.Search(len(upTo), func(d int) bool { return upTo[d] > at }))
	}
	return degrees
}

// wired draws a graph with these degrees, as nearly as possible, assigned to nodes at random.
func wired(degrees []int32, w *gen.Watch, r *rand.Rand) (*graph.Graph, error) {
	degrees = slices.Clone(degrees)
	for u := range degrees {
		degrees[u] = min(degrees[u], int32(len(degrees)-1))
	}
	r.Shuffle(len(degrees), func(u, v int) { degrees[u], degrees[v] = degrees[v], degrees[u] })
	g, _, err := w.WithDegrees(degrees, r)
	return g, err
}
