// Package metric computes statistics of graphs, and compares graphs, embeddings and predictions;
// without privacy.
//
// A graph is taken as simple and undirected, isolated nodes included. N is the number of nodes, M
// that of edges, d_v the degree of v. [All] computes every statistic; [Compare] compares two
// graphs.
//
//	triangles              TC                                                   [Triangles]
//	wedges                 WC = Σ C(d,2)                                        [Wedges]
//	claws                  CC in PrivDPR, Σ C(d,3)                              [Claws]
//	global_clustering      3 TC/WC                                              [GlobalClustering]
//	average_clustering     mean over all nodes; degree < 2 counts 0
//	                       [AverageClustering]
//	lcc, components        nodes of the largest component; number of components
//	diameter               of the largest component                             [Diameter]
//	cpl                    mean distance within the largest component           [Distances]
//	cpl_all                mean distance over all connected pairs
//	effective_diameter_90  90 % of these pairs are within, interpolated         [Hops.Within]
//	gini                   of the degrees                                       [Gini]
//	rede                   -(1/ln N) Σ (d/2M) ln(d/2M)                          [REDE]
//	power_law_exponent     discrete maximum likelihood, start by smallest KS    [FitPowerLaw]
//	assortativity          correlation of degrees over both directions of edges [Assortativity]
//	degeneracy             the largest core number                              [Cores]
//	modularity             of Louvain communities, by seed                      [Louvain]
//	pagerank               damping 0.85, accurate to ten digits                 [PageRank]
//	eigenvector            limit of power iteration on A+I, unit length         [Eigenvector]
//
// Undefined values are NaN. Inexact values have an [Estimate]: distances from a sample of the nodes
// a standard error, a diameter that would take too long an upper bound besides the lower one, an
// eigenvector its residual. [DPGGAN] has the deviating definitions behind that paper's tables.
//
// All functions run on all cores, except [Cores] and a single run of [Louvain]. Results do not
// depend on the number of cores, to the last bit: sums are always added in the same order.
package metric
