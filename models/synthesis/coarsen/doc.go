// Package coarsen generates graphs from coarsened graphs, without privacy: the baselines of [DPGS]
// Table 3, and a control. A summary says of each node in which supernode it is, and what is
// between supernodes.
//
//	relation  none: the data are read in the clear
//	releases  a graph, and the summary that it is drawn from
//
// What is taken from which paper, and where it differs: docs/benchmarks/coarsening.md.
package coarsen
