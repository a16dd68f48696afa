// Package dpgcn classifies nodes by a graph convolutional network on a noisy graph: DPGCN of
// [LINKTELLER22], with both of its mechanisms; edge level.
//
//	relation  gdp.EdgeLevel: features and labels are public, edges are not
//	spends    ε on a noisy graph, without δ; the training reads that graph and what is public
//
// [Published] is LapGraph: the cells of the adjacency matrix that are largest after Laplace
// noise, as many as a noisy number of edges says. [EdgeRand] is the other: each pair of nodes
// says by randomised response whether it is an edge, which makes dense graphs. Neither draws
// noise for all pairs. The controls are the network on all edges and on none.
//
// Equations and departures from the paper: docs/papers/dpgcn.md.
package dpgcn
