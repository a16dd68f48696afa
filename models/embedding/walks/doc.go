// Package walks embeds nodes by random walks (DeepWalk, node2vec, NetMF), without privacy. They are
// baselines of private embeddings.
//
//	relation  none: the data are read in the clear, except by the null control
//	releases  a row of numbers for each node; skip-grams have a second one, of contexts
//
// Walks are uniform [DEEPWALK14] or of second order [NODE2VEC16] (walk.go), and train a skip-gram
// with negative samples (skipgram.go). The matrix that such a skip-gram factorises in the limit of
// many walks is known; its largest singular vectors are NetMF [NETMF18] (netmf.go). The plain
// spectrum is that of one step of a walk (spectral.go).
//
//	[Deepwalk]  uniform walks
//	[Node2vec]  walks that return with weight 1/p, and leave the neighbourhood with 1/q
//	[Netmf]     the matrix of DeepWalk, without a walk
//	[Spectral]  eigenvectors of D^(-1/2) A D^(-1/2)
//	[Null]      random rows: the null control, at no cost
//
// Directions and weights of edges are not used. A node without edges keeps the row that it began
// with, or zeros. What is taken from which paper, and where it differs:
// docs/benchmarks/embeddings.md.
package walks
