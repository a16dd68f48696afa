// Package graphio reads and writes graphs: edge lists, NumPy archives, TU
// folders, GraphML and METIS, each of them compressed by gzip or not.
//
// [Read] finds the format by the name of the file and its content; [Write] by
// the name. What was written reads back as the same graph. Weights and edge
// attributes are checked but not kept; [graph.Report] counts them.
//
// # Nodes and ids
//
// Which nodes a graph has is never guessed from the largest id.
//
//   - When a file or [Options.Nodes] says that there are N nodes, ids are
//     0 … N-1 and mean the nodes themselves; any other id is an error.
//   - Otherwise the nodes are the ids that occur, if only in a loop. They are
//     numbered 0 … N-1 in ascending order (strings in the order of their
//     bytes), and [graph.Network.IDs] keeps what each was called. If they are
//     0 … N-1 already, there is nothing to keep and IDs is nil.
//
// # Edge lists
//
// One edge a line: two ids and perhaps a weight, a finite number. Fields are
// separated by commas when the first edge has one, else by blanks and tabs.
// Empty lines and lines that begin with # or % are skipped. A first line that
// is not numeric above one that is counts as a header and is skipped. Ids are
// integers when the first edge has two, else strings: a stray word among
// integers is an error, not a node. Negative integers are refused.
//
// Comments of this form above the first edge have a meaning, and are written
// where they are needed:
//
//	# nodes 2708     the nodes are 0 … 2707
//	# directed       edges go from the first id to the second
//	# string ids     ids are strings, even those that look like numbers
//	# node 17        there is a node 17, which may have no edge
//
// # Errors
//
// Malformed input is an [*Error] with the file, the line and the offending
// text. Nothing in a file can make a reader panic, or allocate much more than
// the file's own size.
package graphio
