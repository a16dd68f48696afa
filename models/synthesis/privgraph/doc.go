// Package privgraph generates a graph from noisy communities: noisy counts between groups of
// nodes, then degrees within communities and edges between them [PRIVGRAPH23]; edge level.
//
//	relation  gdp.EdgeLevel: one edge is there or not
//	public    how many nodes there are
//	releases  a graph
//
//	[Strict]      the same, nodes change by scores at half the bound; degrees without their noise,
//	              as far as their law tells; proved
//	[Published]   as the paper has it; proved
//	[Author]      the same, and all edges between communities end in one of them, as in the
//	              authors' code; proved
//	[NonPrivate]  communities, degrees and counts of the graph
//	[Null]        the control: a uniform graph with a noisy number of edges
//
// [PRIVGRAPH23] Q. Yuan, Z. Zhang, L. Du, M. Chen, P. Cheng, M. Sun, PrivGraph: differentially
// private graph data publication by exploiting community information, USENIX Security 2023.
package privgraph
