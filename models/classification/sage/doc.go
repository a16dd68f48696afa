// Package sage classifies nodes by one GraphSAGE layer on sampled neighbourhoods: a baseline of
// [GAP23].
//
//	net         layers give the rows of a node and of its neighbours, which are scaled to norm
//	            1; the node's own and the sum of the others go through a layer each, and a
//	            head tells the classes (net.go)
//	neighbours  at most K, drawn so that no node is a neighbour of more than K (neighbours.go)
//
//	relation  gdp.EdgeLevel for [Strict]; gdp.NodeUnbounded for [PublishedNDP]
//	spends    at edge level the whole budget on randomised response of the adjacency matrix and
//	          a count of edges to thin it out by (edges.go); at node level on noisy gradients of
//	          neighbourhoods, and on noisy sums that predictions are made from (ndp.go)
//
// [NonPrivate] is trained on the graph itself, and [Null] has no neighbours.
//
// Departures from the paper: docs/papers/gap.md.
package sage
