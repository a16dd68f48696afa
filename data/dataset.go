package data

import "github.com/graphdp/graphdp/data/graph"

// Dataset is a data set in memory: one graph with what is known of its nodes
// (Graph, Labels, …), or a Collection of graphs.
type Dataset struct {
	Entry         Entry             // zero when it was read from a file by its path
	graph.Network                   // empty when the data set is a collection
	Collection    *graph.Collection // nil when the data set is one graph
	Report        graph.Report      // what reading dropped
}

// Graphs returns the graphs of the data set, a single graph as a collection of one.
func (d *Dataset) Graphs() *graph.Collection {
	switch {
	case d == nil:
		return nil
	case d.Collection != nil:
		return d.Collection
	}
	return graph.CollectionOf(&d.Network)
}
