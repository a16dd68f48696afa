package dpggan

import (
	"cmp"
	"container/heap"
	"fmt"
	"slices"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/parallel"
	"github.com/graphdp/graphdp/models/learn/vector"
)

// highest returns the graph of the m pairs of the highest scores; of equal ones the first. It is
// exact: a block is left out where its bound is below the m-th best score that was found before.
func highest(f vector.Matrix, m int) (*graph.Graph, error) {
	o, err := inOrder(f, f.Rows > many)
	if err != nil {
		return nil, err
	}
	return o.highest(m)
}

// highest is [highest], in blocks of rows as they are ordered.
func (o *ordered) highest(m int) (*graph.Graph, error) {
	heaps, blocks := make([]pairHeap, parallel.Most()), blocksOf(o.rows.Rows)
	parallel.Blocks(len(blocks), 1, func(worker, k, _ int) {
		h, b := &heaps[worker], blocks[k]
		if h.full(m) && o.bound(b) < float64((*h)[0].score) {
			return
		}
		for i, scores := range b.scores(o.rows) {
			for j := max(b.j, i+1); j < b.jEnd; j++ {
				if s := scores[j-b.j]; !h.full(m) || s >= (*h)[0].score {
					h.offer(pairScore{s, o.edge(i, j)}, m)
				}
			}
		}
	})
	best := pairHeap{}
	for _, h := range heaps {
		for _, x := range h {
			best.offer(x, m)
		}
	}
	return best.graph(o.rows.Rows)
}

// pairScore is a pair of nodes with its score.
type pairScore struct {
	score float32
	pair  graph.Edge
}

// below reports whether x comes after y: it has a lower score, or the same and is a later pair.
func (x pairScore) below(y pairScore) bool {
	switch {
	case x.score != y.score:
		return x.score < y.score
	case x.pair.U != y.pair.U:
		return x.pair.U > y.pair.U
	}
	return x.pair.V > y.pair.V
}

// pairHeap holds the best pairs, the lowest of them first.
type pairHeap []pairScore

// graph returns the graph of the pairs.
func (h pairHeap) graph(nodes int) (*graph.Graph, error) {
	edges := make([]graph.Edge, len(h))
	for k, x := range h {
		edges[k] = x.pair
	}
	g, _, err := graph.FromEdges(nodes, edges, graph.Options{})
	return g, err
}

// full reports whether the heap holds m pairs.
func (h *pairHeap) full(m int) bool { return len(*h) >= m && m > 0 }

func (h pairHeap) Len() int           { return len(h) }
func (h pairHeap) Less(i, j int) bool { return h[i].below(h[j]) }
func (h pairHeap) Swap(i, j int)      { h[i], h[j] = h[j], h[i] }
func (h *pairHeap) Push(x any)        { *h = append(*h, x.(pairScore)) }
func (h *pairHeap) Pop() any          { return nil } // not used

// offer takes a pair in, and the lowest out where there are more than m.
func (h *pairHeap) offer(x pairScore, m int) {
	if len(*h) < m {
		heap.Push(h, x)
	} else if m > 0 && !x.below((*h)[0]) {
		(*h)[0] = x
		heap.Fix(h, 0)
	}
}

// many is the number of nodes beyond which their rows are ordered before they are decoded.
const many = 8 * block

// ordered are the decoder's outputs, in an order.
type ordered struct {
	rows    vector.Matrix
	lengths []float64
	nodes   []int32 // whose row each is
}

// inOrder returns rows as they are, or the longest first: rows of a block then have near lengths,
// and little of the bound of its scores is lost. It refuses rows of which no score can be made.
func inOrder(f vector.Matrix, longestFirst bool) (*ordered, error) {
	lengths := make([]float64, f.Rows)
	for i := range lengths {
		if lengths[i] = length(f.Row(i)); !(lengths[i] < 1e18) {
			return nil, fmt.Errorf("dpggan: the decoder's output of node %d is not a number, or too large: try a smaller Rate", i)
		}
	}
	o := &ordered{f, lengths, make([]int32, f.Rows)}
	for u := range o.nodes {
		o.nodes[u] = int32(u)
	}
	if !longestFirst {
		return o, nil
	}
	slices.SortStableFunc(o.nodes, func(u, v int32) int { return cmp.Compare(lengths[v], lengths[u]) })
	o.rows, o.lengths = vector.New(f.Rows, f.Cols), make([]float64, f.Rows)
	for i, u := range o.nodes {
		copy(o.rows.Row(i), f.Row(int(u)))
		o.lengths[i] = lengths[u]
	}
	return o, nil
}

// bound returns what no score of a block is above, as it is computed: the product of the largest
// lengths.
func (o *ordered) bound(b *blockOf) float64 {
	return slices.Max(o.lengths[b.i:b.iEnd]) * slices.Max(o.lengths[b.j:b.jEnd]) * (1 + 1e-4)
}

// edge returns the edge of two rows.
func (o *ordered) edge(i, j int) graph.Edge {
	u, v := o.nodes[i], o.nodes[j]
	return graph.Edge{U: min(u, v), V: max(u, v)}
}
