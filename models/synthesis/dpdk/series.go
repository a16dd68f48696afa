package dpdk

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"sort"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/gen"
	"github.com/graphdp/graphdp/data/lists"
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

// joint holds the number of edges between nodes of degrees i ≤ j at index j(j-1)/2 + i-1.
type joint []float64

// cellsOf returns the number of degree pairs up to the largest degree.
func cellsOf(largest int) int { return largest * (largest + 1) / 2 }

// nodes returns the number of nodes of each degree d: the number of edge ends at that degree over
// d.
func (c joint) nodes(largest int) series {
	s := make(series, largest+1)
	place := 0
	for j := 1; j <= largest; j++ {
		for i := 1; i <= j; i++ {
			s[i] += c[place]
			s[j] += c[place]
			place++
		}
	}
	for d := 1; d <= largest; d++ {
		s[d] = math.Round(s[d] / float64(d))
	}
	return s
}

// draw draws a pseudograph with the joint degree counts, without loops and multiple edges. Nodes
// have as many half-edges as their degree, and each edge takes a uniform half-edge of each of its
// two degrees while there are any. If the series has more than n nodes, it keeps a uniform sample
// and fewer edges in proportion to the remaining half-edges; if fewer, the other nodes are
// isolated.
func (c joint) draw(largest, n int, r *rand.Rand) (*graph.Graph, error) {
	all := c.nodes(largest)
	total := lists.Sum(all)
	degrees := all.sample(n, r)
	r.Shuffle(n, func(u, v int) { degrees[u], degrees[v] = degrees[v], degrees[u] })
	ends, kept := make([][]int32, largest+1), make([]float64, largest+1)
	sum := 0
	for u, d := range degrees {
		if sum += int(d); sum > 2*mostEdges {
			return nil, fmt.Errorf("the noisy counts make more than %d edges: use a larger ε", mostEdges)
		}
		for range d {
			ends[d] = append(ends[d], int32(u))
		}
	}
	for d := 1; d <= largest; d++ {
		r.Shuffle(len(ends[d]), func(i, j int) { ends[d][i], ends[d][j] = ends[d][j], ends[d][i] })
		if all[d] > 0 {
			kept[d] = float64(len(ends[d])) / (float64(d) * all[d])
		}
	}
	share := min(1, float64(n)/max(total, 1))
	take := func(d int) (u int32) {
		last := len(ends[d]) - 1
		u, ends[d] = ends[d][last], ends[d][:last]
		return u
	}
	var edges []graph.Edge
	place := 0
	for j := 1; j <= largest; j++ {
		for i := 1; i <= j; i++ {
			want := math.Floor(c[place]*kept[i]*kept[j]/share + r.Float64())
			place++
			for ; want > 0 && len(ends[i]) > 0 && len(ends[j]) > 0; want-- {
				if i == j && len(ends[i]) == 1 {
					break
				}
				if u, v := take(i), take(j); u != v {
					edges = append(edges, graph.Edge{U: u, V: v})
				}
			}
		}
	}
	g, _, err := graph.FromEdges(n, edges, graph.Options{})
	return g, err
}
