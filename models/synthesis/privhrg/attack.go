package privhrg

import "github.com/graphdp/graphdp/models/synthesis"

// onCounts attacks the smallest graph where nearly all of ε is for its count: evidence of two nodes
// decides nothing.
var onCounts = synthesis.OnTwoNodes.With(synthesis.OnTwoNodes.Runs, "CountShare=0.9")
