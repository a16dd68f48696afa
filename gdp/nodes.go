package gdp

import (
	"errors"
	"fmt"
	"slices"

	"github.com/graphdp/graphdp/data/graph"
)

// The node set is public under edge and node relations, and the universe of ids under
// NodeUnbounded. It is declared: by the data set, by its file, or by the options below. It is never
// read off the edges, which are private: an edge that is the only one of its node would show in the
// number of nodes. A declared node has the place of its id, whichever other nodes have edges or are
// present.

// nodeSet is a list of public ids: 0 … n-1, or the given ones.
type nodeSet struct {
	n   int
	ids *graph.IDs
}

// Nodes declares the nodes of a network as 0 … n-1; under [NodeUnbounded] they are the universe of
// possible nodes. A node's id is the network's ID for it, or its number without IDs.
func Nodes(n int) Option { return declared(nodeSet{n: n}) }

// NodesOf is [Nodes] with a list of ids, which also fixes the order of nodes.
func NodesOf(ids *graph.IDs) Option { return declared(nodeSet{ids.Len(), ids}) }

func declared(set nodeSet) Option {
	return func(o *options) error {
		if set.n < 1 || set.n > graph.MaxNodes {
			return fmt.Errorf("gdp: %d nodes declared, want 1 … %d", set.n, graph.MaxNodes)
		}
		if o.nodes != nil {
			return errors.New("gdp: the nodes are declared twice: give Nodes or NodesOf once")
		}
		o.nodes = &set
		return nil
	}
}

// NodesThatOccur accepts nodes that were read off the edges as public. Use it for data whose list
// of nodes is known to be public. No ε covers what that list reveals: the ledger and the guarantee
// say so, and nothing counts as proved.
func NodesThatOccur() Option {
	return func(o *options) error { o.occurring = true; return nil }
}

// occurringNote and occurringReason are shown for such a session: the note in the ledger and the
// guarantee, the reason where nothing is proved.
const (
	occurringNote   = "the nodes are those that occur in the private data: which they are, and how many, is released as it is, and no ε covers it"
	occurringReason = "the node set was read off the private data"
)

// ErrNodes means that the nodes of a network were not declared.
var ErrNodes = errors.New("nodes that were read off private edges")

// errNodes returns [ErrNodes] with advice.
func errNodes(rel Relation) error {
	return fmt.Errorf("gdp: %w: under the relation %v the number of nodes would reveal an edge that is the only one of its node. Declare the nodes: Nodes or NodesOf, --nodes on the command line, or a line `# nodes N` in an edge list. NodesThatOccur, --nodes occurring, accepts them, and nothing is then proved", ErrNodes, rel)
}

var errUniverse = fmt.Errorf("gdp: %w: under the relation node-unbounded the number of nodes is private: declare the public universe of ids (Nodes or NodesOf, --nodes on the command line)", ErrNodes)

// settle returns the data with the declared public part, as the relation requires. Occurring
// reports whether the nodes were not declared and the options accept that.
func (o *options) settle(d *Data, rel Relation) (settled *Data, occurring bool, err error) {
	switch {
	case o.occurring && o.nodes != nil:
		return nil, false, errors.New("gdp: NodesThatOccur excludes Nodes and NodesOf: give one of them")
	case rel.OfGraphs() && (o.nodes != nil || o.occurring):
		return nil, false, fmt.Errorf("gdp: under the relation %v the node set of each graph is private: leave out Nodes, NodesOf and NodesThatOccur", rel)
	case rel.OfGraphs():
		return &Data{Collection: d.Collection.WithoutReadOff()}, false, nil
	case d.Collection != nil && o.nodes != nil:
		return nil, false, errors.New("gdp: Nodes and NodesOf are for a single graph: declare the nodes of a collection when reading each graph")
	}
	net := d.Network
	if err := declaredClasses(net, rel); err != nil {
		return nil, false, err
	}
	d = &Data{Network: net, Collection: d.Collection}
	if o.nodes == nil {
		occurring = rel == NodeUnbounded || net.ReadOff.Nodes
		switch {
		case occurring && !o.occurring && rel == NodeUnbounded:
			return nil, false, errUniverse
		case occurring && !o.occurring:
			return nil, false, errNodes(rel)
		case occurring && o.provedOnly:
			return nil, false, errors.New("gdp: a session with ProvedOnly cannot use NodesThatOccur, under which no guarantee is proved: declare the nodes")
		case rel == NodeUnbounded:
			d.Present = slices.Repeat([]bool{true}, net.Graph.N())
		}
		return d, occurring, nil
	}
	wide, present, err := net.Spread(o.nodes.n, o.nodes.ids) // its errors contain no private value
	if err != nil {
		return nil, false, fmt.Errorf("gdp: the declared nodes: %w", err)
	}
	if d.Network = wide; rel == NodeUnbounded {
		d.Present = present
	}
	return d, false, nil
}

// ErrClasses means that the classes of nodes were not declared. The names of classes are public. If
// labels are private, a list of classes that was read off the labels reveals which of them occur.
var ErrClasses = errors.New("classes that were read off private labels")

// declaredClasses refuses a network with private labels and undeclared classes.
func declaredClasses(net *graph.Network, rel Relation) error {
	if rel != EdgeLevel && net.ReadOff.Classes {
		return fmt.Errorf("gdp: %w: under the relation %v the list of classes would reveal a label that no other node has. Declare the classes: graph.Network.WithClasses, or --classes on the command line", ErrClasses, rel)
	}
	return nil
}
