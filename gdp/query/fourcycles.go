package query

import (
	"fmt"
	"slices"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/parallel"
	"github.com/graphdp/graphdp/gdp"
)

// FourCycles returns the number of cycles of four edges, wherever no node has more than cap
// neighbours and no two share more than common. Otherwise a node lists its first cap neighbours,
// and two nodes that more than common list together make no more cycles with each further one than
// with the last of these. An edge then moves it by (cap-1)·(common-1), where it moves the number
// of cycles by about n². [LargestDegree] and [CommonNeighbours] say what to allow. Above 2⁵³ it
// counts as 2⁵³. It has a bound at edge level alone.
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

// fourCycles returns half of the sum over all two nodes of how many pairs of nodes list them both,
// in lists of the first cap neighbours, less what is not counted of those that more than common
// list: of each further one all pairs but common-1.
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

// places returns a graph in which each node has two places: u where it lists v, which is n + v
// there. Two nodes that list two others are a cycle of four.
func (l lists) places() lists {
	n := len(l.first) - 1
	p := lists{first: make([]int64, 2*n+1), at: make([]int32, 2*len(l.at))}
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

// cycles returns the number of cycles of four edges of an undirected graph, given as the
// neighbours of each node. Each is counted at the node of it that has the most neighbours, by the
// ways of two edges to the opposite one, over nodes that come before it [CN85].
func (l lists) cycles() int64 {
	by, order := l.listed() // neighbours by rank
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
	sum := int64(0)
	for _, total := range totals {
		sum += total
	}
	return sum
}
