// Package partition partitions the nodes of a graph into parts of nearly equal size with few edges
// between them.
//
// It implements the multilevel scheme of G. Karypis and V. Kumar, A fast and high quality
// multilevel scheme for partitioning irregular graphs (SIAM J. Sci. Comput. 1998), known from
// METIS. A graph is bisected recursively: see bisect.go. A bisection has three phases:
//
//	match    nodes are matched along heavy edges, and pairs contracted (coarsen.go)
//	grow     one half of the coarsest graph is grown from a random node (grow.go)
//	refine   while uncoarsening, nodes change sides if that reduces the cut (refine.go)
//
// Finally, single nodes change parts, among all parts (kway.go).
//
// A partition reads every edge: it is as private as the graph.
package partition

import (
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/graphdp/graphdp/data/graph"
)

// Imbalance is the usual limit of METIS: parts of up to 1.03 times the mean.
const Imbalance = 0.03

// Of returns the part of each node, 0 … parts-1, ignoring directions. A part has at most
// (1+imbalance) times the mean number of nodes, rounded up.
func Of(g *graph.Graph, parts int, imbalance float64, r *rand.Rand) ([]int32, error) {
	switch {
	case g == nil:
		return nil, fmt.Errorf("partition: no graph")
	case r == nil:
		return nil, fmt.Errorf("partition: no source of randomness")
	case parts < 1 || parts > max(1, g.N()):
		return nil, fmt.Errorf("partition: %d parts of %d nodes: want at least 1, at most one per node", parts, g.N())
	case !(imbalance >= 0) || math.IsInf(imbalance, 1):
		return nil, fmt.Errorf("partition: imbalance %v: must be at least 0", imbalance)
	}
	w := weigh(g.Undirected())
	part := make([]int32, g.N())
	most := int64(math.Ceil((1 + imbalance) * float64(g.N()) / float64(parts)))
	d := divider{part: part, rng: r, slack: slackOf(imbalance, parts)}
	d.divide(w, graph.Nodes(g.N()), 0, parts)
	refineParts(w, part, parts, most, r)
	return part, nil
}

// weighted is a graph with node and edge weights. Node u has the neighbours
// to[offsets[u]:offsets[u+1]], without self-loops.
type weighted struct {
	offsets []int64
	to      []int32
	edge    []int64 // weights of edges
	node    []int64 // weights of nodes
}

func (w *weighted) n() int { return len(w.node) }

// weigh gives every node and edge the weight 1.
func weigh(g *graph.Graph) *weighted {
	offsets, to := g.CSR()
	w := &weighted{offsets: offsets, to: to, edge: make([]int64, len(to)), node: make([]int64, g.N())}
	for i := range w.edge {
		w.edge[i] = 1
	}
	for u := range w.node {
		w.node[u] = 1
	}
	return w
}

// refineParts moves single nodes to the neighbouring part with most of their edges, while parts
// stay below most; out of a part that is too heavy, a node moves even at a loss.
func refineParts(w *weighted, part []int32, parts int, most int64, r *rand.Rand) {
	weight := make([]int64, parts)
	for u, p := range part {
		weight[p] += w.node[u]
	}
	links := make([]int64, parts) // weight of a node's edges into each part
	var seen []int32
	for range passes {
		moved := false
		for _, i := range r.Perm(w.n()) {
			u := int32(i)
			own := part[u]
			seen = seen[:0]
			for k := w.offsets[u]; k < w.offsets[u+1]; k++ {
				p := part[w.to[k]]
				if links[p] == 0 {
					seen = append(seen, p)
				}
				links[p] += w.edge[k]
			}
			heavy := weight[own] > most
			if heavy { // else any part with room
				for p := range int32(parts) {
					if links[p] == 0 {
						seen = append(seen, p)
					}
				}
			}
			best, gained := own, int64(0)
			for _, p := range seen {
				if p == own || weight[p]+w.node[u] > most {
					continue
				}
				gain := links[p] - links[own]
				better := gain > gained || gain == gained && weight[p]+w.node[u] < weight[best]
				if heavy && best == own || better {
					best, gained = p, gain
				}
			}
			for _, p := range seen {
				links[p] = 0
			}
			if best != own {
				part[u] = best
				weight[own] -= w.node[u]
				weight[best] += w.node[u]
				moved = true
			}
		}
		if !moved {
			break
		}
	}
}
