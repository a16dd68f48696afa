// Package graph provides immutable graphs in compressed sparse rows, with labels and features, and
// without privacy.
//
// A [Graph] is simple (no self-loops, no parallel edges) and stored in compressed sparse row (CSR)
// format: one sorted list of neighbours per node, all lists in one array. Nodes are the integers 0
// … N-1 as int32. N is never inferred from the largest id: N is often public, while the largest id
// with an edge is data.
//
// [FromEdges] builds a graph in parallel and reports the self-loops and duplicates that it dropped.
// A [Network] is a graph with node data: the ids in a file ([IDs]), sparse [Attributes], labels. A
// [Collection] is a list of networks, such as the TU data sets.
//
// Package graphio reads and writes files; package gen generates random graphs.
package graph
