package lpgnet

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"math/rand/v2"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp"
)

// clusters are the predicted classes of all nodes.
type clusters struct {
	classes int
	of      []int32
}

// count returns the degree vectors of all nodes, one after the other.
func (c clusters) count(g *graph.Graph) []float64 {
	out := make([]float64, len(c.of)*c.classes)
	for u := range c.of {
		for _, v := range g.Neighbors(int32(u)) {
			out[u*c.classes+int(c.of[v])]++ // [LPGNET22] degree vector
		}
	}
	return out
}

// query is the count. An edge is one neighbour more for both of its ends.
func (c clusters) query() gdp.Bounded[gdp.L1] {
	h := sha256.New()
	_ = binary.Write(h, binary.LittleEndian, c.of) // a hash does not fail
	name := fmt.Sprintf("neighbours in %d clusters, %x", c.classes, h.Sum(nil)[:16])
	basis := gdp.Proof{Doc: "proofs/lpgnet.md#degree-vectors", Test: "TestOneEdgeMovesTwoCounts"}
	return gdp.Query(name, gdp.EdgeLevel, gdp.L1(2), basis, func(d *gdp.Data) ([]float64, error) {
		return c.count(d.Network.Graph.Undirected()), nil
	}).OnNodes(len(c.of))
}

// nonNegative cuts counts off below 0, and gives a node whose counts are all 0 a neighbour in a
// random cluster.
func (c clusters) nonNegative(counts []float64, r *rand.Rand) []float32 {
	out := make([]float32, len(counts))
	for u := range c.of {
		row, sum := out[u*c.classes:][:c.classes], 0.0
		for k, x := range counts[u*c.classes:][:c.classes] {
			row[k] = float32(max(x, 0))
			sum += max(x, 0)
		}
		if sum == 0 {
			row[r.IntN(c.classes)] = 1
		}
	}
	return out
}
