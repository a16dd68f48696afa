package privdpr

import (
	"container/heap"
	"fmt"
	"math/rand/v2"

	"github.com/graphdp/graphdp/data/graph"
)

// synthesise converts scores to a graph of n nodes and m edges by Appendix A. First every node
// samples a neighbour among its scored pairs; then pairs are sampled without replacement in
// proportion to their scores until there are m.
//
// Time and memory are linear in the number of pairs. The graph has more than m edges if the first
// part alone gives more, and fewer if there are fewer pairs.
func synthesise(n int, pairs []scored, m int, r *rand.Rand) (*graph.Graph, error) {
	taken := make([]bool, len(pairs))
	edges := make([]graph.Edge, 0, min(len(pairs), max(m, n)))
	take := func(k int32) {
		taken[k] = true
		edges = append(edges, graph.Edge{U: pairs[k].u, V: pairs[k].v})
	}
	offsets, incident := incidence(n, pairs)
	for i := range n {
		if k, ok := drawOne(pairs, taken, incident[offsets[i]:offsets[i+1]], r); ok {
			take(k)
		}
	}
	for _, k := range withoutReplacement(pairs, taken, m-len(edges), r) {
		take(k)
	}
	g, report, err := graph.FromEdges(n, edges, graph.Options{})
	if err == nil && report != (graph.Report{}) {
		err = fmt.Errorf("privdpr: the synthesised edges are not simple: %+v", report)
	}
	return g, err
}

// incidence lists the indices of each node's pairs, in ascending order.
func incidence(n int, pairs []scored) (offsets []int64, incident []int32) {
	offsets = make([]int64, n+1)
	for _, p := range pairs {
		offsets[p.u+1]++
		offsets[p.v+1]++
	}
	for i := range n {
		offsets[i+1] += offsets[i]
	}
	incident = make([]int32, offsets[n])
	next := append([]int64(nil), offsets[:n]...)
	for k, p := range pairs {
		for _, u := range [2]int32{p.u, p.v} {
			incident[next[u]] = int32(k)
			next[u]++
		}
	}
	return offsets, incident
}

// drawOne samples one of the given pairs that are not yet taken, in proportion to its score.
// (Appendix A redraws until it finds one, which is the same distribution but never ends for a node
// without any.)
func drawOne(pairs []scored, taken []bool, among []int32, r *rand.Rand) (int32, bool) {
	total := int64(0)
	for _, k := range among {
		if !taken[k] {
			total += int64(pairs[k].score)
		}
	}
	if total == 0 {
		return 0, false
	}
	x, last := r.Int64N(total), int32(0) // [PRIVDPR25] Appendix A, p_ij = s_ij/Σ_v s_iv
	for _, k := range among {
		if taken[k] {
			continue
		}
		if last, x = k, x-int64(pairs[k].score); x < 0 {
			break
		}
	}
	return last, true
}

// withoutReplacement samples m pairs sequentially in proportion to the scores of the remaining
// ones, as the m smallest of Exp(1)/score.
func withoutReplacement(pairs []scored, taken []bool, m int, r *rand.Rand) []int32 {
	if m <= 0 {
		return nil
	}
	h := smallest{}
	for k, p := range pairs {
		if !taken[k] {
			h.offer(keyed{r.ExpFloat64() / float64(p.score), int32(k)}, m) // [PRIVDPR25] Appendix A, p_ij = s_ij/Σ s_uv
		}
	}
	chosen := make([]int32, len(h))
	for i, x := range h {
		chosen[i] = x.pair
	}
	return chosen
}

// keyed is a pair with its random key.
type keyed struct {
	key  float64
	pair int32
}

// smallest is a heap with the largest key first.
type smallest []keyed

func (h smallest) Len() int           { return len(h) }
func (h smallest) Less(i, j int) bool { return h[i].key > h[j].key }
func (h smallest) Swap(i, j int)      { h[i], h[j] = h[j], h[i] }
func (h *smallest) Push(x any)        { *h = append(*h, x.(keyed)) }
func (h *smallest) Pop() any          { return nil } // not used

// offer inserts x and drops the largest key if there are more than m.
func (h *smallest) offer(x keyed, m int) {
	if len(*h) < m {
		heap.Push(h, x)
	} else if x.key < (*h)[0].key {
		(*h)[0] = x
		heap.Fix(h, 0)
	}
}
