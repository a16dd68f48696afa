// Package coarsen makes graphs smaller, without privacy: the baselines of [DPGS] Table 3. Each
// function takes a graph and a number of supernodes and returns a [Summary], which says of each
// node in which supernode it is, and what is between supernodes.
//
//	SSumM    merges supernodes, and drops superedges, by description length
//	LVN      contracts neighbourhoods by local variation
//	Kron     keeps some nodes, and the conductances that are seen from them
//	AD       contracts edges that are short by algebraic distance
//
// What is taken from which paper, and where it differs: docs/benchmarks/coarsening.md. All of them
// read the graph in the clear.
package coarsen
