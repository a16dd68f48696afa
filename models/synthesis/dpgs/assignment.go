package dpgs

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/parallel"
	"github.com/graphdp/graphdp/gdp"
)

// assignment is P, the probability that a node is in a cluster. It keeps the m likeliest clusters
// of each node, its candidates, and the entropy over all k clusters.
type assignment struct {
	k, m    int
	at      []int32   // candidates of each node, the likeliest first
	p       []float64 // their probabilities
	entropy []float64
}

// newAssignment builds an assignment; row computes a node's probabilities of the k clusters.
func newAssignment(n, k, m int, row func(u int, p []float64)) *assignment {
	m = min(m, k)
	a := &assignment{k: k, m: m, at: make([]int32, n*m), p: make([]float64, n*m), entropy: make([]float64, n)}
	parallel.Blocks(n, 1<<8, func(_, lo, hi int) {
		p, order := make([]float64, k), make([]int32, k)
		for u := lo; u < hi; u++ {
			row(u, p)
			for c := range order {
				order[c] = int32(c)
			}
			slices.SortStableFunc(order, func(a, b int32) int { return cmp.Compare(p[b], p[a]) })
			for i, c := range order[:m] {
				a.at[u*m+i], a.p[u*m+i] = c, p[c]
			}
			a.entropy[u] = entropy(p)
		}
	})
	return a
}

// entropy returns the entropy of a node's distribution over clusters.
func entropy(p []float64) (u float64) {
	for _, x := range p {
		if x > 0 {
			u -= x * math.Log(x) // [DPGS] Eq. 3
		}
	}
	return u
}

// candidates returns the likeliest clusters of a node: [DPGS] Alg. 1, line 5.
func (a *assignment) candidates(u int32) []int32 { return a.at[int(u)*a.m:][:a.m] }

// probability returns the probability that a node is in one of its candidates.
func (a *assignment) probability(u, cluster int32) float64 {
	return a.p[int(u)*a.m+slices.Index(a.candidates(u), cluster)]
}

// labels returns the likeliest cluster of each node.
func (a *assignment) labels() []int32 {
	labels := make([]int32, len(a.entropy))
	for u := range labels {
		labels[u] = a.at[u*a.m]
	}
	return labels
}

// uncertain samples r nodes without replacement with probability proportional to exp(entropy), in
// ascending order. It takes the r largest of entropy + Gumbel noise.
func (a *assignment) uncertain(r int, rng *rand.Rand) []int32 {
	type keyed struct {
		key float64
		u   int32
	}
	all := make([]keyed, len(a.entropy))
	for u, e := range a.entropy {
		all[u] = keyed{e - math.Log(rng.ExpFloat64()), int32(u)}
	}
	slices.SortFunc(all, func(x, y keyed) int { return cmp.Compare(y.key, x.key) })
	nodes := make([]int32, min(r, len(all)))
	for i := range nodes {
		nodes[i] = all[i].u
	}
	slices.Sort(nodes)
	return nodes
}

// ends is the number of nodes whose scores one edge changes.
const ends = 2

// affinity counts, for each node and each of its candidates, the neighbours with that label.
func (a *assignment) affinity(g *graph.Graph, nodes, labels []int32) []gdp.Entries {
	rows := make([]gdp.Entries, len(nodes))
	for i, u := range nodes {
		score := make([]float64, a.m)
		for _, v := range g.Neighbors(u) {
			if at := slices.Index(a.candidates(u), labels[v]); at >= 0 {
				score[at]++ // [DPGS] Eq. 4
			}
		}
		for at, s := range score {
			if s > 0 {
				rows[i].At, rows[i].Values = append(rows[i].At, int32(at)), append(rows[i].Values, s)
			}
		}
	}
	return rows
}

// affinityQuery scores the candidates of some nodes. Nodes, candidates and labels are public or
// were released. An edge changes one score of each of its ends by 1, in the same direction. A
// choice by exp(score) is invariant under a shift of the whole row, so the ℓ∞ sensitivity up to
// shifts is ½.
func (a *assignment) affinityQuery(name string, nodes, labels []int32) gdp.SparseRows[gdp.LInf] {
	return a.affinityOn(gdp.Proof{Doc: "proofs/dpgs.md#refinement", Test: "TestRefinementIsPrivate"}, name, nodes, labels)
}

// affinityOn is affinityQuery on another basis.
func (a *assignment) affinityOn(basis gdp.Basis, name string, nodes, labels []int32) gdp.SparseRows[gdp.LInf] {
	q := gdp.SparseQuery(name, gdp.EdgeLevel, gdp.LInf(0.5), basis, len(nodes), a.m, func(d *gdp.Data) ([]gdp.Entries, error) {
		return a.affinity(d.Network.Graph.Undirected(), nodes, labels), nil
	})
	return q.ChangingRows(ends)
}

// refinement draws a new cluster for each of some nodes among its candidates, with probability
// proportional to exp(ε·score/2): ε/2 for each end of an edge, ε for both.
func (a *assignment) refinement(label, name string, nodes, labels []int32, eps gdp.Epsilon) gdp.Release[[][]int32] {
	return gdp.NewNoisyMaxRows(label, a.affinityQuery(name, nodes, labels), 1, eps/ends) // [DPGS] Eq. 5
}

// refined returns the labels after the choices: [DPGS] Alg. 1.
func (a *assignment) refined(nodes, labels []int32, chosen [][]int32) []int32 {
	labels = slices.Clone(labels)
	for i, u := range nodes {
		labels[u] = a.candidates(u)[chosen[i][0]]
	}
	return labels
}
