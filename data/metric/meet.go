package metric

import (
	"math/bits"

	"github.com/graphdp/graphdp/data/graph"
)

// together is the number of balls that grow at a time: a node holds one bit for each.
const together = 64

// metNodes records which of up to 64 nodes of one component are within a growing distance of each
// other.
type metNodes struct {
	met  [together]uint64 // by node, those within the distance, including itself
	all  uint64
	open uint64 // nodes that have not met all
}

// meet records that the nodes of a are within the distance of those of b.
func (m *metNodes) meet(a, b uint64) {
	for a &= m.open; a != 0; a &= a - 1 {
		i := bits.TrailingZeros64(a)
		if m.met[i] |= b; m.met[i] == m.all {
			m.open &^= 1 << i
		}
	}
}

// widest returns the largest distance between two of the nodes, up to 64 in one component of an
// undirected graph. A ball grows around each of them. A shortest path of length 2r-1 has a node in
// the ball of radius r of one end and of radius r-1 of the other; one of length 2r has its middle
// in both balls of radius r. So balls grow to half the largest distance; around nodes on the rim of
// a graph with a dense core, they avoid most of the core.
func widest(g *graph.Graph, nodes []int32) int {
	offsets, targets := g.CSR()
	seen, front, next := make([]uint64, g.N()), make([]uint64, g.N()), make([]uint64, g.N())
	m := metNodes{all: 1<<len(nodes) - 1}
	for i, u := range nodes {
		seen[u], front[u], m.met[i] = 1<<i, 1<<i, 1<<i
	}
	if len(nodes) > 1 {
		m.open = m.all
	}
	reached, queue := append([]int32(nil), nodes...), []int32(nil)
	distance := 0
	for m.open != 0 && len(reached) > 0 {
		queue = queue[:0]
		for _, v := range reached {
			for _, w := range targets[offsets[v]:offsets[v+1]] {
				if more := front[v] &^ seen[w]; more != 0 {
					if next[w] == 0 {
						queue = append(queue, w)
					}
					next[w] |= more
				}
			}
			front[v] = 0
		}
		distance++
		for _, w := range queue {
			m.meet(next[w], seen[w])
		}
		if m.open == 0 {
			break
		}
		distance++
		for _, w := range queue {
			m.meet(next[w], next[w])
			seen[w] |= next[w]
		}
		front, next = next, front
		reached, queue = queue, reached
	}
	return distance
}
