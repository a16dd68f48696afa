package dpggan

import (
	"cmp"
	"container/heap"
	"fmt"
	"slices"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/parallel"
	"github.com/graphdp/graphdp/data/lists"
	"github.com/graphdp/graphdp/models/learn/vector"
)

// highest returns the graph of the m highest-scoring pairs; ties go to the first. It is exact: it
// skips a block only if its bound is below the m-th best score so far.
func highest(f vector.Matrix, m int) (*graph.Graph, error) {
	o, err := inOrder(f, f.Rows > many)
	if err != nil {
		return nil, err
	}
	return o.highest(m)
}

// highest is [highest] on ordered rows.
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

// below reports whether x ranks after y: a lower score, or the same score and a later pair.
func (x pairScore) below(y pairScore) bool {
	switch {
	case x.score != y.score:
		return x.score < y.score
	case x.pair.U != y.pair.U:
		return x.pair.U > y.pair.U
	}
	return x.pair.V > y.pair.V
}

// pairHeap is a heap of the best pairs, the lowest first.
type pairHeap []pairScore

// graph returns the graph of the pairs.
func (h pairHeap) graph(nodes int) (*graph.Graph, error) {
	edges := lists.Map(h, func(x pairScore) graph.Edge { return x.pair })
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

// offer adds a pair and drops the lowest if there are more than m.
func (h *pairHeap) offer(x pairScore, m int) {
	if len(*h) < m {
		heap.Push(h, x)
	} else if m > 0 && !x.below((*h)[0]) {
		(*h)[0] = x
		heap.Fix(h, 0)
	}
}

// many is the number of nodes above which rows are sorted before decoding.
const many = 8 * block

// ordered holds the decoder's outputs in a chosen order.
type ordered struct {
	rows    vector.Matrix
	lengths []float64
	nodes   []int32 // node of each row
}

// inOrder returns the rows unchanged, or sorted by descending length: then rows of a block have
// similar lengths, and the bounds of scores are tight. It refuses rows without finite scores.
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

// bound returns an upper bound of the computed scores of a block: the product of the largest
// lengths.
func (o *ordered) bound(b *blockOf) float64 {
	return slices.Max(o.lengths[b.i:b.iEnd]) * slices.Max(o.lengths[b.j:b.jEnd]) * (1 + 1e-4)
}

// edge returns the edge between two rows' nodes.
func (o *ordered) edge(i, j int) graph.Edge {
	u, v := o.nodes[i], o.nodes[j]
	return graph.Edge{U: min(u, v), V: max(u, v)}
}
