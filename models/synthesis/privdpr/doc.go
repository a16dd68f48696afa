// Package privdpr makes synthetic graphs by deep PageRank [PRIVDPR25].
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
//	[Published]     the paper. For equal noise V is bit for bit the same whatever the graph is: a
//	                null
//	[Author]        the authors' script
//	[ClippedSum]    the gradient clipped and accounted for exactly; sound, and nearly useless
//	[Strict]        not deep PageRank: a node-private degree distribution and a graph that has it
//	[NonPrivate]    "DPR (No DP)", with one hidden layer
//	[StrictNonPrivate]  strict with exact degrees and triangles
//	[Null], [NullMatched]  a random graph with a paid number of edges, or the true one: the
//	                       controls
//
// Equations, claims with their verdicts, and departures from the paper:
// docs/papers/privdpr.md.
//
// [PRIVDPR25] S. Zhang, H. Hu, Q. Ye and J. Xu, PrivDPR: Synthetic graph
// publishing with deep PageRank under differential privacy, KDD 2025.
package privdpr
