// Package gen generates random graphs with known distributions: uniform, block models, preferential
// attachment, R-MAT and others.
//
// Every generator takes its source of randomness and uses no other: the same source gives the same
// graph. Time and memory are linear in nodes plus edges; no generator enumerates all pairs of
// nodes.
//
//	GNM, GNP                      Erdős and Rényi: a given number of edges, or a probability
//	                              for each pair
//	ChungLu                       given expected degrees
//	SBM, DegreeCorrectedSBM       communities, with labels; Words adds attributes
//	BarabasiAlbert                preferential attachment
//	WattsStrogatz                 a ring with short cuts
//	Kronecker                     probabilities by the binary digits of two nodes
//	Hierarchical                  probabilities by the lowest common ancestor in a tree
//	RMAT                          a recursive matrix with skewed degrees
//	Configuration                 given degrees, up to dropped self-loops and duplicates
//	More                          further edges, uniformly
//	WithDegrees                   given degrees, rewired to simple graphs
//	Close, Match                  more triangles, or given triangles and clustering, by edge swaps
//
// The methods of a [Watch], which may be nil, sample the same graphs, stop when a context is done,
// and report progress.
//
// Tests compare each distribution with the frequencies of all small graphs.
//
// [CMN08] A. Clauset, C. Moore, M. Newman, Hierarchical structure and the prediction of missing
// links in networks, Nature 2008.
package gen
