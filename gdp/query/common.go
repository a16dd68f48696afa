package query

import (
	"fmt"
	"slices"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/parallel"
	"github.com/graphdp/graphdp/data/lists"
	"github.com/graphdp/graphdp/gdp"
)

// CommonNeighbours returns the largest number of common neighbours of two nodes, adjacent or not.
// No edge is in more triangles than that, so [EdgePackings] with at least that room counts all
// triangles. Its sensitivity is bounded at edge level only.
func CommonNeighbours[N gdp.Norm](rel gdp.Relation, n int) gdp.Bounded[N] {
	return bounded[N](rel, definition{
		name: "common neighbours", n: n, cap: n - 1,
		basis:  gdp.Proof{Doc: "proofs/queries.md#common-neighbours", Test: "TestCommonNeighbours"},
		bounds: map[gdp.Relation]norms{gdp.EdgeLevel: one(1)},
		eval: func(g *graph.Graph, _ []bool) ([]float64, error) {
			return scalar(float64(mostCommon(g)))
		},
	})
}

// mostCommon returns the largest number of common neighbours of two nodes.
func mostCommon(g *graph.Graph) (most int) {
	neighbourhoods(g).overlaps(0, effort, func(common int) int {
		most = max(most, common)
		return most
	})
	return most
}

// nodeLists holds a list of nodes for each node, ascending: the list of u is
// at[first[u]:first[u+1]]. The overlap of two nodes is the number of nodes that list both.
type nodeLists struct {
	first []int64
	at    []int32
}

func (l nodeLists) of(u int32) []int32 { return l.at[l.first[u]:l.first[u+1]] }

// neighbourhoods lists the neighbours of each node. The overlap of two nodes is then their number
// of common neighbours.
func neighbourhoods(g *graph.Graph) nodeLists {
	first, at := g.CSR()
	return nodeLists{first, at}
}

// firstLists lists the first cap neighbours of each node.
func firstLists(g *graph.Graph, cap int) nodeLists {
	l := nodeLists{first: make([]int64, g.N()+1)}
	for u := range int32(g.N()) {
		list := g.Neighbors(u)
		l.at = append(l.at, list[:min(cap, len(list))]...)
		l.first[u+1] = int64(len(l.at))
	}
	return l
}

// ascending returns the nodes by size, and those of equal size by id.
func ascending(size []int32) []int32 {
	start := make([]int32, slices.Max(size)+2)
	for _, s := range size {
		start[s+1]++
	}
	for s := range start[1:] {
		start[s+1] += start[s]
	}
	order := make([]int32, len(size))
	for u, s := range size {
		order[start[s]] = int32(u)
		start[s]++
	}
	return order
}

// listed returns for each node the ranks of the nodes that list it, ascending, and the node of each
// rank. Ranks are by length of the list; the longest list has the last rank.
func (l nodeLists) listed() (by nodeLists, order []int32) {
	n := len(l.first) - 1
	size, length := make([]int32, n), make([]int32, n)
	for u := range n {
		length[u] = int32(l.first[u+1] - l.first[u])
	}
	for _, v := range l.at {
		size[v]++
	}
	by.first, by.at = make([]int64, n+1), make([]int32, len(l.at))
	for u, s := range size {
		by.first[u+1] = by.first[u] + int64(s)
	}
	order = ascending(length)
	next := slices.Clone(by.first)
	for rank, u := range order {
		for _, v := range l.of(u) {
			by.at[next[v]] = int32(rank)
			next[v]++
		}
	}
	return by, order
}

// effort is the number of pairs counted in short lists per list entry. It affects speed only.
const effort = 16

// overlaps calls visit with the overlap of two nodes, once for each pair whose overlap exceeds
// least. The return value of visit replaces least and must not be smaller.
//
// Nodes are processed by the number of lists that they are in, most first. A node in at most least
// lists has no larger overlap and ends the search. Overlaps are counted by visiting the lists of a
// node, which is slow in long lists. Therefore up to least of the longest lists of each node are
// skipped, if long. No pair is missed: of the lists that two nodes share, one of them skips at most
// least, and the longest, so a pair with a larger overlap also shares a list that is visited. If
// the skipped lists could matter, the two nodes are compared directly.
func (l nodeLists) overlaps(least, effort int, visit func(common int) int) {
	n := len(l.first) - 1
	if n < 1 {
		return
	}
	by, order := l.listed()
	long, work := int32(n), 0 // the first rank of a long list
	for rank, u := range order {
		length := int(l.first[u+1] - l.first[u])
		if work += length * (length - 1) / 2; work > effort*len(l.at) {
			long = int32(rank)
			break
		}
	}
	size := make([]int32, n)
	for u := range size {
		size[u] = int32(by.first[u+1] - by.first[u])
	}
	queue := ascending(size)
	slices.Reverse(queue)

	start := make([]int64, n+1) // of the nodes seen in each list
	for rank, u := range order {
		start[rank+1] = start[rank] + l.first[u+1] - l.first[u]
	}
	seen, next := make([]int32, len(l.at)), slices.Clone(start)
	count, left := make([]int32, n), make([]int32, n) // lists shared with u, and lists skipped
	most := 0                                         // the most lists skipped by a node
	var touched, met []int32
	few := make([]uint16, 1<<13)
	for _, u := range queue {
		own := by.of(u)
		if len(own) <= least {
			return
		}
		at, _ := slices.BinarySearch(own, long)
		left[u] = int32(min(len(own)-at, least))
		most = max(most, int(left[u]))
		touched, met = touched[:0], met[:0]
		for _, rank := range own[:len(own)-int(left[u])] {
			met = append(met, seen[start[rank]:next[rank]]...)
			seen[next[rank]] = u
			next[rank]++
		}
		if most < least && len(met) < len(few)/4 && maxMeetings(met, few) <= least-most {
			continue
		}
		for _, v := range met {
			if count[v] == 0 {
				touched = append(touched, v)
			}
			count[v]++
		}
		for _, v := range touched {
			common, out := int(count[v]), int(max(left[u], left[v]))
			count[v] = 0
			if common+out <= least {
				continue
			}
			if out > 0 {
				common = shared(own, by.of(v))
			}
			if common > least {
				least = visit(common)
			}
		}
	}
}

// maxMeetings returns an upper bound on how often a node occurs in met. It counts nodes by their
// low bits in few, and leaves few zeroed.
func maxMeetings(met []int32, few []uint16) int {
	most := uint16(0)
	for _, v := range met {
		at := int(v) & (len(few) - 1)
		few[at]++
		most = max(most, few[at])
	}
	for _, v := range met {
		few[int(v)&(len(few)-1)] = 0
	}
	return int(most)
}

// shared returns the size of the intersection of two ascending lists.
func shared(a, b []int32) (count int) {
	if len(a) > len(b) {
		a, b = b, a
	}
	for len(a) > 0 && len(b) > 0 {
		step := 1 // gallop: double the step, so a short list is fast against a long one
		for step < len(b) && b[step] < a[0] {
			step *= 2
		}
		at, found := slices.BinarySearch(b[step/2:min(step+1, len(b))], a[0])
		b = b[step/2+at:]
		if found {
			count++
			b = b[1:]
		}
		a = a[1:]
	}
	return count
}

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
