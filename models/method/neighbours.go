package method

import (
	"fmt"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp"
)

// neighbours refuses graphs that are not neighbours under the relation, since their bound would not
// be one on ε.
func neighbours(worlds [2]*graph.Network, rel gdp.Relation) error {
	a, b := worlds[0], worlds[1]
	if a == nil || b == nil {
		if rel == gdp.GraphUnbounded && (a == nil) != (b == nil) {
			return nil
		}
		return fmt.Errorf("method: under the relation %v an attack needs two graphs", rel)
	}
	ok := false
	switch rel {
	case gdp.GraphLevel:
		ok = true
	case gdp.EdgeLevel:
		ok = differ(a, b) == 1
	case gdp.NodeLevel:
		ok = a.Graph.N() == b.Graph.N() && exchanged(a, b)
	case gdp.NodeUnbounded: // the last node is present or absent
		if a.Graph.N() > b.Graph.N() {
			a, b = b, a
		}
		if ok = a.Graph.N() == b.Graph.N()-1; ok {
			cut, err := without(b, int32(a.Graph.N()))
			ok = err == nil && a.Equal(cut)
		}
	}
	if !ok {
		return fmt.Errorf("method: the worlds of the attack are no neighbours under the relation %v", rel)
	}
	return nil
}

// differ returns the number of edges in exactly one of two networks; -1 if the networks differ
// elsewhere.
func differ(a, b *graph.Network) (edges int) {
	x := *a
	if x.Graph = b.Graph; a.Graph.N() != b.Graph.N() || !x.Equal(b) {
		return -1
	}
	for u, v := range a.Graph.Edges() {
		if !b.Graph.HasEdge(u, v) {
			edges++
		}
	}
	for u, v := range b.Graph.Edges() {
		if !a.Graph.HasEdge(u, v) {
			edges++
		}
	}
	return edges
}

// exchanged reports whether two networks are equal without one of the nodes.
func exchanged(a, b *graph.Network) bool {
	for u := range int32(a.Graph.N()) {
		x, err := without(a, u)
		if err != nil {
			return false
		}
		if y, err := without(b, u); err == nil && x.Equal(y) {
			return true
		}
	}
	return false
}

// without returns a network without a node.
func without(w *graph.Network, u int32) (*graph.Network, error) {
	var rest []int32
	for v := range int32(w.Graph.N()) {
		if v != u {
			rest = append(rest, v)
		}
	}
	cut, err := w.Induced(rest)
	if err == nil {
		cut.IDs = nil
	}
	return cut, err
}
