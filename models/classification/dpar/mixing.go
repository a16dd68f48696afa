package dpar

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/models/method/split"
)

// mixing is Eq. 4 on the test nodes of the training graph.
type mixing struct {
	Teleport float64 `json:"teleport"` // α
	Hops     int     `json:"hops"`     // P
	Nodes    int     `json:"nodes"`
	Test     []int32 `json:"test"` // test nodes, public, ascending
}

// among returns the mixing on the test nodes of n nodes.
func (p Prediction) among(n int, nodes split.Nodes) mixing {
	return mixing{p.Teleport, p.Hops, n, slices.Sorted(slices.Values(nodes.Test))}
}

// inTheClear describes the data that predictions read without protection.
func (p Prediction) inTheClear() string {
	own := "the guarantee is for what was learned; whoever classifies a test node reads its features"
	if p.Hops == 0 {
		return own + " as they are"
	}
	return fmt.Sprintf("%s, and the edges and the features of test nodes up to %d edges away, as they are (mode own-row reads no edge)", own, p.Hops)
}

// mixed returns the scores of node u. For a test node of the training graph, they are a row of
//
//	Q(0) = H,  Q(p) = (1-α) D⁻¹ A Q(p-1) + α H,  p = 1 … P,
//
// where H holds the nodes' own scores, and A and D are those of the test nodes only, with
// self-loops: [DPAR24] Eq. 4. It reads the features and edges of nearby test nodes in the clear,
// which the guarantee does not cover. Any other node keeps its own scores.
func (m mixing) mixed(net *graph.Network, u int32, own func(u int32) ([]float64, error)) ([]float32, error) {
	switch {
	case net == nil || net.Graph == nil:
		return nil, errors.New("dpar: no graph")
	case u < 0 || int(u) >= net.Graph.N():
		return nil, fmt.Errorf("dpar: node %d is not one of the %d nodes", u, net.Graph.N())
	}
	hops := m.Hops
	if net.Graph.N() != m.Nodes || !m.isTest(u) {
		hops = 0
	}
	p := propagation{mixing: m, graph: net.Graph, own: own, known: map[place][]float64{}}
	row, err := p.at(u, hops)
	largest := 0.0
	for _, q := range row {
		largest = max(largest, math.Abs(q))
	}
	scale := min(1, math.MaxFloat32/largest) // avoids float32 overflow and keeps the order
	scores := make([]float32, len(row))
	for i, q := range row {
		scores[i] = float32(q * scale)
	}
	return scores, err
}

// isTest reports whether u is a test node.
func (m mixing) isTest(u int32) bool {
	_, ok := slices.BinarySearch(m.Test, u)
	return ok
}

// propagation memoises rows of Q(p) for a node and its neighbourhood.
type propagation struct {
	mixing
	graph *graph.Graph
	own   func(u int32) ([]float64, error)
	known map[place][]float64
}

// place identifies a row of Q(p).
type place struct {
	u int32
	p int
}

func (q *propagation) at(u int32, p int) ([]float64, error) {
	if row, ok := q.known[place{u, p}]; ok {
		return row, nil
	}
	if p == 0 {
		row, err := q.own(u)
		q.known[place{u, p}] = row
		return row, err
	}
	row, err := q.at(u, p-1)
	if err != nil {
		return nil, err
	}
	row = slices.Clone(row) // self-loop
	degree := 1.0
	for _, v := range q.graph.Neighbors(u) {
		if !q.isTest(v) {
			continue
		}
		other, err := q.at(v, p-1)
		if err != nil {
			return nil, err
		}
		degree++
		for i, x := range other {
			row[i] += x
		}
	}
	for i, h := range q.known[place{u, 0}] {
		row[i] = (1-q.Teleport)*row[i]/degree + q.Teleport*h // [DPAR24] Eq. 4
	}
	q.known[place{u, p}] = row
	return row, nil
}
