// Package ldpgen generates a graph from the noisy numbers of neighbours that nodes have in groups
// of nodes [LDPGEN17]; edge level.
//
//	relation  gdp.EdgeLevel: one edge is added or removed
//	public    the number of nodes
//	releases  a graph
//
//	[Strict]      degrees first; where the noise allows, groups the nodes of high degree by their
//	              neighbours in random groups, then all nodes by their neighbours in these
//	              groups; proved
//	[Published]   the paper's phases; the proved ε is twice the claimed one, since an edge is in
//	              the lists of both ends
//	[NonPrivate]  the phases without noise
//	[Null]        the control: a uniform graph with a noisy number of edges
//
// [LDPGEN17] Z. Qin, T. Yu, Y. Yang, I. Khalil, X. Xiao, K. Ren, Generating synthetic decentralized
// social graphs with local differential privacy, CCS 2017.
package ldpgen
