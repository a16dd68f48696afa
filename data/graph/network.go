package graph

import (
	"fmt"
	"slices"
	"strconv"
)

// Unlabeled is the label of a node of unknown class.
const Unlabeled = -1

// Network is a graph with node data. Every field but Graph may be nil.
type Network struct {
	Graph   *Graph
	IDs     *IDs        // original ids of the nodes
	Attrs   *Attributes // a row per node
	Labels  []int32     // class of each node: a number below len(Classes) if there are Classes, or Unlabeled
	Classes []string    // class names
	// Seen is the position 0, 1, … at which each node was first named in the source; nil if
	// unknown. It is as private as the edges, whose order it reveals.
	Seen    []int32
	ReadOff ReadOff
}

// ReadOff records which parts of a network were inferred from its edges and labels, not declared.
// If they are declared elsewhere, set the field to false. [Network.Equal] ignores it.
type ReadOff struct {
	Nodes   bool // the nodes are those that occur in edges
	Classes bool // the classes, or their existence, are those that occur among the labels
}

// Occurring declares the nodes of a file to be those that occur in its edges. No guarantee covers
// that choice.
const Occurring = "occurring"

// Or returns the facts that were inferred in either network.
func (r ReadOff) Or(other ReadOff) ReadOff {
	return ReadOff{r.Nodes || other.Nodes, r.Classes || other.Classes}
}

// Check returns an error unless ids, attribute rows and labels match the nodes in number, and
// labels are valid classes.
func (w *Network) Check() error {
	if w == nil || w.Graph == nil {
		return fmt.Errorf("graph: network without a graph")
	}
	n := w.Graph.N()
	switch {
	case w.IDs != nil && w.IDs.Len() != n:
		return fmt.Errorf("graph: %d ids for %d nodes", w.IDs.Len(), n)
	case w.Attrs != nil && w.Attrs.Rows() != n:
		return fmt.Errorf("graph: %d rows of attributes for %d nodes", w.Attrs.Rows(), n)
	case w.Labels != nil && len(w.Labels) != n:
		return fmt.Errorf("graph: %d labels for %d nodes", len(w.Labels), n)
	case w.Seen != nil && len(w.Seen) != n:
		return fmt.Errorf("graph: the order seen has %d nodes, want %d", len(w.Seen), n)
	}
	return checkLabels(w.Labels, w.Classes)
}

func checkLabels(labels []int32, classes []string) error {
	for i, l := range labels {
		if l < Unlabeled || classes != nil && int(l) >= len(classes) {
			return fmt.Errorf("graph: label %d at position %d: want %d … %d", l, i, Unlabeled, len(classes)-1)
		}
	}
	return nil
}

// Induced returns the subnetwork on the given nodes: see [Graph.Induced]. It keeps ids: those of w,
// or the node numbers in w if w has none.
func (w *Network) Induced(nodes []int32) (*Network, error) {
	if err := w.Check(); err != nil {
		return nil, err
	}
	g, err := w.Graph.Induced(nodes)
	if err != nil {
		return nil, err
	}
	sub := &Network{Graph: g, Classes: w.Classes, Labels: pick(w.Labels, nodes), Seen: pick(w.Seen, nodes), ReadOff: w.ReadOff}
	if sub.IDs, err = w.IDs.Select(nodes); err != nil {
		return nil, err
	}
	if w.Attrs != nil {
		if sub.Attrs, err = w.Attrs.Select(nodes); err != nil {
			return nil, err
		}
	}
	return sub, nil
}

// Equal reports whether both networks have the same graph, ids, attributes, labels and classes,
// regardless of the order in which nodes were seen.
func (w *Network) Equal(x *Network) bool {
	if w == nil || x == nil {
		return w == x
	}
	return w.Graph.Equal(x.Graph) && w.IDs.Equal(x.IDs) && w.Attrs.Equal(x.Attrs) &&
		(w.Labels == nil) == (x.Labels == nil) && slices.Equal(w.Labels, x.Labels) && slices.Equal(w.Classes, x.Classes)
}

// Collection is a list of graphs, possibly labelled, as in data sets for graph classification or
// generation.
type Collection struct {
	Graphs  []*Network
	Labels  []int32  // class of each graph, or nil
	Classes []string // class names, or nil
	ReadOff ReadOff  // about Classes; each graph has its own too
}

// CollectionOf returns a collection of graphs.
func CollectionOf(graphs ...*Network) *Collection { return &Collection{Graphs: graphs} }

// Check checks every graph, and that the numbers of labels and graphs agree.
func (c *Collection) Check() error {
	if c == nil {
		return fmt.Errorf("graph: no collection")
	}
	for i, w := range c.Graphs {
		if err := w.Check(); err != nil {
			return fmt.Errorf("graph %d of the collection: %w", i, err)
		}
	}
	if c.Labels != nil && len(c.Labels) != len(c.Graphs) {
		return fmt.Errorf("graph: %d labels for %d graphs", len(c.Labels), len(c.Graphs))
	}
	return checkLabels(c.Labels, c.Classes)
}

// WithClasses returns the network with the declared classes, by name and in order; without names,
// nodes have no labels. A node's class is the one named by Classes, or its label. An undeclared
// class is an error, which does not reveal whose class it is.
func (w *Network) WithClasses(names ...string) (*Network, error) {
	if err := w.Check(); err != nil {
		return nil, err
	}
	for i, name := range names {
		if name == "" || slices.Contains(names[:i], name) {
			return nil, fmt.Errorf("graph: declared class %d is empty or repeated", i)
		}
	}
	named := *w
	named.ReadOff.Classes = false
	if named.Labels, named.Classes = nil, nil; len(names) == 0 {
		return &named, nil
	}
	named.Classes = names
	named.Labels = make([]int32, w.Graph.N())
	for u := range named.Labels {
		named.Labels[u] = Unlabeled
		if w.Labels == nil || w.Labels[u] == Unlabeled {
			continue
		}
		name := strconv.Itoa(int(w.Labels[u]))
		if w.Classes != nil {
			name = w.Classes[w.Labels[u]]
		}
		class := slices.Index(names, name)
		if class < 0 {
			return nil, fmt.Errorf("graph: a node has a class that is not among the %d declared classes", len(names))
		}
		named.Labels[u] = int32(class)
	}
	return &named, nil
}

// withoutReadOff returns the network without labels if their classes were inferred.
func (w *Network) withoutReadOff() *Network {
	if w == nil || !w.ReadOff.Classes {
		return w
	}
	bare := *w
	bare.Labels, bare.Classes, bare.ReadOff.Classes = nil, nil, false
	return &bare
}

// WithoutReadOff returns the collection without those labels, of graphs and of nodes, whose classes
// were inferred.
func (c *Collection) WithoutReadOff() *Collection {
	if c == nil {
		return nil
	}
	without := *c
	if c.ReadOff.Classes {
		without.Labels, without.Classes, without.ReadOff.Classes = nil, nil, false
	}
	without.Graphs = slices.Clone(c.Graphs)
	for i, w := range c.Graphs {
		without.Graphs[i] = w.withoutReadOff()
	}
	return &without
}
