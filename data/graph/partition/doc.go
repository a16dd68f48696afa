// Package partition partitions the nodes of a graph into parts of nearly equal size with few edges
// between them.
//
// It is the multilevel scheme of G. Karypis and V. Kumar, A fast and high quality multilevel
// scheme for partitioning irregular graphs (SIAM J. Sci. Comput. 1998), which METIS made
// known. A graph is halved, and its halves again: see bisect.go. To halve it,
//
//	match    nodes are matched along heavy edges, and each pair becomes one node (coarsen.go)
//	grow     of the smallest graph, one half is grown from a random node (grow.go)
//	refine   on the way back, nodes change sides where that cuts fewer edges (refine.go)
//
// At last single nodes change parts, all parts at once (kway.go).
//
// A partition reads every edge: it is as private as the graph.
package partition
