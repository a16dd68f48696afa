// Package ldpgen generates a graph from noisy numbers of neighbours in groups of nodes [LDPGEN17];
// edge level.
//
//	relation  gdp.EdgeLevel: one edge is added or removed
//	public    how many nodes there are
//	releases  a graph
//
//	[Strict]      degrees first; then nodes of many neighbours are grouped by their neighbours in
//	              random groups, and all nodes by those in these; if noise allows that; proved
//	[Published]   as the paper has it; of each ε twice is proved, since an edge is in two lists
//	[NonPrivate]  the paper's phases without noise
//	[Null]        the control: a uniform graph with a noisy number of edges
//
// [LDPGEN17] Z. Qin, T. Yu, Y. Yang, I. Khalil, X. Xiao, K. Ren, Generating synthetic decentralized
// social graphs with local differential privacy, CCS 2017.
package ldpgen
