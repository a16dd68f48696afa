package split

import (
	"fmt"
	"math/rand/v2"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/partition"
	"github.com/graphdp/graphdp/gdp"
)

// Kind is a way to split nodes.
type Kind int

const (
	// Random splits at random.
	Random Kind = iota + 1
	// METIS partitions the graph into nine parts with few edges between them. One part is the test
	// set, the next is left out, and the others are the training set, as in the public code of
	// [DPAR24] with the fifth and sixth part. The test nodes form a community, and the split is as
	// private as the edges.
	METIS
)

// String names the kind.
func (k Kind) String() string {
	switch k {
	case Random, 0: // named as in [Config]
		return "Random"
	case METIS:
		return "METIS"
	}
	return fmt.Sprintf("split %d", int(k))
}

// Parts of a partition by METIS.
const Parts = 9

// tested is the index of the test part, from 0.
func (c Config) tested() int32 {
	if c.Part == 0 {
		return 4
	}
	return int32(c.Part - 1)
}

// On splits the nodes of a public graph.
func (c Config) On(g *graph.Graph) (Nodes, error) {
	if c.Kind != METIS || c.Train != nil || c.Test != nil {
		return c.Of(g.N())
	}
	if c.Part < 0 || c.Part > Parts {
		return Nodes{}, fmt.Errorf("split: part %d, want 1 … %d, or 0 for the fifth", c.Part, Parts)
	}
	part, err := partition.Of(g, Parts, partition.Imbalance, rand.New(rand.NewPCG(c.Seed, 0)))
	if err != nil {
		return Nodes{}, fmt.Errorf("split: %w", err)
	}
	var s Nodes
	for u, p := range part {
		switch p {
		case c.tested():
			s.Test = append(s.Test, int32(u))
		case (c.tested() + 1) % Parts:
		default:
			s.Train = append(s.Train, int32(u))
		}
	}
	return s, nil
}

// edgesRead is the claim of a split by METIS.
var edgesRead = gdp.Claim{
	Source:    "[DPAR24] §5",
	Statement: "which nodes are learned from is public",
	Why:       "the nodes were divided by METIS, which reads every edge without noise (G13)",
}

// Within splits the nodes of a session. For METIS the split is a [gdp.Claim] that it is public, and
// nothing is proved.
func (c Config) Within(s *gdp.Session) (Nodes, error) {
	if c.Kind != METIS || c.Train != nil || c.Test != nil {
		return c.Of(s.Public().Nodes)
	}
	if n := s.Public().Nodes; n < Parts { // before anything is read
		return Nodes{}, fmt.Errorf("split: %d nodes in %d parts", n, Parts)
	}
	data, err := s.ReadOnClaim("division of the nodes", edgesRead)
	if err != nil {
		return Nodes{}, fmt.Errorf("split: %w", err)
	}
	return c.On(data.Network.Graph)
}
