package coarsen

import (
	"context"
	"math"
	"math/rand/v2"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/models/synthesis/dpgs"
)

// coarsening is the settings of a mode.
type coarsening interface {
	settings() Supernodes
	// summary makes k supernodes of a graph of at least as many nodes, which has no directions.
	summary(ctx context.Context, g *graph.Graph, k int, r *rand.Rand) (*dpgs.SummaryGraph, error)
}

// Supernodes holds the settings of all modes.
type Supernodes struct {
	Size     float64 `range:"(0,1]"` // supernodes, as a share of the nodes; there is one at least
	Features bool    // pairs are scored by [DPGS] Algorithm 4, with β = 1/2 and α = 1, in place of the density alone
}

// The configurations of the modes.
type (
	Merged         struct{ Supernodes } // SSumM
	Neighbourhoods struct{ Supernodes } // LVN
	Reduced        struct{ Supernodes } // Kron
	Matched        struct{ Supernodes } // AD
	Scattered      struct{ Supernodes } // the control
)

var usual = Supernodes{Size: 0.1}

func (s Supernodes) settings() Supernodes { return s }

// of is the number of supernodes of n nodes.
func (s Supernodes) of(n int) int { return max(1, int(math.Round(s.Size*float64(n)))) }
