// Package lpgnet classifies nodes by stacked MLPs on noisy counts of predicted neighbour classes:
// LPGNet [LPGNET22]; edge level.
//
//	relation  gdp.EdgeLevel: features and labels are public, edges are not
//	spends    ε in equal parts, without δ, on the degree vectors of each stack (vectors.go)
//
// The first MLP reads features. Its predictions divide the nodes into clusters, one a
// class. The noisy degree vector of a node counts its neighbours in each cluster. The next
// MLP reads the outputs and degree vectors of all before it, and so on.
//
// [Published] is that, [NonPrivate] has exact degree vectors, and [Null] is the first
// MLP alone.
//
// Equations and departures from the paper: docs/papers/lpgnet.md.
package lpgnet
