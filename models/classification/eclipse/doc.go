// Package eclipse classifies nodes by a graph convolutional network on a noisy low-rank
// approximation of the adjacency matrix: Eclipse; edge level.
//
//	relation  gdp.EdgeLevel: features and labels are public, edges are not
//	spends    1 % of ε on the number of edges, the rest and δ on singular values
//
// The vectors are used as they are. They say most of what the matrix says: nothing is proved
// of [Published], and neighbours have releases that tell them apart for sure.
//
// Equations and departures from the paper: docs/papers/eclipse.md.
package eclipse
