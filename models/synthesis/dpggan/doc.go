// Package dpggan generates a graph for each graph of a collection by a variational graph
// autoencoder or GAN [DPGGAN21]; edge level.
//
//	relation  gdp.EdgeLevel: one edge of one graph is there or not; gdp.GraphUnbounded and
//	          gdp.GraphLevel in the modes of whole graphs
//	public    how many graphs there are, how many nodes each has, and the classes of graphs; of
//	          whole graphs nothing
//	releases  a collection of graphs
//
// One graph is a collection of one. Equations, claims with their verdicts, and departures
// from the paper: docs/papers/dpggan.md.
//
// [DPGGAN21] C. Yang, H. Wang, K. Zhang, L. Chen and L. Sun, Secure deep graph generation
// with link differential privacy, IJCAI 2021; arXiv 2005.00455 as Secure network release
// with link privacy.
package dpggan
