// Package aggregate computes noisy sums of neighbours' rows with bounded sensitivity: the
// aggregation of private graph neural networks.
//
// Rows have norm at most 1. They depend on public data and earlier releases only.
package aggregate

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/parallel"
	"github.com/graphdp/graphdp/gdp"
)

const (
	// grain is the unit to which entries are rounded, so that sums are exact.
	grain = 0x1p-30
	// shrink compensates for rounding of a norm of 1.
	shrink = 1 - 0x1p-40
	// mostNodes is the number of nodes above which sums might be rounded.
	mostNodes = 1 << 22
)

// Rows are the rows of all nodes, of norm at most 1, with entries that are multiples of the grain.
type Rows struct {
	columns int
	values  []float64
}

// Unit scales each row to norm 1 or slightly less. A zero or non-finite row becomes zero.
func Unit[F float32 | float64](columns int, values []F) Rows {
	r := Rows{columns, make([]float64, len(values))}
	for at := 0; at < len(values); at += columns {
		largest := 0.0
		for _, v := range values[at : at+columns] {
			largest = max(largest, math.Abs(float64(v)))
		}
		sum := 0.0
		for _, v := range values[at : at+columns] {
			x := float64(v) / largest
			sum += x * x
		}
		if !(largest > 0) || math.IsInf(largest, 1) {
			continue
		}
		norm := math.Sqrt(sum)
		for i, v := range values[at : at+columns] {
			r.values[at+i] = math.Trunc(float64(v)/largest/norm*shrink/grain) * grain
		}
	}
	return r
}

// Float64s returns the rows.
func (r Rows) Float64s() []float64 { return r.values }

// Float32s returns the rows.
func (r Rows) Float32s() []float32 { return Float32s(r.values) }

// Float32s converts sums to the precision of models.
func Float32s(sums []float64) []float32 {
	out := make([]float32, len(sums))
	for i, v := range sums {
		out[i] = float32(v)
	}
	return out
}

// Digest returns a checksum of the rows.
func (r Rows) Digest() string {
	h := sha256.New()
	_ = binary.Write(h, binary.LittleEndian, r.values) // a hash does not fail
	return hex.EncodeToString(h.Sum(nil)[:16])
}

// Sum returns for each node the sum of its neighbours' rows; in a directed graph, of its
// out-neighbours' rows.
func (r Rows) Sum(g *graph.Graph) []float64 {
	out := make([]float64, len(r.values))
	parallel.Blocks(g.N(), 256, func(_, lo, hi int) {
		for u := lo; u < hi; u++ {
			row := out[u*r.columns:][:r.columns]
			for _, v := range g.Neighbors(int32(u)) {
				for k, x := range r.values[int(v)*r.columns:][:r.columns] {
					row[k] += x
				}
			}
		}
	})
	return out
}

// Size refuses graphs whose sums might be rounded.
func Size(nodes int) error {
	if nodes > mostNodes {
		return fmt.Errorf("%d nodes, want at most %d", nodes, mostNodes)
	}
	return nil
}

// edgeBound is the ℓ2 sensitivity of the sums to an edge: √2, rounded up.
var edgeBound = gdp.L2(math.Nextafter(math.Sqrt2, 2))

// Query is the sum at edge level. The name identifies the rows.
func (r Rows) Query(name string, nodes int) gdp.Bounded[gdp.L2] {
	basis := gdp.Proof{Doc: "proofs/aggregate.md#edges", Test: "TestOneEdgeMovesTheSumsByRootTwo"}
	return r.query(name, nodes, gdp.EdgeLevel, edgeBound, basis)
}

// ByArc is the sum as papers count it: an edge is an arc and changes one row. An undirected edge is
// two arcs.
func (r Rows) ByArc(name string, nodes int, source string) gdp.Bounded[gdp.L2] {
	return r.query(name, nodes, gdp.EdgeLevel, 1, gdp.Claim{
		Source: source, Statement: "one edge moves the sums of neighbours' unit rows by at most 1",
		Why: "an undirected edge adds a row to the sums of both of its ends, which is √2", Holds: float64(edgeBound),
	})
}

func (r Rows) query(name string, nodes int, rel gdp.Relation, bound gdp.L2, basis gdp.Basis) gdp.Bounded[gdp.L2] {
	return gdp.Query(name, rel, bound, basis, func(d *gdp.Data) ([]float64, error) {
		return r.Sum(d.Network.Graph.Undirected()), nil
	}).OnNodes(nodes)
}

// Sent sums the rows that nodes send: each node sends its row to at most most neighbours, drawn
// with public randomness and the node's number. [GAP23] and [PROGAP24] bound a node's effect on
// others in this way.
func (r Rows) Sent(g *graph.Graph, most int, seed uint64) []float64 {
	out := make([]float64, len(r.values))
	for u := range int32(g.N()) {
		to := g.Neighbors(u)
		if len(to) > most {
			to = sample(to, most, rand.New(rand.NewPCG(seed, uint64(u))))
		}
		for _, v := range to {
			row := out[int(v)*r.columns:][:r.columns]
			for k, x := range r.values[int(u)*r.columns:][:r.columns] {
				row[k] += x
			}
		}
	}
	return out
}

// sample draws n entries of a list without replacement.
func sample(list []int32, n int, rng *rand.Rand) []int32 {
	list = slices.Clone(list)
	for i := range n {
		j := i + rng.IntN(len(list)-i)
		list[i], list[j] = list[j], list[i]
	}
	return list[:n]
}

// ByNode is the sum of sent rows that depend on the data, as papers count it: a node changes at
// most most sums by 1.
func ByNode(name string, nodes, most int, seed uint64, source string, rows func(d *gdp.Data) (Rows, error)) gdp.Bounded[gdp.L2] {
	basis := gdp.Claim{
		Source: source, Statement: "where a node's row is in at most D sums, the node moves all sums together by at most √D", Why: UnboundedRows,
	}
	return gdp.Query(name, gdp.NodeUnbounded, gdp.L2(math.Sqrt(float64(most))), basis, func(d *gdp.Data) ([]float64, error) {
		r, err := rows(d)
		if err != nil {
			return nil, err
		}
		return r.Sent(d.Network.Graph.Undirected(), most, seed), nil
	}).OnNodes(nodes)
}

// UnboundedRows is the reason why a bound on the sums that use a node's row does not bound its
// whole effect.
const UnboundedRows = "a node's own sum has one row per neighbour, and a node that another one samples displaces a third node"

// Over sums the rows of each node's list.
func (r Rows) Over(lists [][]int32) []float64 {
	out := make([]float64, len(r.values))
	for u, list := range lists {
		row := out[u*r.columns:][:r.columns]
		for _, v := range list {
			for k, x := range r.values[int(v)*r.columns:][:r.columns] {
				row[k] += x
			}
		}
	}
	return out
}
