package method

import (
	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp"
)

// Protect starts a session on a network; under a relation of collections on the collection of it
// alone, and on one without a graph if it is nil.
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
