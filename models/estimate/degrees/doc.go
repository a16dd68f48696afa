// Package degrees releases noisy degrees and estimates from them degree sequences, sums and
// moments.
//
//	[Laplace]       the degree of every node, at edge level; [DeconvolveLaplace] takes off noise
//	[Distribution]  how many nodes have which degree, at node level
//	[EdgeCount]     the number of edges, at any level
//	[Assign]          degrees of a law for nodes whose means are known
//
// What is made of an answer, such as a graph that has the degrees, reads nothing private.
package degrees
