package vote

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp"
)

// maxClasses bounds the number of classes, in whose cube mixing takes time.
const maxClasses = 1 << 9

// count counts the edges between each two most likely classes, row by row of a triangle.
func (a *aims) count(g *graph.Graph) []float64 {
	out := make([]float64, a.classes*(a.classes+1)/2)
	for u, w := range g.Edges() {
		i, j := int(max(a.guess[u], a.guess[w])), int(min(a.guess[u], a.guess[w]))
		out[i*(i+1)/2+j]++
	}
	return out
}

// votes sums the votes for each node.
func (a *aims) votes(g *graph.Graph) []float64 {
	out := make([]float64, coordinates*g.N())
	for u, w := range g.Edges() {
		if to, side := a.vote(u, w); side >= 0 {
			out[coordinates*int(to)+side/2] += float64(1 - 2*(side%2))
		}
	}
	return out
}

// countQuery is the edge counts: each edge changes one number.
func (a *aims) countQuery() gdp.Bounded[gdp.L1] {
	return a.query("edges between classes", countsProof, a.count)
}

// votesQuery is the votes: each edge changes one number.
func (a *aims) votesQuery() gdp.Bounded[gdp.L1] {
	return a.query("votes of neighbours", votesProof, a.votes)
}

// Proofs that an edge changes one number by 1.
var (
	countsProof = gdp.Proof{Doc: "proofs/vote.md#counts", Test: "TestOneEdgeIsOneVote"}
	votesProof  = gdp.Proof{Doc: "proofs/vote.md#votes", Test: "TestOneEdgeIsOneVote"}
)

func (a *aims) query(name string, basis gdp.Proof, answer func(*graph.Graph) []float64) gdp.Bounded[gdp.L1] {
	h := sha256.New()
	for _, x := range [][]float64{a.predicted, a.beliefs, a.rates} {
		_ = binary.Write(h, binary.LittleEndian, x) // writing to a hash cannot fail
	}
	_, _ = fmt.Fprint(h, a.asked)
	name = fmt.Sprintf("%s of %d classes, aims %x", name, a.classes, h.Sum(nil)[:16])
	return gdp.Query(name, gdp.EdgeLevel, gdp.L1(1), basis, func(d *gdp.Data) ([]float64, error) {
		return answer(d.Network.Graph.Undirected()), nil
	}).OnNodes(len(a.asked))
}
