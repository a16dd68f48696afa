package query

import (
	"fmt"
	"slices"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/parallel"
	"github.com/graphdp/graphdp/data/lists"
	"github.com/graphdp/graphdp/gdp"
)

// FourCycles returns the number of cycles of length four, with capped sensitivity: an edge moves
// the answer by (cap-1)·(common-1) instead of about n². The answer is exact if no degree exceeds
// cap and the number of common neighbours of any two nodes is at most common. Otherwise each node
// lists its first cap neighbours, and for a pair of nodes that more than common nodes list, each
// further one adds only common-1 cycles. [LargestDegree] and [CommonNeighbours] help to choose the
// caps. Answers are capped at 2⁵³. Its sensitivity is bounded at edge level only.
func FourCycles[N gdp.Norm](rel gdp.Relation, n, cap, common int) gdp.Bounded[N] {
	cap, common = min(cap, n-1), min(common, n-2)
	bounds := map[gdp.Relation]norms{gdp.EdgeLevel: countedBy(float64(cap-1) * float64(common-1))}
	if common < 1 {
		bounds = nil
	}
	return bounded[N](rel, definition{
		name: fmt.Sprintf("cycles of four edges, at most %d common neighbours", common), n: n, cap: cap,
		basis:  gdp.Proof{Doc: "proofs/queries.md#four-cycles", Test: "TestFourCycles"},
		bounds: bounds,
		eval: func(g *graph.Graph, _ []bool) ([]float64, error) {
			return scalar(fourCycles(g, cap, common))
		},
	})
}

// fourCycles returns half the sum over pairs of nodes of the number of pairs of nodes that list
// both, with lists of the first cap neighbours. For pairs listed by more than common nodes, each
// further node counts common-1 pairs instead of all.
func fourCycles(g *graph.Graph, cap, common int) float64 {
	l, twice := firstLists(g, cap), int64(0)
	if len(l.at) == 2*g.M() {
		twice = 2 * l.cycles()
	} else {
		twice = l.places().cycles()
	}
	l.overlaps(common, effort, func(c int) int {
		more := int64(c - common)
		twice -= more * (more + 1) / 2
		return common
	})
	return min(float64(twice)/2, countable)
}

// places returns a bipartite graph with two copies of each node: u as a lister and n + v as a
// listed node. Two nodes that both list two others form a cycle of length four.
func (l nodeLists) places() nodeLists {
	n := len(l.first) - 1
	p := nodeLists{first: make([]int64, 2*n+1), at: make([]int32, 2*len(l.at))}
	copy(p.first, l.first)
	for _, v := range l.at {
		p.first[n+int(v)+1]++
	}
	for u := n; u < 2*n; u++ {
		p.first[u+1] += p.first[u]
	}
	next := slices.Clone(p.first)
	for u := range int32(n) {
		for _, v := range l.of(u) {
			to := int32(n) + v
			p.at[next[u]], p.at[next[to]] = to, u
			next[u]++
			next[to]++
		}
	}
	return p
}

// cycles returns the number of cycles of length four of an undirected graph, given the neighbours
// of each node. Each cycle is counted at its node of highest rank, by the paths of length two over
// lower-ranked nodes to the opposite node [CN85].
func (l nodeLists) cycles() int64 {
	by, order := l.listed() // neighbours, as ranks
	n := len(order)
	counts, totals := make([][]uint32, parallel.Most()), make([]int64, parallel.Most())
	parallel.Blocks(n, 1<<7, func(worker, lo, hi int) {
		if counts[worker] == nil {
			counts[worker] = make([]uint32, n)
		}
		ways, total := counts[worker], int64(0)
		for rank := lo; rank < hi; rank++ {
			r := int32(rank)
			steps := 0
			for _, y := range by.of(order[r]) {
				if y >= r {
					break
				}
				for _, z := range by.of(order[y]) {
					if z >= r {
						break
					}
					total += int64(ways[z])
					ways[z]++
					steps++
				}
			}
			if steps > rank/4 {
				clear(ways[:rank])
				continue
			}
			for _, y := range by.of(order[r]) {
				if y >= r {
					break
				}
				for _, z := range by.of(order[y]) {
					if z >= r {
						break
					}
					ways[z] = 0
				}
			}
		}
		totals[worker] += total
	})
	return lists.Sum(totals)
}
