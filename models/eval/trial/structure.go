package trial

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/graphdp/graphdp/data/embed"
	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/metric"
)

// Structure is [metric.StrucEqu] of an embedding. It reads the private graph and is not a release.
type Structure struct {
	StrucEqu float64
	Error    float64 // standard error; 0 if all pairs are used
}

// Graphs up to this size use all pairs. Larger ones use that many nodes, in groups: a fifteenth of
// the pairs of these nodes.
const allPairs, groupsOfNodes = 15_000, 15

// StructureOf computes StrucEqu over all pairs of up to 15 000 nodes. For larger graphs it puts 15
// 000 random nodes into 15 groups and returns the mean of the groups' values with its standard
// error. The error describes the mean of such groups: if a few hubs determine the value, groups
// without a hub differ more from the whole graph. The source is used for larger graphs only, and
// may be nil otherwise.
func StructureOf(g *graph.Graph, e *embed.Matrix, r *rand.Rand) (Structure, error) {
	if g == nil || e == nil {
		return Structure{}, errors.New("trial: no graph, or no embedding")
	}
	if e.N() != g.N() {
		return Structure{}, fmt.Errorf("trial: %d rows for %d nodes", e.N(), g.N())
	}
	x := make([][]float64, e.N())
	for u := range x {
		row := e.Row(int32(u))
		x[u] = make([]float64, len(row))
		for i, v := range row {
			x[u][i] = float64(v)
		}
	}
	if g.N() > allPairs {
		return sampledStructure(g, x, groupsOfNodes, allPairs/groupsOfNodes, r)
	}
	all, err := metric.StrucEqu(g, x, nil)
	if err != nil {
		return Structure{}, fmt.Errorf("trial: %w", err)
	}
	return Structure{StrucEqu: all}, nil
}

// sampledStructure returns the mean over disjoint groups of random nodes.
func sampledStructure(g *graph.Graph, x [][]float64, groups, size int, r *rand.Rand) (Structure, error) {
	if r == nil {
		return Structure{}, fmt.Errorf("trial: no source of randomness")
	}
	order, nodes := r.Perm(g.N()), make([]int32, size)
	values := make([]float64, groups)
	for k := range values {
		for i, u := range order[k*size:][:size] {
			nodes[i] = int32(u)
		}
		var err error
		if values[k], err = metric.StrucEqu(g, x, nodes); err != nil {
			return Structure{}, fmt.Errorf("trial: %w", err)
		}
	}
	m := MeanOf(values)
	return Structure{StrucEqu: m.Mean, Error: m.SD / math.Sqrt(float64(groups))}, nil
}
