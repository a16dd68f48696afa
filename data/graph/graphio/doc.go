// Package graphio reads and writes graphs: edge lists, NumPy archives, TU
// folders, GraphML, Matrix Market and Parquet, each of them compressed by gzip or not.
//
// [Read] finds the format by the content of the file where that is telling, else
// by its name; [Write] by the name, and [FormatOf] says beforehand whether it
// will. What was written reads back as the same graph. Weights and other
// attributes of nodes and edges are not kept; [graph.Report] counts them.
//
//	.txt .edges .edgelist .el  edge list, blanks between ids    directions, ids
//	.csv .tsv                  the same with commas or tabs     directions, ids, also quoted
//	.npz                       NumPy archive                    everything
//	.graphml .xml              GraphML                          directions, ids, labels
//	.mtx                       Matrix Market                    directions
//	.parquet                    table of edges                  directions, ids
//	NAME/                      TU folder                        labels, attributes
//
// # Nodes and ids
//
// Which nodes a graph has is never guessed from the largest id.
//
//   - When a file or [Options.Nodes] says that there are N nodes, ids are
//     0 … N-1 and mean the nodes themselves; any other id is an error.
//   - When [Options.NodeIDs] lists them, they are numbered in that order.
//   - Otherwise the nodes are the ids that occur, if only in a loop. They are
//     numbered 0 … N-1 in ascending order (strings in the order of their
//     bytes), and [graph.Network.IDs] keeps what each was called. If they are
//     0 … N-1 already, there is nothing to keep and IDs is nil. So it is with edge lists
//     and tables of edges, and [graph.ReadOff] says so.
//
// Where the nodes are declared, no other decision looks at edges: whether ids are integers, and
// whether there is a header, follows from the declaration.
//
// GraphML lists its nodes, which are numbered in that order.
//
// [Write] and [WriteCollection] keep [graph.ReadOff]: an edge list or table has no number of nodes
// then, and other formats have a mark, read_off with the words nodes and classes, or a comment
// "% read off: nodes". A TU folder has the mark in a file NAME_read_off.txt.
//
// A Parquet table has the columns source and target, of integers or of strings; a note
// of this package beside it says what an edge list says in comments.
//
// # NumPy archives
//
// These arrays have a meaning; [Write] writes the first kind of each:
//
//	adj_data, _indices, _indptr, _shape   adjacency matrix of SciPy, in compressed sparse rows
//	attr_data, _indices, _indptr, _shape  attributes in the same form, a row for each node
//	attr_matrix              attributes as a dense matrix
//	labels                   class of each node, an integer; -1: unknown
//	class_names, node_names  names of classes; ids of nodes, integers or strings
//	directed                 true where edges go one way
//	read_off                 "nodes" and "classes" where these were read off, and are not declared
//	edge_index, x, y         ends of edges in two rows, attributes and labels, as PyTorch
//	                         Geometric has them; x, y or Options.Nodes says how many nodes
//	                         there are
//
// Names such as adj_matrix.data stand for adj_data.
//
// # Edge lists
//
// One edge a line: two ids and perhaps a weight, a finite number, or a row of a table with more
// columns; every line has as many fields as the first edge. The separator is what the first edge
// has outside of quotation marks: more semicolons than commas, else commas, else tabs, else
// blanks; integers may have tabs and blanks between them. [Options.Separator] sets it. Attributes
// between braces that networkx writes after an edge are counted. Empty lines and lines that begin
// with #, % or // are skipped. Quotation marks around a field are taken off; two within stand for
// one. Adjacency lists are not read: lines of many ids are refused.
//
// Ids are in two columns with known names, such as source and target; else in the second and third
// of three below a header whose first name is empty, as pandas and R write row numbers; else in
// the first two. [Options.Columns] sets them, and has to where there are more than three columns
// without known names. A third column of numbers without a name, and one that is called weight,
// has weights, of which 0 is refused; other columns are counted, whatever they hold. Files of
// KONECT, which begin with "% sym" or "% asym", have ids, weights and times.
//
// Ids are integers when the first edge has two, else strings: a stray word among integers is an
// error, not a node. Integers are written without signs and leading zeros; 007 is a string. One
// number in two forms, such as 7, 007 and 7.0, is refused.
//
// The first line that is neither empty nor a comment is a header, not an edge,
// when its first two fields are no numbers and
//
//   - two fields are a known pair of names, such as source and target, from and to or
//     id1 and id2, whatever their case and punctuation, or
//   - [Options.Columns] are names, or
//   - the two ids below are numbers, or
//   - its first field is empty, or
//   - a later field is a word and that below a number.
//
// It is skipped, and [graph.Report] says what it was. [Options.Header] decides
// where this rule is wrong. It has to where the first line of strings between commas is
// neither, and its ids are in no other line. Where the nodes are declared, a header is a known
// pair of names that are no ids, and other words are an error.
//
// Comments of this form above the first edge have a meaning, and are written
// where they are needed. Below it they are an error:
//
//	# nodes 2708     the nodes are 0 … 2707
//	# directed       edges go from the first id to the second
//	# string ids     ids are strings, even those that look like numbers; no header follows
//	# node 17        there is a node 17, which may have no edge; "a b" in quotation marks
//
// # Text and errors
//
// Text is UTF-8, with a byte order mark or without; Latin-1 where
// [Options.Latin1] says so. UTF-16 is refused, and so are other bytes in an id.
//
// Malformed input is an [*Error] with the file, the line and the offending
// text. Nothing in a file can make a reader panic, or allocate much more than
// the file's own size.
package graphio
