// Package gen generates random graphs of known distributions: uniform, block models, preferential
// attachment, R-MAT and others.
//
// Every generator takes its source of randomness and draws from nothing else:
// the same source gives the same graph. Time and memory are proportional to
// nodes plus edges; no generator looks at all pairs of nodes.
//
//	GNM, GNP                      Erdős and Rényi: a given number of edges, or one probability
//	                              for each
//	ChungLu                       given expected degrees
//	SBM, DegreeCorrectedSBM       communities, with labels; Words adds attributes
//	BarabasiAlbert                preferential attachment
//	WattsStrogatz                 a ring with short cuts
//	Kronecker                     an edge by the digits of its two nodes
//	Hierarchical                  an edge by where its two nodes meet in a tree
//	RMAT                          a recursive matrix, skewed as large networks are
//	Configuration                 given degrees, up to what simple graphs allow
//	More                          further edges, all alike
//	WithDegrees, Close            the same, rewired to simple graphs; then triangles, at equal
//	                              degrees
//
// Functions of a [Watch], which may be nil, draw the same, end when a context is done, and tell how
// much is drawn.
//
// Tests compare each law with the frequencies of all small graphs.
//
// [CMN08] A. Clauset, C. Moore, M. Newman, Hierarchical structure and the prediction of missing
// links in networks, Nature 2008.
package gen
