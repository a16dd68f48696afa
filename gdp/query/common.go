package query

import (
	"slices"

	"github.com/graphdp/graphdp/data/graph"
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

// nodeLists holds a list of nodes for each node, ascending: the list of u is at[first[u]:first[u+1]].
// The overlap of two nodes is the number of nodes that list both.
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
