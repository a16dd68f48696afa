// Package der generates a graph by density-based exploration and reconstruction [DER14]; edge
// level.
//
//	relation  gdp.EdgeLevel: one edge is there or not
//	public    how many nodes there are
//	releases  a graph
//
//	[Strict]      an order by noisy communities and degrees, regions as fine as noise allows,
//	              counts that agree by least squares, edges by degrees; proved
//	[Published]   the steps of the paper: swaps of labels, cuts, counts, arrangements; proved
//	[NonPrivate]  strict with communities, degrees and counts of the graph
//	[Null]        the control: a uniform graph with a noisy number of edges
//
// A matrix is never held: regions are of pairs of positions, above the diagonal.
//
// [DER14] R. Chen, B. Fung, P. Yu, B. Desai, Correlated network data publication via differential
// privacy, The VLDB Journal 2014.
package der
