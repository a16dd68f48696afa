// Package dpgnn classifies nodes by a one-hop graph neural network with noisy gradients of sampled
// subgraphs: DP-GNN of [DPGNN21]; node level.
//
//	relation  gdp.NodeLevel; only the trained model leaves the session
//	spends    the whole budget, as the paper counts it, on one training with noisy gradients
//
// Edges are sampled so that no node is in more than K subgraphs of other training nodes. The
// gradient of a subgraph's loss is clipped, and a step adds up those of a batch.
//
// The paper counts K+1 subgraphs that a node changes. Where its edges are gone those of its
// neighbours are sampled anew, so that it changes more: nothing is proved of [Published].
//
// Equations and departures from the paper: docs/papers/dpgnn.md.
package dpgnn
