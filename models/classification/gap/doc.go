// Package gap classifies nodes by MLPs on noisy aggregations of their neighbours: GAP [GAP23];
// edge or node level.
//
//	encoder     an MLP on features gives each node a row of norm 1 (net.go)
//	aggregates  hop by hop, the rows of a node's neighbours are summed with noise, and
//	            scaled to norm 1 (run.go; package aggregate)
//	classifier  an MLP on the rows of all hops, joined (net.go)
//
//	relation  gdp.EdgeLevel: features and labels are public, and both MLPs are trained
//	          without noise; gdp.NodeUnbounded for [PublishedNDP]
//	spends    the whole budget on the sums, a hop each (run.go); at node level on both
//	          trainings, too (ndp.go)
//
// [Published] counts an edge as the paper does, [Strict] as what it is in an undirected graph.
// [Null] has no hop, and [NonPrivate] no noise.
//
// Modules and departures from the paper: docs/papers/gap.md.
package gap
