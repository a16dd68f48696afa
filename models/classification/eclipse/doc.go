// Package eclipse classifies nodes by a graph convolutional network on a graph that is made
// of the largest singular values of the adjacency matrix, with noise, and of its singular
// vectors: Eclipse [ECLIPSE24].
//
//	relation  gdp.EdgeLevel: features and labels are public, edges are not
//	spends    1 % of ε on the number of edges, the rest and δ on singular values
//
// The vectors are used as they are. They say most of what the matrix says: nothing is proved
// of [Published], and neighbours have releases that tell them apart for sure.
//
// Equations and departures from the paper: docs/papers/eclipse.md.
package eclipse
