// Package graphio reads and writes graphs: edge lists, NumPy archives, TU folders, GraphML, Matrix
// Market and Parquet, optionally compressed by gzip.
//
// [Read] detects the format by the content of the file if possible, else by its name. [Write] uses
// the name; [FormatOf] checks it beforehand. Written graphs read back unchanged. Weights and other
// attributes of nodes and edges are dropped; [graph.Report] counts them.
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
// The nodes are never inferred from the largest id.
//
//   - If a file or [Options.Nodes] declares N nodes, ids are 0 … N-1 and denote
//     the nodes themselves; any other id is an error.
//   - If [Options.NodeIDs] lists them, they are numbered in that order.
//   - Otherwise the nodes are the ids that occur, even if only in a self-loop.
//     They are numbered 0 … N-1 in ascending order (strings bytewise), and
//     [graph.Network.IDs] stores their ids. If the ids are 0 … N-1 already, IDs
//     is nil. For edge lists and tables of edges, [graph.ReadOff] records this.
//
// If the nodes are declared, no other decision depends on edges: the declaration determines whether
// ids are integers, and whether there is a header.
//
// GraphML lists its nodes, which are numbered in that order.
//
// [Write] and [WriteCollection] preserve [graph.ReadOff]: an edge list or table then has no number
// of nodes, and other formats have a mark, read_off with the words nodes and classes, or a comment
// "% read off: nodes". A TU folder has the mark in a file NAME_read_off.txt.
//
// A Parquet table has the columns source and target, of integers or of strings, and a note of this
// package with the information that an edge list has in comments.
//
// # NumPy archives
//
// These arrays have a meaning; [Write] writes the first kind of each:
//
//	adj_data, _indices, _indptr, _shape   adjacency matrix of SciPy, in compressed sparse rows
//	attr_data, _indices, _indptr, _shape  attributes in the same form, one row per node
//	attr_matrix              attributes as a dense matrix
//	labels                   class of each node, an integer; -1: unknown
//	class_names, node_names  names of classes; ids of nodes, integers or strings
//	directed                 true if edges are directed
//	read_off                 "nodes" and "classes" if these were inferred, not declared
//	edge_index, x, y         ends of edges in two rows, attributes and labels, as in PyTorch
//	                         Geometric; x, y or Options.Nodes gives the number of nodes
//
// Names such as adj_matrix.data stand for adj_data.
//
// # Edge lists
//
// Each line is an edge: two ids and optionally a finite weight, or a row of a table with more
// columns. Every line has as many fields as the first edge. The separator is inferred from the
// first edge, outside of quotation marks: semicolons if there are more of them than commas, else
// commas, else tabs, else blanks; integers may have tabs and blanks between them.
// [Options.Separator] sets it. Attributes in braces that networkx writes after an edge are counted.
// Empty lines and lines that begin with #, % or // are skipped. Quotation marks around a field are
// removed; two within stand for one. Adjacency lists are refused: lines of many ids are an error.
//
// Ids are in two columns with known names, such as source and target; else in the second and third
// of three columns below a header whose first name is empty, as pandas and R write row numbers;
// else in the first two. [Options.Columns] sets them; it is required for more than three columns
// without known names. Weights are in a third column of numbers without a name, or in a column
// called weight; a weight of 0 is refused. Other columns are counted, whatever they contain. Files
// of KONECT, which begin with "% sym" or "% asym", have ids, weights and times.
//
// Ids are integers if the first edge has two, else strings: a stray word among integers is an
// error, not a node. Integers have no sign and no leading zeros; 007 is a string. A number in two
// forms, such as 7, 007 and 7.0, is refused.
//
// The first line that is neither empty nor a comment is a header, not an edge, if its first two
// fields are no numbers and
//
//   - two fields are a known pair of names, such as source and target, from and to or
//     id1 and id2, in any case and punctuation, or
//   - [Options.Columns] are names, or
//   - the two ids below are numbers, or
//   - its first field is empty, or
//   - a later field is a word with a number below it.
//
// It is skipped, and [graph.Report] records it. [Options.Header] overrides this rule. It is
// required if the first line has strings between commas, matches no case above, and its ids are in
// no other line. If the nodes are declared, a header is a known pair of names that are no ids, and
// other words are an error.
//
// Comments of this form above the first edge have a meaning, and are written if needed. Below it
// they are an error:
//
//	# nodes 2708     the nodes are 0 … 2707
//	# directed       edges go from the first id to the second
//	# string ids     ids are strings, even if they look like numbers; no header follows
//	# node 17        there is a node 17, which may have no edge; "a b" in quotation marks
//
// # Text and errors
//
// Text is UTF-8, with or without a byte order mark, or Latin-1 with [Options.Latin1]. UTF-16 and
// invalid bytes in an id are refused.
//
// Malformed input is an [*Error] with the file, the line and the offending text. No file can make a
// reader panic, or allocate much more memory than the file's size.
package graphio
