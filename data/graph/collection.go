package graph

import "fmt"

// Collection is a list of graphs, each with a label perhaps, as data sets for
// the classification or generation of whole graphs have.
type Collection struct {
	Graphs  []*Network
	Labels  []int32  // the class of each graph, or nil
	Classes []string // the names of the classes of graphs, or nil
	ReadOff ReadOff  // of Classes; each graph has one too
}

// CollectionOf returns a collection of graphs.
func CollectionOf(graphs ...*Network) *Collection { return &Collection{Graphs: graphs} }

// Check checks every graph, and that there are as many labels as graphs.
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
