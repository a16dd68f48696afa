// Package tmf generates a graph by the top-m filter [TMF15]: the node pairs with the largest noisy
// adjacencies; edge level.
//
//	relation  gdp.EdgeLevel: one edge is there or not
//	public    how many nodes there are
//	releases  a graph
//
//	[Strict]     randomised response, thinned to the noisy count; proved
//	[Published]  edges whose noisy bit passes a threshold, and as many other pairs as are missing;
//	             nothing is proved
//	[Pgb]        the same as the code of a public benchmark does it; nothing is proved
//	[Null]       the control: a uniform graph with a noisy number of edges
//
// All take time and memory of the edges, and never of the pairs.
//
// [TMF15] H. Nguyen, A. Imine, M. Rusinowitch, Differentially private publication of social graphs
// at linear cost, ASONAM 2015.
package tmf
