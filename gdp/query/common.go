package query

import (
	"slices"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp"
)

// CommonNeighbours returns the largest number of neighbours that two nodes share, whether they
// are joined or not. No edge is in more triangles: with at least as much room the packing of
// [EdgePackings] is all of them. It has a bound at edge level alone.
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

// mostCommon is the largest number of neighbours that two nodes share.
func mostCommon(g *graph.Graph) (most int) {
	neighbourhoods(g).overlaps(0, effort, func(common int) int {
		most = max(most, common)
		return most
	})
	return most
}

// lists are the nodes that each node lists, in ascending order: those of u are
// at[first[u]:first[u+1]]. Two nodes overlap in the nodes that list both.
type lists struct {
	first []int64
	at    []int32
}

func (l lists) of(u int32) []int32 { return l.at[l.first[u]:l.first[u+1]] }

// neighbourhoods lists the neighbours of each node. Two nodes overlap in those that they share.
func neighbourhoods(g *graph.Graph) lists {
	first, at := g.CSR()
	return lists{first, at}
}

// firstLists lists the first so many neighbours of each node.
func firstLists(g *graph.Graph, cap int) lists {
	l := lists{first: make([]int64, g.N()+1)}
	for u := range int32(g.N()) {
		list := g.Neighbors(u)
		l.at = append(l.at, list[:min(cap, len(list))]...)
		l.first[u+1] = int64(len(l.at))
	}
	return l
}

// ascending returns the nodes in the order of their sizes, those of one size by id.
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

// listed returns for each node the ranks of those that list it, in ascending order of rank: the
// longest list has the last rank. It also returns which node has each rank.
func (l lists) listed() (by lists, order []int32) {
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

// effort is how many pairs are counted in short lists, for each place in a list: any number will
// do, and some are faster.
const effort = 16

// overlaps calls visit with how many nodes list both of two, once for each two that overlap in
// more than least. What visit returns is the least that is asked for from then on, no smaller than
// before.
//
// Nodes come by how often they are listed, most often first, and those that are listed least times
// or less do not come: they overlap with no other in more. Two that are listed by the same node
// are counted there. That is slow in long lists. So of the lists that a node is in, up to least of
// the longest are left out where these are long: two nodes that overlap in more than least are
// found in another list, the shortest that they share, for of all the lists that they share those
// that one of them leaves out are the longest, and at most least. Where the lists that are left
// out could matter, the two are compared.
func (l lists) overlaps(least, effort int, visit func(common int) int) {
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

	start := make([]int64, n+1) // of what was seen in each list
	for rank, u := range order {
		start[rank+1] = start[rank] + l.first[u+1] - l.first[u]
	}
	seen, next := make([]int32, len(l.at)), slices.Clone(start)
	count, left := make([]int32, n), make([]int32, n) // lists shared with u, and lists left out
	most := 0                                         // lists left out by a node
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

// maxMeetings returns a number that none of the nodes is met more often than: they are counted by
// their last bits, in little memory, which is left blank.
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

// shared returns how many numbers are in both of two ascending lists.
func shared(a, b []int32) (count int) {
	if len(a) > len(b) {
		a, b = b, a
	}
	for len(a) > 0 && len(b) > 0 {
		step := 1 // twice as far each time, so that a short list costs little in a long one
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
