package dpgs

import (
	"slices"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp"
)

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
