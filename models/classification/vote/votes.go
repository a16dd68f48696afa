package vote

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"math"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp"
)

// resolution is the unit that votes are cut to, so that sums are exact.
const resolution = 0x1p-30

// mostNodes is the number of nodes from which on sums of votes might be rounded.
const mostNodes = 1 << 22

// votes are those of all nodes: a row of probabilities each.
type votes struct {
	classes int
	rows    []float64
}

// row is the vote of a node.
func (b votes) row(u int32) []float64 { return b.rows[int(u)*b.classes:][:b.classes] }

// set sets the vote of a node, cut to multiples of the resolution: its sum is 1 at most.
func (b votes) set(u int32, probabilities []float64) {
	for k, p := range probabilities {
		b.row(u)[k] = math.Floor(p/resolution) * resolution
	}
}

// count adds up the votes of each node's neighbours.
func (b votes) count(g *graph.Graph) []float64 {
	out := make([]float64, len(b.rows))
	for u := range int32(g.N()) {
		row := out[int(u)*b.classes:][:b.classes]
		for _, v := range g.Neighbors(u) {
			for k, x := range b.row(v) {
				row[k] += x
			}
		}
	}
	return out
}

// query is the count. An edge {u,v} adds v's vote to u's row and u's vote to v's row; a
// vote has norm 1 at most, so that an edge moves the answer by √2 at most.
func (b votes) query(n int) gdp.Bounded[gdp.L2] {
	h := sha256.New()
	_ = binary.Write(h, binary.LittleEndian, b.rows) // a hash does not fail
	name := fmt.Sprintf("votes of %d classes by neighbours, ballots %x", b.classes, h.Sum(nil)[:16])
	basis := gdp.Proof{Doc: "proofs/vote.md#votes", Test: "TestOneEdgeMovesTheVotesByRootTwo"}
	return gdp.Query(name, gdp.EdgeLevel, gdp.L2(math.Nextafter(math.Sqrt2, 2)), basis, func(d *gdp.Data) ([]float64, error) {
		return b.count(d.Network.Graph.Undirected()), nil
	}).OnNodes(n)
}
