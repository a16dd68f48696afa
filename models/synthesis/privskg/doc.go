// Package privskg generates a stochastic Kronecker graph fitted to noisy counts of edges, wedges,
// three-stars and triangles [MW12]; edge level.
//
//	relation  gdp.EdgeLevel: one edge is there or not
//	public    how many nodes there are
//	releases  a graph
//
//	[Strict]      counts of noisy sorted degrees, and of triangles by a packing into edges; proved
//	[Published]   triangles by their smooth sensitivity; nothing is proved
//	[NonPrivate]  the counts without noise
//	[Null]        the control: a uniform graph with a noisy number of edges
//
// [MW12] D. Mir, R. Wright, A differentially private estimator for the stochastic Kronecker graph
// model, EDBT/ICDT Workshops 2012.
package privskg
