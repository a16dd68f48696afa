package graph

import (
	"fmt"
	"slices"
)

// Sizes returns the number of nodes of each graph.
func (c *Collection) Sizes() []int {
	if c == nil {
		return nil
	}
	sizes := make([]int, len(c.Graphs))
	for i, w := range c.Graphs {
		if w != nil {
			sizes[i] = w.Graph.N()
		}
	}
	return sizes
}

// Union returns the disjoint union of the graphs as one network: the nodes of the first graph come
// first, then those of the second. Ids are dropped. It returns an error if graphs differ in
// directedness, or in their attributes, labels and classes.
func (c *Collection) Union() (*Network, error) {
	if err := c.Check(); err != nil {
		return nil, err
	}
	union := new(Network)
	if len(c.Graphs) == 0 {
		union.Graph = new(Graph)
		return union, nil
	}
	model, nodes := c.Graphs[0], 0
	var edges []Edge
	var offsets []int64
	var columns []int32
	var values []float32
	for i, w := range c.Graphs {
		switch {
		case nodes+w.Graph.N() > MaxNodes:
			return nil, fmt.Errorf("graph: more than %d nodes in the first %d graphs of the collection", MaxNodes, i+1)
		case w.Graph.Directed() != model.Graph.Directed():
			return nil, fmt.Errorf("graph: graphs 0 and %d of the collection differ in directedness: make both undirected", i)
		case (w.Labels == nil) != (model.Labels == nil) || !slices.Equal(w.Classes, model.Classes):
			return nil, fmt.Errorf("graph: graphs 0 and %d of the collection do not have the same classes of nodes", i)
		case (w.Attrs == nil) != (model.Attrs == nil) || w.Attrs.Cols() != model.Attrs.Cols():
			return nil, fmt.Errorf("graph: graphs 0 and %d of the collection do not have the same attributes", i)
		}
		first := int32(nodes)
		for u, v := range w.Graph.Edges() {
			edges = append(edges, Edge{first + u, first + v})
		}
		union.Labels, union.ReadOff = append(union.Labels, w.Labels...), union.ReadOff.Or(w.ReadOff)
		if w.Attrs != nil {
			for u := range int32(w.Graph.N()) {
				row, x := w.Attrs.Row(u)
				offsets = append(offsets, int64(len(columns)))
				columns, values = append(columns, row...), append(values, x...)
			}
		}
		nodes += w.Graph.N()
	}
	var err error
	if union.Graph, _, err = FromEdges(nodes, edges, Options{Directed: model.Graph.Directed()}); err != nil {
		return nil, err
	}
	if union.Classes = model.Classes; model.Attrs != nil {
		union.Attrs, err = NewAttributes(model.Attrs.Cols(), append(offsets, int64(len(columns))), columns, values)
	}
	return union, err
}
