package privhrg

import (
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/synthesis"
)

// onCounts attacks the smallest graph where nearly all of ε is for its count: evidence of two nodes
// decides nothing.
var onCounts = method.Attack{
	Worlds: synthesis.OnTwoNodes.Worlds, Looks: synthesis.OnTwoNodes.Looks, Runs: synthesis.OnTwoNodes.Runs,
	Make: synthesis.OnTwoNodes.Make, Look: synthesis.HasFirst, Settings: []string{"CountShare=0.9"},
}
