// Package privhrg generates a graph from a noisy hierarchical random graph [PRIVHRG14]; edge level.
//
//	relation  gdp.EdgeLevel: one edge is added or removed
//	public    the number of nodes
//	releases  a graph
//
//	[Strict]      a Markov chain over dendrograms that reads noisy answers instead of the graph,
//	              then edge counts where they are above the noise; proved
//	[Published]   a chain that reads the graph until it seems to be at equilibrium; nothing is
//	              proved
//	[NonPrivate]  a chain over dendrograms from a good initial one, and exact counts
//	[Null]        the control: a uniform graph with a noisy number of edges
//
// A step of the chain takes time linear in the edges of the smaller subtree, or in the length of a
// row of answers, never in the pairs.
//
// [PRIVHRG14] Q. Xiao, R. Chen, K.-L. Tan, Differentially private network data release via
// structural inference, KDD 2014. [CMN08] A. Clauset, C. Moore, M. Newman, Hierarchical structure
// and the prediction of missing links in networks, Nature 2008.
package privhrg
