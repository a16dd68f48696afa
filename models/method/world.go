package method

import (
	"errors"
	"fmt"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp"
)

// Protect starts a session on a network. Under a relation of collections, the collection has this
// network alone, or no graph if it is nil.
func Protect(net *graph.Network, rel gdp.Relation, b gdp.Budget, options ...gdp.Option) (*gdp.Session, error) {
	if rel != gdp.GraphLevel && rel != gdp.GraphUnbounded {
		return gdp.Protect(net, rel, b, options...)
	}
	c := new(graph.Collection)
	if net != nil {
		c.Graphs = append(c.Graphs, net)
	}
	return gdp.ProtectCollection(c, rel, b, options...)
}

// Holds returns a lower bound on the bytes that a run with this configuration holds, besides a
// graph with so many nodes and edges. It calls the configuration's method Holds; without one it
// returns 0.
func Holds(config any, nodes, edges int) int64 {
	if c, ok := config.(interface{ Holds(nodes, edges int) int64 }); ok {
		return c.Holds(nodes, edges)
	}
	return 0
}

// CheckGraphs returns an error for an invalid or empty collection, and for graphs without nodes.
func CheckGraphs(name string, c *graph.Collection) error {
	if err := c.Check(); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	if c == nil || len(c.Graphs) == 0 {
		return fmt.Errorf("%s: no graphs", name)
	}
	for i, n := range c.Sizes() {
		if n == 0 {
			return fmt.Errorf("%s: graph %d has no nodes", name, i)
		}
	}
	return nil
}

// Lacking returns an error if a node classifier cannot learn from the data.
func Lacking(features, labels bool) error {
	switch {
	case !features && !labels:
		return errors.New("nodes without features and without labels")
	case !features:
		return errors.New("nodes without features")
	case !labels:
		return errors.New("nodes without labels")
	}
	return nil
}
