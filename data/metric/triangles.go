package metric

import (
	"math"
	"math/bits"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/parallel"
)

// Triangles counts the triangles of g: in all, and through each node, so that
// the counts of the nodes add up to three times the total.
//
// Nodes are ranked by falling degree, which leaves no node with more than √2M neighbours of lower
// rank; of each edge, the neighbours that its ends have in common below both or between them are
// counted. Time O(M^1.5), and far less on graphs with few hubs.
func Triangles(g *graph.Graph) (total int64, perNode []int64) {
	offsets, targets := g.Undirected().CSR()
	n := len(offsets) - 1
	order := byDegree(offsets)
	rank := make([]int32, n)
	for r, u := range order {
		rank[u] = int32(r)
	}
	marks := make([][]uint64, parallel.Most()) // for each worker a set of ranks
	twice := make([][]int64, parallel.Most())  // double triangles by worker and rank
	for w := range marks {
		marks[w] = make([]uint64, n/64+1)
		twice[w] = make([]int64, n)
	}

	ranks := make([]int32, len(targets)) // of neighbours, those below a node before those above it
	lower := make([]int32, n)            // how many are below
	below := make([]set, n)
	parallel.Blocks(n, 1<<9, func(worker, lo, hi int) {
		marks, ends := marks[worker], make([]int, 0, hi-lo)
		var all set
		for r := lo; r < hi; r++ {
			first, from, to := len(all), offsets[order[r]], offsets[order[r]+1]
			near := ranks[from:to]
			i, j := 0, len(near)-1
			for _, v := range targets[from:to] {
				k := rank[v]
				near[i], near[j] = k, k
				is := int(uint32(k-int32(r)) >> 31) // 1 where k is below
				i, j = i+is, j+is-1
			}
			for _, k := range near[:i] {
				if marks[k>>6] == 0 {
					all = append(all, word{at: k >> 6})
				}
				marks[k>>6] |= 1 << (k & 63)
			}
			for i, w := range all[first:] {
				all[first+i].bits, marks[w.at] = marks[w.at], 0
			}
			lower[r], ends = int32(i), append(ends, len(all))
		}
		first := 0
		for i, end := range ends {
			below[lo+i] = all[first:end]
			first = end
		}
	})

	// Of a triangle with ranks a < b < c, the edges from c to a and to b count the third corner.
	parallel.Blocks(n, 1<<3, func(worker, lo, hi int) {
		marks, twice := marks[worker], twice[worker]
		for r := lo; r < hi; r++ {
			near := ranks[offsets[order[r]]:offsets[order[r]+1]]
			above := near[lower[r]:]
			if len(above) == 0 {
				continue
			}
			for _, k := range near {
				marks[k>>6] |= 1 << (k & 63)
			}
			for _, k := range above {
				common := int64(below[k].within(marks))
				twice[r] += 2 * common
				twice[k] += common
			}
			for _, k := range near {
				marks[k>>6] = 0
			}
		}
	})

	perNode = make([]int64, n)
	for _, count := range twice {
		for r, c := range count {
			perNode[order[r]] += c
			total += c
		}
	}
	for u := range perNode {
		perNode[u] /= 2
	}
	return total / 6, perNode
}

// A set of numbers is a list of the words that are not 0 of its bits: the number
// i is bit i mod 64 of the word at i/64. Hubs have close ranks, so that what
// many nodes point at takes few words.
type set []word

type word struct {
	at   int32
	bits uint64
}

// within is how many numbers of the set are marked.
func (s set) within(marks []uint64) (count int) {
	for _, w := range s {
		count += bits.OnesCount64(w.bits & marks[w.at])
	}
	return count
}

// byDegree lists the nodes by falling degree, ties by id.
func byDegree(offsets []int64) []int32 {
	n := len(offsets) - 1
	largest := int64(0)
	for u := range n {
		largest = max(largest, offsets[u+1]-offsets[u])
	}
	start := make([]int32, largest+2) // where the nodes of degree largest-i start
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

// LocalClustering is, for each node, the share of the pairs of its neighbours
// that are joined: triangles through it / C(d,2), 0 when its degree is below 2.
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

// AverageClustering returns the mean over all nodes of [LocalClustering]. NaN for a
// graph without nodes.
func AverageClustering(g *graph.Graph) float64 { return mean(LocalClustering(g)) }

// GlobalClustering, also called transitivity, is the share of wedges that are
// closed, 3 TC/WC. NaN when there are no wedges.
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
