package data

import "github.com/graphdp/graphdp/gdp/graph"

// Dataset is a data set in memory: one graph with what is known of its nodes
// (Graph, Labels, …), or a Collection of graphs.
type Dataset struct {
	Entry         Entry             // zero when it was read from a file by its path
	graph.Network                   // empty when the data set is a collection
	Collection    *graph.Collection // nil when the data set is one graph
	Report        graph.Report      // what reading dropped
}

// Graphs returns the data set as a collection, which a graph is one of one of.
func (d *Dataset) Graphs() *graph.Collection {
	if d == nil || d.Collection != nil {
		return d.Collection
	}
	return graph.CollectionOf(&d.Network)
}
