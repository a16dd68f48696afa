// Package blocks generates a graph from degrees, blocks, edge counts between blocks and a number
// of triangles. What the blocks are is the method's: communities of nodes, or classes of degrees.
//
// [Draw] asks the session how many edges and triangles there are, [Sparse] for a list of degrees
// where nothing is known of blocks, and [Exact] counts in the clear.
//
// It is a degree-corrected block model [KN11] in which nodes have triangles as well: nodes of a
// community with like degrees are a block, as dense as local clustering asks for [KPPS14], and last
// exchanges of ends close what triangles still lack. The page of dcsbm, docs/papers/dcsbm.md, has
// the map.
//
// [KN11] B. Karrer, M. Newman, Stochastic blockmodels and community structure in networks, Physical
// Review E, 2011. [KPPS14] T. Kolda, A. Pinar, T. Plantenga, C. Seshadhri, A scalable generative
// graph model with community structure, SIAM Journal on Scientific Computing, 2014.
package blocks
