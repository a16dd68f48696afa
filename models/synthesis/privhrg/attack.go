package privhrg

import "github.com/graphdp/graphdp/models/synthesis"

// onCounts attacks the smallest graph with nearly all of ε for its count: the dendrogram of two
// nodes is fixed.
var onCounts = synthesis.OnTwoNodes.With(synthesis.OnTwoNodes.Runs, "CountShare=0.9")
