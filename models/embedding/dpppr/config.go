package dpppr

import (
	"fmt"
	"math"

	"github.com/graphdp/graphdp/data/metric/ppr"
	"github.com/graphdp/graphdp/models/embedding"
	"github.com/graphdp/graphdp/models/estimate/aggregate"
)

// Hashed is InstantEmbedding of rows of PageRank.
type Hashed struct {
	Dim   int     `range:"[1,65536]"`
	Alpha float64 `range:"(0,1)"` // teleport probability of the standard walk
}

// PerRow is the paper's release of every row, each paid for as if it were the only one.
type PerRow struct {
	Hashed
	Rounds int     `range:"[1,10000]"`
	Sigma  float64 `range:"[1e-9,1]"` // σ, what an edge is to move a row by at most
	Joint  bool    // a row may show the edges of its own node
}

// Weighed is PageRank of all nodes, each with as much to give as it has edges, over public random
// rows.
type Weighed struct {
	Hashed
	Rounds int `range:"[1,1000]"`
}

// Exact is InstantEmbedding without noise.
type Exact struct {
	Hashed
	Epsilon float64 `range:"[1e-9,1]"` // of what a push may leave at a node, for each of its edges
}

// mostNodes is the number of nodes that have room for a number for each two of them.
const mostNodes = 1 << 13

// CheckNodes implements [embedding.Config].
func (c PerRow) CheckNodes(n int) error {
	if n > mostNodes {
		return fmt.Errorf("%d nodes, want at most %d: there is noise on a number for each two of them", n, mostNodes)
	}
	return embedding.Fit(n, c.Dim)
}

// CheckNodes implements [embedding.Config].
func (c Weighed) CheckNodes(n int) error {
	if n > aggregate.MostWalkers {
		return fmt.Errorf("%d nodes, want at most %d", n, aggregate.MostWalkers)
	}
	return embedding.Fit(n, c.Dim)
}

// CheckNodes implements [embedding.Config].
func (c Hashed) CheckNodes(n int) error { return embedding.Fit(n, c.Dim) }

// lazy is the teleport probability of the lazy walk with the same PageRank.
func (c Hashed) lazy() float64 { return c.Alpha / (2 - c.Alpha) }

// push is the capped push whose rows an edge is to move by σ.
func (c PerRow) push() ppr.Capped {
	α := c.lazy()
	t := c.Sigma / ((3 - α) * (1 - math.Pow(1-α, float64(c.Rounds)))) // [DPPPR22] Threshold
	return ppr.Capped{Alpha: α, Rounds: c.Rounds, Cap: t, Own: c.Joint}
}
