package dpdk

import (
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/lists"
)

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
