// Package dpne embeds nodes by factorising the adjacency matrix with a perturbed objective
// [DPNE18]; edge level.
//
//	relation  gdp.EdgeLevel: one edge is added or removed
//	public    the number of nodes
//	releases  an embedding of each node
//
//	[Published]   two factors of the adjacency matrix; one is released, with noise in the
//	              objective of every row; the paper's method as far as it is known
//	[NonPrivate]  the same without noise
//	[Null]        the control: random embeddings, at no cost
//
// Equations, claims with their verdicts, and guesses: docs/papers/dpne.md.
//
// [DPNE18] D. Xu, S. Yuan, X. Wu, H. Phan, DPNE: differentially private network embedding, PAKDD
// 2018.
package dpne

import (
	"errors"
	"math"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/embedding"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/release"
)

// Method is DPNE and its controls.
var Method = method.Method{
	Name: "dpne", About: "node embeddings by matrix factorisation with objective perturbation", Paper: "DPNE18", Releases: release.KindEmbedding, Called: map[string]string{"DPNE": "published"},
	Modes: []method.Mode{Published.Mode, NonPrivate.Mode, Null.Mode},
}

// The modes.
var (
	// Published is the method as far as it is known.
	Published = embedding.NewPrivate("dpne", method.Mode{
		Role: method.Published, Name: "published", About: "alternating least squares with Laplace noise on the released factor's objective",
		Unproved: unproved, From: "the abstract alone", Attack: onEnds,
	}, Perturbed{published}, Perturbed.release)
	// NonPrivate has longer rows, since there is no noise to drown them.
	NonPrivate = embedding.NewPlain("dpne", method.Mode{
		Role: method.NonPrivate, Name: "nonprivate", About: "matrix factorisation without noise, in 64 dimensions", Edition: 2,
	}, Exact{Factors{Dim: 64, Ridge: published.Ridge, Rounds: published.Rounds}}, Exact.plain)
	Null = embedding.NewNull("dpne", published.Dim)
)

// published has Dim and Ridge tuned on two graphs of models/estimate/surrogate.
var published = Factors{Dim: 4, Ridge: 10, Rounds: 10}

// unproved is the reason why nothing is proved of [Perturbed].
const unproved = "an edge changes the gradients of both its ends; the second factor is fitted without noise, and the objective is not convex in both factors"

// Factors holds the settings of the objective Σ (A_ij - w_i·h_j)² + Ridge (Σ ‖w_i‖² + Σ ‖h_j‖²) and
// of its minimisation.
type Factors struct {
	Dim    int     `range:"[1,4096]"`
	Ridge  float64 `range:"[1e-6,1e6]"` // λ
	Rounds int     `range:"[1,1000]"`   // number of alternating minimisations
}

// Perturbed adds noise to the objective of every row.
type Perturbed struct{ Factors }

// Exact adds no noise.
type Exact struct{ Factors }

// CheckNodes implements [embedding.Config].
func (f Factors) CheckNodes(n int) error { return embedding.Fit(n, f.Dim) }

// claimed returns the paper's ℓ1 bound on the change of the gradient at a row by one edge: the edge
// changes an entry of A by 1, so the gradient by 2‖h‖₁, where ‖h‖ ≤ 1.
func (f Factors) claimed() float64 {
	return 2 * math.Sqrt(float64(f.Dim)) // [DPNE18] Sensitivity
}

// onEnds attacks rows of one number each after a single minimisation, where the first factor is
// public: two nodes have an edge or none, which shows in both gradients.
var onEnds = method.Attack{
	Worlds: "two nodes, which are joined or not",
	Looks:  "by how much likelier their rows are with the edge",
	Make: func(gdp.Relation) ([2]*graph.Network, error) {
		return method.Joined(2, nil, graph.Edge{U: 0, V: 1})
	},
	Look: func(o method.Outcome) ([]float64, error) {
		x, ok := o.Release.(release.Embedding)
		d, seeded := o.Details.(embedding.Details)
		if !ok || !seeded || x.N() != 2 || x.Dim() != 1 {
			return nil, errors.New("dpne: no rows of two nodes to attack")
		}
		h := random(2, 1, d.Seed)
		inner, score := 2*(h[0]*h[0]+h[1]*h[1]+published.Ridge), 0.0
		for u := range 2 {
			was := float64(x.Row(int32(u))[0]) * inner
			score += math.Abs(was) - math.Abs(was-2*h[1-u])
		}
		return []float64{score}, nil
	},
}.With(4000, "Dim=1", "Rounds=1")
