package gapemb

import (
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/embedding"
	"github.com/graphdp/graphdp/models/estimate/aggregate"
)

// Sums are the settings of the sums.
type Sums struct {
	Dim  int `range:"[1,65536]"` // numbers of the row of one hop
	Hops int `range:"[1,64]"`    // K
}

// ByArc is the paper's way to count: one edge moves a hop's sums by 1. Each hop's row is of norm 1.
type ByArc struct{ Sums }

// ByEdge counts an edge as what it is in an undirected graph: it moves them by √2. Each hop's row
// is as long as it would be without noise.
type ByEdge struct{ Sums }

// Exact is [ByEdge] without noise.
type Exact struct{ Sums }

// CheckNodes implements [embedding.Config].
func (c Sums) CheckNodes(n int) error {
	if err := aggregate.Size(n); err != nil {
		return err
	}
	return embedding.Fit(n, c.Dim*c.Hops)
}

func (c ByArc) query(x aggregate.Rows, name string, nodes int) gdp.Bounded[gdp.L2] {
	return x.ByArc(name, nodes, "[GAP23]")
}

func (c ByEdge) query(x aggregate.Rows, name string, nodes int) gdp.Bounded[gdp.L2] {
	return x.Query(name, nodes)
}
