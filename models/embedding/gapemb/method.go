// Package gapemb embeds nodes by noisy aggregations of random vectors: the aggregation of GAP
// [GAP23] without its MLPs; edge level.
//
//	relation  gdp.EdgeLevel: one edge is added or removed
//	public    the number of nodes
//	releases  an embedding of each node, the concatenation of a part per hop
//
//	[Published]   the paper's sensitivity to an edge, 1; hops scaled to norm 1
//	[Strict]      the sensitivity of an undirected edge, √2; hops keep the sums' lengths
//	[NonPrivate]  the same without noise
//	[Null]        the control: random embeddings, at no cost
//
// Equations and departures from the paper: docs/papers/gap.md.
//
// [GAP23] S. Sajadmanesh, A. Shamsabadi, A. Bellet, D. Gatica-Perez, GAP: differentially private
// graph neural networks with aggregation perturbation, USENIX Security 2023.
package gapemb

import (
	"math"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/embedding"
	"github.com/graphdp/graphdp/models/estimate/aggregate"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/release"
)

// Method is GAP's aggregation and its controls.
var Method = method.Method{
	Name: "gapemb", About: "node embeddings by noisy neighbourhood aggregations of random vectors", Paper: "GAP23", Releases: release.KindEmbedding, Called: map[string]string{"GAP": "published"},
	Modes: []method.Mode{Published.Mode, Strict.Mode, NonPrivate.Mode, Null.Mode},
}

// The modes.
var (
	// Published has the paper's width of 16 and its two hops.
	Published = embedding.NewPrivate("gapemb", method.Mode{
		Role: method.Published, Name: "published", About: "two hops normalised to unit norm; one edge counted as one arc",
		From: "the abstract and the authors' code", Attack: onUnit,
	}, ByArc{Sums{Dim: 16, Hops: 2}}, ByArc.release)
	Strict = embedding.NewPrivate("gapemb", method.Mode{
		Role: method.Strict, Name: "strict", About: "five low-dimensional hops at sensitivity √2, without normalisation", Attack: onSums,
	}, ByEdge{strict}, ByEdge.release)
	NonPrivate = embedding.NewPlain("gapemb", method.Mode{
		Role: method.NonPrivate, Name: "nonprivate", About: "exact aggregations",
	}, Exact{strict}, Exact.plain)
	Null = embedding.NewNull("gapemb", strict.Dim*strict.Hops)
)

// strict was tuned on two graphs of models/estimate/surrogate.
var strict = Sums{Dim: 4, Hops: 5}

// Sums holds the settings of the sums.
type Sums struct {
	Dim  int `range:"[1,65536]"` // dimension per hop
	Hops int `range:"[1,64]"`    // K
}

// ByArc has the paper's sensitivity: one edge changes a hop's sums by 1. Each hop's row is scaled
// to norm 1.
type ByArc struct{ Sums }

// ByEdge has the sensitivity of an undirected edge: it changes a hop's sums by √2. Each hop's row
// has the estimated length of the noiseless one.
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

func sums(g *graph.Graph, r aggregate.Rows) []float64 { return r.Sum(g) }

// onUnit attacks one hop of [ByArc], whose rows have norm 1.
var onUnit = embedding.OnHubs(16, embedding.Sums{Of: sums, Undo: func(_ []float32, known []float64) float64 {
	square := 0.0
	for _, x := range known {
		square += x * x
	}
	return math.Sqrt(square)
}}).With(4000, "Hops=1", "Dim=16")

// onSums attacks one hop of [ByEdge], whose rows are about as long as the sums.
var onSums = embedding.OnHubs(2, embedding.Sums{Of: sums, Undo: func([]float32, []float64) float64 { return 1 }}).With(4000, "Hops=1", "Dim=2")
