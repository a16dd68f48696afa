package privhrg

import (
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/synthesis/drawn"
)

// onCounts attacks the smallest graph where nearly all of ε is for its count: evidence of two nodes
// decides nothing.
var onCounts = method.Attack{
	Worlds: drawn.OnTwoNodes.Worlds, Looks: drawn.OnTwoNodes.Looks, Runs: drawn.OnTwoNodes.Runs,
	Make: drawn.OnTwoNodes.Make, Look: drawn.HasFirst, Settings: []string{"CountShare=0.9"},
}
