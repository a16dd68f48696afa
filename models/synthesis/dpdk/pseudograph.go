package dpdk

import (
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/graphdp/graphdp/data/graph"
)

// joint says how many edges join nodes of degrees i ≤ j, at place j(j-1)/2 + i-1.
type joint []float64

// cellsOf is the number of pairs of degrees up to the largest.
func cellsOf(largest int) int { return largest * (largest + 1) / 2 }

// nodes are the numbers of nodes of each degree: a d-th of the ends of edges that are at them.
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

// draw draws a pseudograph of the series, from which loops and second edges are left out. Nodes
// have as many ends of edges as their degree, and an edge takes an end of a node of each of its
// degrees, all alike, as long as there are such ends. If the series makes more than n nodes there
// is a uniform sample of these, and edges between degrees are as many fewer as the ends that are
// left ask for; if it makes fewer, the others have no edge.
func (c joint) draw(largest, n int, r *rand.Rand) (*graph.Graph, error) {
	all := c.nodes(largest)
	total := 0.0
	for _, nodes := range all {
		total += nodes
	}
	degrees := all.sample(n, r)
	r.Shuffle(n, func(u, v int) { degrees[u], degrees[v] = degrees[v], degrees[u] })
	ends, kept := make([][]int32, largest+1), make([]float64, largest+1)
	sum := 0
	for u, d := range degrees {
		if sum += int(d); sum > 2*mostEdges {
			return nil, fmt.Errorf("noise made more than %d edges", mostEdges)
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
