package gdp

import (
	"fmt"

	"github.com/graphdp/graphdp/accounting"
)

// Epsilon, Delta and Budget are those of package accounting.
type (
	Epsilon = accounting.Epsilon
	Delta   = accounting.Delta
	Budget  = accounting.Budget
)

// Relation defines neighbouring graphs: what a guarantee hides and what is public.
type Relation int

const (
	// EdgeLevel: one edge (an arc, if directed) is added or removed. Public: the nodes, their
	// attributes and labels. A person with many edges is not hidden. In a collection: one edge of
	// one graph; the nodes of each graph and the labels of graphs are also public.
	EdgeLevel Relation = iota + 1
	// NodeLevel ("bounded"): all edges, attributes and the label of one node are replaced
	// arbitrarily. Public: the number of nodes.
	NodeLevel
	// NodeUnbounded: one id of a public universe is present, with its edges,
	// attributes and label, or absent. Public: the size of the universe.
	NodeUnbounded
	// GraphLevel ("bounded"): one graph of a collection is replaced arbitrarily. Public: the number
	// of graphs.
	GraphLevel
	// GraphUnbounded: one graph of a collection is added or removed.
	GraphUnbounded
)

var relations = map[Relation]struct {
	name    string
	records accounting.Relation
}{
	EdgeLevel:      {"edge", accounting.AddRemove},
	NodeLevel:      {"node", accounting.ReplaceOne},
	NodeUnbounded:  {"node-unbounded", accounting.AddRemove},
	GraphLevel:     {"graph", accounting.ReplaceOne},
	GraphUnbounded: {"graph-unbounded", accounting.AddRemove},
}

// String returns the name used on the command line.
func (r Relation) String() string {
	if x, ok := relations[r]; ok {
		return x.name
	}
	return fmt.Sprintf("Relation(%d)", int(r))
}

// ParseRelation parses a name returned by String.
func ParseRelation(name string) (Relation, error) {
	for r := EdgeLevel; r <= GraphUnbounded; r++ {
		if r.String() == name {
			return r, nil
		}
	}
	return 0, fmt.Errorf("gdp: no relation %q: must be edge, node, node-unbounded, graph or graph-unbounded", name)
}

// Validate returns an error for the zero value and unknown relations.
func (r Relation) Validate() error {
	if _, ok := relations[r]; !ok {
		return fmt.Errorf("gdp: invalid relation %v", r)
	}
	return nil
}

// Accounting returns the accountant's relation between the lists of records (edges, nodes or
// graphs).
func (r Relation) Accounting() accounting.Relation { return relations[r].records }

// OfGraphs reports whether records are the graphs of a collection; everything in a graph is then
// private.
func (r Relation) OfGraphs() bool { return r == GraphLevel || r == GraphUnbounded }
