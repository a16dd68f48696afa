// Package dgg generates a graph by BTER from noisy degrees, triangles and clustering; edge level.
//
//	relation  gdp.EdgeLevel: one edge is added or removed
//	public    the number of nodes
//	releases  a graph
//
//	[Strict]      BTER [SKP12] of a noisy list of degrees, in the order of noisy degrees; block
//	              densities by noisy numbers of triangles and of clustering; proved
//	[Published]   DGG [LDPGEN17]: noise for sensitivity 1; twice the ε is proved
//	[Pgb]         the same as the code of a public benchmark does it; twice the ε is proved
//	[NonPrivate]  the same without noise
//	[Null]        the control: a uniform graph with a noisy number of edges
//
// [LDPGEN17] Z. Qin, T. Yu, Y. Yang, I. Khalil, X. Xiao, K. Ren, Generating synthetic decentralized
// social graphs with local differential privacy, CCS 2017.
//
// [SKP12] C. Seshadhri, T. Kolda, A. Pinar, Community structure and scale-free collections of
// Erdős–Rényi graphs, Physical Review E 85, 2012.
package dgg
