// Package dpppr embeds nodes by noisy personalised PageRank [DPPPR22]; edge level.
//
//	relation  gdp.EdgeLevel: one edge is added or removed
//	public    the number of nodes
//	releases  an embedding of each node
//
//	[Published]      noisy rows of capped pushes, hashed; each row may reveal its own node's
//	                 edges, and all rows are paid for as one
//	[PublishedEdge]  the same, but no row may reveal any edge
//	[Strict]         PageRank propagation of public random rows weighted by degree, with noise
//	                 for all rows together; proved
//	[NonPrivate]     InstantEmbedding: exact rows, hashed
//	[Null]           the control: random embeddings, at no cost
//
// Equations, claims with their verdicts, and departures from the paper: docs/papers/dpppr.md.
//
// [DPPPR22] A. Epasto, V. Mirrokni, B. Perozzi, A. Tsitsulin, P. Zhong, Differentially private
// graph learning via sensitivity-bounded personalized PageRank, NeurIPS 2022.
package dpppr

import (
	"fmt"
	"math"

	"github.com/graphdp/graphdp/data/embed"
	"github.com/graphdp/graphdp/data/metric/ppr"
	"github.com/graphdp/graphdp/models/embedding"
	"github.com/graphdp/graphdp/models/estimate/aggregate"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/release"
)

// Method is DPPPR and its controls.
var Method = method.Method{
	Name: "dpppr", About: "node embeddings by sensitivity-bounded personalised PageRank", Paper: "DPPPR22", Releases: release.KindEmbedding, Called: map[string]string{"DPPPR": "published", "InstantEmbedding": "nonprivate"},
	Modes: []method.Mode{Published.Mode, PublishedEdge.Mode, Strict.Mode, NonPrivate.Mode, Null.Mode},
}

// The modes.
var (
	// Published has the settings of the public code, except for Sigma, which was tuned on two
	// graphs of models/estimate/surrogate.
	Published = embedding.NewPrivate("dpppr", method.Mode{
		Role: method.Published, Name: "published", About: "joint DP: noisy hashed PageRank rows, budget accounted for one row", From: code, Unproved: shown,
	}, PerRow{Hashed: hashed, Rounds: 10, Sigma: 1e-3, Joint: true}, PerRow.release)
	PublishedEdge = embedding.NewPrivate("dpppr", method.Mode{
		Role: method.Published, Name: "published-edge", About: "noisy hashed PageRank rows, all roots capped, budget accounted for one row", From: code,
		Unshown: "one edge changes many rows slightly, each with its own noise, and hashing adds up the noise of many entries",
	}, PerRow{Hashed: hashed, Rounds: 10, Sigma: 1e-3}, PerRow.release)
	Strict = embedding.NewPrivate("dpppr", method.Mode{
		Role: method.Strict, Name: "strict", About: "degree-scaled PageRank of random vectors; Gaussian noise for all rows at once", Attack: onHubs,
	}, strict, Weighed.release)
	NonPrivate = embedding.NewPlain("dpppr", method.Mode{
		Role: method.NonPrivate, Name: "nonprivate", About: "InstantEmbedding: exact personalised PageRank rows, hashed",
	}, Exact{Hashed: hashed, Epsilon: 1e-5}, Exact.plain)
	Null = embedding.NewNull("dpppr", hashed.Dim)
)

// hashed holds the paper's settings.
var hashed = Hashed{Dim: 128, Alpha: 0.15}

// strict was tuned on two graphs of models/estimate/surrogate.
var strict = Weighed{Hashed: Hashed{Dim: 16, Alpha: 0.8}, Rounds: 10}

const (
	code  = "the abstract and the authors' code"
	shown = "a node's row reveals its own edges; joint DP allows that towards the node itself, but all rows are released here"
)

// Hashed is InstantEmbedding of PageRank rows.
type Hashed struct {
	Dim   int     `range:"[1,65536]"`
	Alpha float64 `range:"(0,1)"` // teleport probability of the standard walk
}

// PerRow is the paper's release of every row, each paid for as if it were the only one.
type PerRow struct {
	Hashed
	Rounds int     `range:"[1,10000]"`
	Sigma  float64 `range:"[1e-9,1]"` // σ, the bound on a row's change by one edge
	Joint  bool    // a row may reveal the edges of its own node
}

// Weighed propagates public random rows by PageRank, with each node weighted by its degree.
type Weighed struct {
	Hashed
	Rounds int `range:"[1,1000]"`
}

// Exact is InstantEmbedding without noise.
type Exact struct {
	Hashed
	Epsilon float64 `range:"[1e-9,1]"` // residual of a push at a node, per edge
}

// maxNodes is the largest number of nodes for a dense n × n matrix.
const maxNodes = 1 << 13

// CheckNodes implements [embedding.Config].
func (c PerRow) CheckNodes(n int) error {
	if n > maxNodes {
		return fmt.Errorf("%d nodes, want at most %d: every node pair gets noise", n, maxNodes)
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

// push returns the capped push whose rows change by at most σ per edge.
func (c PerRow) push() ppr.Capped {
	α := c.lazy()
	t := c.Sigma / ((3 - α) * (1 - math.Pow(1-α, float64(c.Rounds)))) // [DPPPR22] Threshold
	return ppr.Capped{Alpha: α, Rounds: c.Rounds, Cap: t, Own: c.Joint}
}

// onHubs attacks [Weighed] rows, whose lengths are square roots of noisy sums.
var onHubs = embedding.OnHubs(2, embedding.Sums{
	Of:   aggregate.Walks{Alpha: strict.lazy(), Rounds: strict.Rounds}.Sum,
	Undo: func(row []float32, _ []float64) float64 { return math.Sqrt(embed.Dot(row, row)) },
}).With(4000, "Dim=2")
