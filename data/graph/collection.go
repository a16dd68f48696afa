package graph

import (
	"fmt"
	"slices"
	"strconv"
)

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
