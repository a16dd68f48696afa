package metric

import (
	"context"
	"math"
	"math/bits"
	"slices"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/parallel"
)

// Triangles returns the number of triangles of g, in total and through each node. The counts of the
// nodes sum to three times the total.
//
// Edges are directed to the end of higher degree, which gives every node an out-degree of at most
// √2M. Then each triangle is found once, from its corner of lowest degree; if the words of the sets
// below are full, the common neighbours of each edge's ends are counted instead. It takes time
// O(M^1.5), and far less on graphs with few hubs.
func Triangles(g *graph.Graph) (total int64, perNode []int64) {
	return triangles(context.Background(), g)
}

// triangles is [Triangles] until ctx is done; then the counts are too small.
func triangles(ctx context.Context, g *graph.Graph) (total int64, perNode []int64) {
	offsets, targets := g.Undirected().CSR()
	n := len(offsets) - 1
	order := byDegree(offsets)
	rank := make([]int32, n)
	for r, u := range order {
		rank[u] = int32(r)
	}
	marks := make([][]uint64, parallel.Most()) // for each worker a set of ranks
	counts := make([][]int64, parallel.Most()) // triangles by worker and rank
	for w := range marks {
		marks[w] = make([]uint64, n/64+1)
		counts[w] = make([]int64, n)
	}

	forward := make([]set, n) // by rank, the neighbours of lower rank
	parallel.Blocks(n, 1<<9, func(worker, lo, hi int) {
		if ctx.Err() != nil {
			return
		}
		marks, ends := marks[worker], make([]int, 0, hi-lo)
		var all set
		for r := lo; r < hi; r++ {
			first := len(all)
			for _, v := range targets[offsets[order[r]]:offsets[order[r]+1]] {
				if k := rank[v]; k < int32(r) {
					if marks[k>>6] == 0 {
						all = append(all, word{at: k >> 6})
					}
					marks[k>>6] |= 1 << (k & 63)
				}
			}
			for i, w := range all[first:] {
				all[first+i].bits, marks[w.at] = marks[w.at], 0
			}
			ends = append(ends, len(all))
		}
		first := 0
		for i, end := range ends {
			forward[lo+i] = all[first:end]
			first = end
		}
	})

	words := 0
	for _, s := range forward {
		words += len(s)
	}
	full := len(targets)/2 >= 2*words // on average at least two numbers per word
	parallel.Blocks(n, 1<<7, func(worker, lo, hi int) {
		if ctx.Err() != nil {
			return
		}
		var near []int32
		for r := lo; r < hi; r++ {
			if !full {
				closing(forward, r, counts[worker], marks[worker])
				continue
			}
			list := targets[offsets[order[r]]:offsets[order[r]+1]]
			near = slices.Grow(near[:0], len(list))[:len(list)]
			i, j := 0, len(list)-1 // ranks below r come first, without a branch
			for _, v := range list {
				k := rank[v]
				near[i], near[j] = k, k
				below := int(uint32(k-int32(r)) >> 31)
				i, j = i+below, j+below-1
			}
			common(forward, r, near, near[i:], counts[worker], marks[worker])
		}
	})
	perNode = make([]int64, n)
	for _, count := range counts {
		for r, c := range count {
			perNode[order[r]] += c
			total += c
		}
	}
	if full { // these are counted twice
		for u := range perNode {
			perNode[u] /= 2
		}
		total /= 2
	}
	return total / 3, perNode
}

// A set of numbers is a list of its non-zero words: number i is bit i mod 64 of the word at i/64.
// Hubs have similar ranks, so frequent neighbours take few words.
type set []word

type word struct {
	at   int32
	bits uint64
}

// closing finds the triangles whose corner of lowest degree has rank r, and adds one to count at
// each of their corners. marks must be empty, and is left empty.
func closing(forward []set, r int, count []int64, marks []uint64) {
	own := forward[r]
	for _, w := range own {
		marks[w.at] = w.bits
	}
	atR := int64(0)
	for _, w := range own {
		for b := w.bits; b != 0; b &= b - 1 {
			v := w.at<<6 + int32(bits.TrailingZeros64(b))
			atV := 0
			for _, x := range forward[v] {
				both := x.bits & marks[x.at]
				atV += bits.OnesCount64(both)
				for ; both != 0; both &= both - 1 {
					count[int(x.at)<<6+bits.TrailingZeros64(both)]++
				}
			}
			count[v] += int64(atV)
			atR += int64(atV)
		}
	}
	count[r] += atR
	for _, w := range own {
		marks[w.at] = 0
	}
}

// common adds to count, for each edge from a node of rank r to one of higher rank, the common
// neighbours of rank below the latter's: twice for r, since of a triangle's edges those to the
// corner of highest rank count. marks must be empty, and is left empty.
func common(forward []set, r int, near, above []int32, count []int64, marks []uint64) {
	for _, k := range near {
		marks[k>>6] |= 1 << (k & 63)
	}
	for _, k := range above {
		both := 0
		for _, w := range forward[k] {
			both += bits.OnesCount64(w.bits & marks[w.at])
		}
		count[r] += 2 * int64(both)
		count[k] += int64(both)
	}
	for _, k := range near {
		marks[k>>6] = 0
	}
}

// byDegree lists the nodes in descending order of degree, ties by id.
func byDegree(offsets []int64) []int32 {
	n := len(offsets) - 1
	largest := int64(0)
	for u := range n {
		largest = max(largest, offsets[u+1]-offsets[u])
	}
	start := make([]int32, largest+2) // start of the nodes of degree largest-i
	for u := range n {
		start[largest-(offsets[u+1]-offsets[u])+1]++
	}
	for i := range largest {
		start[i+1] += start[i]
	}
	order := make([]int32, n)
	for u := range n {
		i := largest - (offsets[u+1] - offsets[u])
		order[start[i]] = int32(u)
		start[i]++
	}
	return order
}

// LocalClustering returns the local clustering coefficient of each node: triangles through it /
// C(d,2), 0 if its degree is below 2.
func LocalClustering(g *graph.Graph) []float64 {
	g = g.Undirected()
	_, perNode := Triangles(g)
	return localClustering(g, perNode)
}

func localClustering(g *graph.Graph, triangles []int64) []float64 {
	c := make([]float64, g.N())
	for u, t := range triangles {
		if d := float64(g.Degree(int32(u))); t > 0 {
			c[u] = float64(t) / (d * (d - 1) / 2)
		}
	}
	return c
}

// AverageClustering returns the mean of [LocalClustering]. NaN for a graph without nodes.
func AverageClustering(g *graph.Graph) float64 { return mean(LocalClustering(g)) }

// GlobalClustering, also called transitivity, is the share of closed wedges, 3 TC/WC. NaN without
// wedges.
func GlobalClustering(g *graph.Graph) float64 {
	total, _ := Triangles(g)
	return globalClustering(total, Wedges(g))
}

func globalClustering(triangles int64, wedges float64) float64 {
	if wedges == 0 {
		return math.NaN()
	}
	return 3 * float64(triangles) / wedges
}
