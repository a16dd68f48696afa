package lpgnet

import (
	"math/rand/v2"

	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/query"
)

// clusters are the predicted classes of all nodes.
type clusters struct {
	classes int
	of      []int32
}

// query is how many neighbours each node has in each cluster, one node after the other.
func (c clusters) query() gdp.Bounded[gdp.L1] {
	return query.BlockDegrees[gdp.L1](gdp.EdgeLevel, c.of, c.classes) // [LPGNET22] degree vector
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
