package vote

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"math"
	"math/bits"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp"
)

// Bounds of what is counted: of nodes, so that the resolution is fine, and of classes, whose cubes
// are the time that mixing takes.
const (
	mostNodes   = 1 << 22
	mostClasses = 1 << 9
)

// resolution is what numbers are cut to multiples of, so that their sums over all pairs of n nodes
// are exact: there are fewer than 2^(2 bits - 1) pairs, and each adds an eighth to a count at most.
func resolution(n int) float64 { return math.Ldexp(1, max(-30, 2*bits.Len(uint(n))-57)) }

// cells is the number of pairs of classes.
func (a *aims) cells() int { return a.classes * (a.classes + 1) / 2 }

// count adds up what edges say: how many there are between each two classes, as far as classes
// are known, row by row of a triangle, and then the votes for each node.
func (a *aims) count(g *graph.Graph) []float64 {
	out := make([]float64, a.cells()+len(point{})*g.N())
	to := func(u int32) []float64 { return out[a.cells()+len(point{})*int(u):][:len(point{})] }
	for u, w := range g.Edges() {
		p, q, at := a.row(u), a.row(w), 0
		for i := range p {
			for j := range i {
				out[at] += a.cut(mixingShare * (p[i]*q[j] + p[j]*q[i]))
				at++
			}
			out[at] += a.cut(mixingShare * p[i] * q[i])
			at++
		}
		toU, toW := a.edge(u, w)
		for i := range toU {
			to(u)[i] += toU[i]
			to(w)[i] += toW[i]
		}
	}
	return out
}

// query is the count. What an edge adds has the norm 1 at most.
func (a *aims) query() gdp.Bounded[gdp.L2] {
	h := sha256.New()
	_ = binary.Write(h, binary.LittleEndian, a.ballots) // a hash does not fail
	_ = binary.Write(h, binary.LittleEndian, a.worth)
	_, _ = fmt.Fprint(h, a.asked)
	name := fmt.Sprintf("aimed votes of %d classes by neighbours, ballots %x", a.classes, h.Sum(nil)[:16])
	basis := gdp.Proof{Doc: "proofs/vote.md#votes", Test: "TestOneEdgeMovesTheVotesByOne"}
	return gdp.Query(name, gdp.EdgeLevel, gdp.L2(1), basis, func(d *gdp.Data) ([]float64, error) {
		return a.count(d.Network.Graph.Undirected()), nil
	}).OnNodes(len(a.asked))
}
