package dpar

import (
	"errors"
	"fmt"
	"slices"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/models/split"
)

// reach is how far test nodes look among each other. They are known by their public numbers in the
// graph that a model is for.
type reach struct {
	Hops  int     `json:"hops"` // P
	Nodes int     `json:"nodes"`
	Test  []int32 `json:"test"` // ascending
}

func newReach(hops, n int, nodes split.Nodes) reach {
	return reach{hops, n, slices.Sorted(slices.Values(nodes.Test))}
}

// isTest reports whether a node is a test node.
func (r reach) isTest(u int32) bool {
	_, ok := slices.BinarySearch(r.Test, u)
	return ok
}

// hops is how far a node looks: not at all where it is none to test on, or of another graph.
func (r reach) hops(net *graph.Network, u int32) (int, error) {
	switch {
	case net == nil || net.Graph == nil:
		return 0, errors.New("dpar: no graph")
	case u < 0 || int(u) >= net.Graph.N():
		return 0, fmt.Errorf("dpar: node %d is not one of the %d nodes", u, net.Graph.N())
	case net.Graph.N() != r.Nodes || !r.isTest(u):
		return 0, nil
	}
	return r.Hops, nil
}
