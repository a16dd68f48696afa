// Package dgg makes a synthetic graph of the noisy degrees of all nodes: blocks of nodes of like
// degree, and edges between them for what degrees are left, or such edges alone.
//
//	relation  gdp.EdgeLevel: one edge is there or not
//	public    how many nodes there are
//	releases  a graph
//
//	[Strict]      BTER [SKP12]: degrees, of which two move, and blocks as dense as a noisy number
//	              of triangles says; proved
//	[ChungLu]     edges by the product of degrees alone; proved
//	[Published]   DGG [LDPGEN17]: noise for one degree that moves; twice the ε is proved
//	[Pgb]         the same as the code of a public benchmark does it; twice the ε is proved
//	[NonPrivate]  BTER without noise
//	[Null]        the control: a uniform graph with a noisy number of edges
//
// [LDPGEN17] Z. Qin, T. Yu, Y. Yang, I. Khalil, X. Xiao, K. Ren, Generating synthetic decentralized
// social graphs with local differential privacy, CCS 2017.
//
// [SKP12] C. Seshadhri, T. Kolda, A. Pinar, Community structure and scale-free collections of
// Erdős–Rényi graphs, Physical Review E 85, 2012.
package dgg
