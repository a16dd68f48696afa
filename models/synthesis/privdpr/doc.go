// Package privdpr generates graphs by deep PageRank [PRIVDPR25]; node level.
//
//	relation  gdp.NodeLevel in the paper; any relation of single graphs here
//	releases  a graph on the public ids, and the embedding V from which it is drawn
//	spends    T noisy gradients of V (train.go); strict: the degree distribution (degrees.go)
//
// An embedding V of the nodes feeds a narrow network f of sigmoid layers (net.go). Training makes f
// satisfy PageRank's recursion on pairs of nodes from random walks (loss.go, walk.go). Weights are
// normalised to norm 1/s, Eq. 13 determines the depth (layers.go), and the gradient of V gets
// noise. After each step every node samples a neighbour from the softmax of V·Vᵀ (draw.go); the
// counts of these samples (counts.go) become a graph (synth.go). No step needs an N × N array.
//
// docs/papers/privdpr.md lists equations, claims with their verdicts, and departures from the
// paper.
//
// [PRIVDPR25] S. Zhang, H. Hu, Q. Ye and J. Xu, PrivDPR: Synthetic graph publishing with deep
// PageRank under differential privacy, KDD 2025.
package privdpr
