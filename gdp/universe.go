package gdp

import (
	"errors"
	"fmt"

	"github.com/graphdp/graphdp/gdp/graph"
)

// Under NodeUnbounded a node is there or not, so neither the number of nodes nor which
// ids they have is public. What is public is a universe of ids, in a fixed order: it is
// given, never read off the data. A node has the place of its id, whichever others are present.

// universe is a list of public ids: 0 … n-1, or those named.
type universe struct {
	n   int
	ids *graph.IDs
}

// Universe returns the option that gives the public number n of ids under [NodeUnbounded]: they are 0 … n-1. The
// id of a node is the one that the network's IDs give it, or its number if it has no
// IDs.
func Universe(n int) Option {
	return func(o *options) error {
		if n < 1 || n > graph.MaxNodes {
			return fmt.Errorf("gdp: a universe of %d ids, want 1 … %d", n, graph.MaxNodes)
		}
		o.universe = &universe{n: n}
		return nil
	}
}

// UniverseOf returns the option that gives the public list of ids under [NodeUnbounded], by name.
func UniverseOf(ids *graph.IDs) Option {
	return func(o *options) error {
		if ids.Len() < 1 || ids.Len() > graph.MaxNodes {
			return fmt.Errorf("gdp: a universe of %d ids, want 1 … %d", ids.Len(), graph.MaxNodes)
		}
		o.universe = &universe{ids.Len(), ids}
		return nil
	}
}

var errUniverse = errors.New("gdp: under the relation node-unbounded the number of nodes is private: give the public universe of ids (Universe or UniverseOf, --universe on the command line)")

// spread puts the nodes of a network at the places of their ids: [graph.Network.Spread].
func (v *universe) spread(net *graph.Network) (*Data, error) {
	if v == nil {
		return nil, errUniverse
	}
	wide, present, err := net.Spread(v.n, v.ids)
	if err != nil {
		return nil, fmt.Errorf("gdp: the universe: %w", err)
	}
	return &Data{Network: wide, Present: present}, nil
}
