package gen

import (
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/graphdp/graphdp/data/graph"
)

// ChungLu samples a graph in which nodes u and v are joined with probability min(1, w_u w_v / Σ w),
// independently of other pairs, so that weights are the expected degrees, up to self-loops and
// pairs with the maximum probability.
func ChungLu(weights []float64, r *rand.Rand) (*graph.Graph, error) { return free.ChungLu(weights, r) }

// ChungLu is [ChungLu] with a watch.
func (w *Watch) ChungLu(weights []float64, r *rand.Rand) (*graph.Graph, error) {
	sum := 0.0
	for _, x := range weights {
		sum += x
	}
	rate := 0.0
	if sum > 0 {
		rate = 1 / sum
	}
	net, err := w.DegreeCorrectedSBM(make([]int32, len(weights)), weights, [][]float64{{rate}}, r)
	if err != nil {
		return nil, err
	}
	return net.Graph, nil
}

// SBM samples a stochastic block model: blocks of the given sizes, and an edge between a node of
// block a and one of block b with probability p[a][b], independently. The labels are the blocks.
func SBM(sizes []int, p [][]float64, r *rand.Rand) (*graph.Network, error) {
	n := 0
	for b, size := range sizes {
		if size < 0 || size > graph.MaxNodes {
			return nil, fmt.Errorf("gen: block %d has %d nodes, want 0 … %d", b, size, graph.MaxNodes)
		}
		n += size
	}
	if err := check(n, r); err != nil {
		return nil, err
	}
	for a := range p {
		for b := range p[a] {
			if err := probability(fmt.Sprintf("p[%d][%d]", a, b), p[a][b]); err != nil {
				return nil, err
			}
		}
	}
	if len(p) != len(sizes) {
		return nil, fmt.Errorf("gen: %d blocks and %d rows of probabilities", len(sizes), len(p))
	}
	labels := make([]int32, 0, n)
	ones := make([]float64, n)
	for b, size := range sizes {
		for range size {
			ones[len(labels)] = 1
			labels = append(labels, int32(b))
		}
	}
	return DegreeCorrectedSBM(labels, ones, p, r)
}

// DegreeCorrectedSBM samples a block model with different degrees within a block: u and v are
// joined with probability min(1, θ_u θ_v ω_ab), independently of other pairs, where a and b are
// their labels. rates is ω, symmetric, with a row per label.
func DegreeCorrectedSBM(labels []int32, theta []float64, rates [][]float64, r *rand.Rand) (*graph.Network, error) {
	return free.DegreeCorrectedSBM(labels, theta, rates, r)
}

// DegreeCorrectedSBM is [DegreeCorrectedSBM] with a watch.
func (w *Watch) DegreeCorrectedSBM(labels []int32, theta []float64, rates [][]float64, r *rand.Rand) (*graph.Network, error) {
	n := len(labels)
	if err := check(n, r); err != nil {
		return nil, err
	}
	if len(theta) != n {
		return nil, fmt.Errorf("gen: %d weights for %d nodes", len(theta), n)
	}
	for u, x := range theta {
		if !(x >= 0) || math.IsInf(x, 0) {
			return nil, fmt.Errorf("gen: node %d has weight %v: must be finite and at least 0", u, x)
		}
		if labels[u] < 0 || int(labels[u]) >= len(rates) {
			return nil, fmt.Errorf("gen: node %d has label %d, but there are %d rows of rates", u, labels[u], len(rates))
		}
	}
	for a := range rates {
		if len(rates[a]) != len(rates) {
			return nil, fmt.Errorf("gen: row %d of the rates has %d entries, want %d", a, len(rates[a]), len(rates))
		}
		for b, x := range rates[a] {
			if !(x >= 0) || math.IsInf(x, 0) || x != rates[b][a] {
				return nil, fmt.Errorf("gen: rates [%d][%d] and [%d][%d] are %v and %v: must be equal, finite and at least 0", a, b, b, a, x, rates[b][a])
			}
		}
	}

	var edges []graph.Edge
	groups := groupNodes(labels, theta)
	w.Begin("drawing edges")
	for i, g := range groups {
		for _, h := range groups[:i+1] {
			rate := rates[g.label][h.label]
			most := min(1, rate*g.max*h.max)
			// A pair is proposed with probability most, then accepted with its own probability
			// relative to that, at least a quarter.
			propose := func(e graph.Edge) bool {
				if p := min(1, rate*theta[e.U]*theta[e.V]); p >= most || r.Float64()*most < p {
					edges = append(edges, e)
				}
				return !w.Ended(0, 0)
			}
			if g.same(h) {
				within(g, most, r, propose)
			} else {
				between(g, h, most, r, propose)
			}
		}
	}
	g, err := w.Graph(n, edges)
	if err != nil {
		return nil, err
	}
	return &graph.Network{Graph: g, Labels: labels}, nil
}

// A group is a set of nodes of one label whose weights are within a factor of two.
type group struct {
	label int32
	scale int // weights are in [2^(scale-1), 2^scale)
	max   float64
	nodes []int32
}

func (g group) same(h group) bool { return g.label == h.label && g.scale == h.scale }

// groupNodes groups the nodes, without those of weight 0, which have no edges. Groups are in the
// order of their first nodes.
func groupNodes(labels []int32, theta []float64) []group {
	type key struct {
		label int32
		scale int
	}
	var groups []group
	index := map[key]int{}
	for u, w := range theta {
		if w == 0 {
			continue
		}
		_, scale := math.Frexp(w)
		k := key{labels[u], scale}
		i, ok := index[k]
		if !ok {
			i = len(groups)
			index[k] = i
			groups = append(groups, group{label: k.label, scale: k.scale})
		}
		groups[i].nodes = append(groups[i].nodes, int32(u))
		groups[i].max = max(groups[i].max, w)
	}
	return groups
}

// within calls take for each pair of nodes of a group with probability p, until take returns false.
func within(g group, p float64, r *rand.Rand, take func(graph.Edge) bool) {
	if p <= 0 {
		return
	}
	all := pairs(len(g.nodes))
	row, first := 1, int64(0) // pairs of nodes[row] with earlier nodes start at first
	for i := skip(p, all, r); i < all; i += 1 + skip(p, all, r) {
		for i-first >= int64(row) {
			first += int64(row)
			row++
		}
		if !take(ordered(g.nodes[i-first], g.nodes[row])) {
			return
		}
	}
}

// between calls take for each pair of a node of g and one of h with probability p, until take
// returns false.
func between(g, h group, p float64, r *rand.Rand, take func(graph.Edge) bool) {
	if p <= 0 {
		return
	}
	width := int64(len(h.nodes))
	all := int64(len(g.nodes)) * width
	for i := skip(p, all, r); i < all; i += 1 + skip(p, all, r) {
		if !take(ordered(g.nodes[i/width], h.nodes[i%width])) {
			return
		}
	}
}

func ordered(u, v int32) graph.Edge { return graph.Edge{U: min(u, v), V: max(u, v)} }
