// Package pairs generates graphs by randomised response on all node pairs [War65]; edge level.
//
//	relation  gdp.EdgeLevel: one edge of one graph is there or not
//	public    how many graphs there are, how many nodes each has, and the classes of graphs
//	releases  a collection of graphs
//
//	[Strict]  as many of the pairs that said yes as a noisy count, those of the largest degrees
//	          first; proved
//	[Plain]   the pairs that said yes; proved
//	[Null]    the control: noisy numbers of edges
//
// It is a control for methods that release graphs: from some ε on, which falls with the number of
// nodes, nothing that reads less than all pairs is nearer to the graph. It has no paper of its
// own.
//
// [War65] S. Warner, Randomized response: a survey technique for eliminating evasive answer bias,
// JASA 60, 1965.
package pairs
