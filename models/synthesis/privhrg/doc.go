// Package privhrg generates a graph from a noisy hierarchical random graph [PRIVHRG14]; edge
// level.
//
//	relation  gdp.EdgeLevel: one edge is added or removed
//	public    how many nodes there are
//	releases  a graph
//
//	[Strict]      a chain over dendrograms that reads noisy answers and not the graph, then counts
//	              of edges where they are above their noise; proved
//	[Published]   a chain that reads the graph, until it seems to be at equilibrium; nothing is
//	              proved
//	[NonPrivate]  a chain over dendrograms that begins with a good one, and counts without noise
//	[Null]        the control: a uniform graph with a noisy number of edges
//
// A step of a chain takes time of one node's edges, or of one row of answers, and never of the
// pairs.
//
// [PRIVHRG14] Q. Xiao, R. Chen, K.-L. Tan, Differentially private network data release via
// structural inference, KDD 2014. [CMN08] A. Clauset, C. Moore, M. Newman, Hierarchical structure
// and the prediction of missing links in networks, Nature 2008.
package privhrg
