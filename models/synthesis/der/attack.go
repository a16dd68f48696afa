package der

import (
	"github.com/graphdp/graphdp/models/synthesis"
)

// onCounts attacks the counts of strict, which have nearly all of ε.
var onCounts = synthesis.OnTwoNodes.With(4000, "OrderShare=0.02")

// onArrangement attacks one pair of a sparse graph, where arrangements have nearly all of ε:
// whether it comes out tells how much likelier an edge is to do so than another pair.
var onArrangement = synthesis.OnSparse(20).With(4000, "LabelShare=0.01", "CutShare=0.01", "ArrangeShare=0.9", "Rounds=1")
