// Package privdpr generates graphs by deep PageRank [PRIVDPR25]; node level.
//
//	relation  gdp.NodeLevel in the paper; any relation of single graphs here
//	releases  a graph on the public ids, and the embedding V that it was drawn from
//	spends    T noisy gradients of V (train.go); strict: the degree distribution (degrees.go)
//
// An embedding V of the nodes feeds a narrow net of sigmoids f (net.go) that is
// to obey PageRank's recursion on pairs of nodes that random walks find (loss.go,
// walk.go). Weights are normalised to norm 1/s, the depth is what Eq. 13 says
// (layers.go), noise is added to the gradient of V. After each step every node draws
// a neighbour from the softmax of V·Vᵀ (draw.go); the counts of these draws
// (counts.go) become a graph (synth.go). No step needs an N × N array.
//
// Equations, claims with their verdicts, and departures from the paper:
// docs/papers/privdpr.md.
//
// [PRIVDPR25] S. Zhang, H. Hu, Q. Ye and J. Xu, PrivDPR: Synthetic graph
// publishing with deep PageRank under differential privacy, KDD 2025.
package privdpr
