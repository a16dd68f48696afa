// Package graph provides immutable graphs in compressed sparse rows, with labels and features, and
// without privacy.
//
// A [Graph] is simple (no loops, no parallel edges) and stored as compressed
// sparse rows: one sorted list of neighbours per node, all lists in one array.
// Nodes are the integers 0 … N-1 as int32. N is a property of the graph and
// never guessed from the largest id: in this project N is often public while
// the largest id that has an edge is data.
//
// [FromEdges] builds a graph in parallel and reports the loops and duplicates
// that it dropped. A [Network] is a graph with what is known of its nodes: the
// ids they had in a file ([IDs]), sparse [Attributes], labels. A [Collection]
// is a list of networks, such as the TU data sets.
//
// Reading and writing files is the work of graphio, random graphs that of gen.
package graph
