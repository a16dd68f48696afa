package privdpr

import (
	"context"
	"fmt"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/scalar"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/estimate/null"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/release"
)

// Method describes PrivDPR and its modes.
var Method = method.Method{
	Name: "privdpr", About: "synthetic graphs by deep PageRank with noisy gradients", Paper: "PRIVDPR25", Releases: release.KindGraph, Also: []release.Kind{release.KindEmbedding},
	Exhibits: exhibits(), Called: map[string]string{"PrivDPR": "published"}, Small: []string{"Epochs=1", "Dim=8", "Hidden=16", "Batch=64"}, For: experiment, Attack: &onEdges,
	Modes: []method.Mode{
		Published.Mode, Author.Mode, Strict.Mode, ClippedSum.Mode, NonPrivate.Mode, StrictNonPrivate.Mode, Null.Mode, NullMatched.Mode,
	},
}

// The modes. Published has the setting of §6, "Parameter Settings". Author is the authors'
// published script, as far as it runs. NonPrivate is "DPR (No DP)"; the paper does not state its
// depth, and at that of Eq. 13 V would not move (docs/papers/privdpr.md, G2).
var (
	Published = private(method.Mode{
		Role: method.Published, Name: "published", About: "Gaussian noise on the gradient of V; network depth by Eq. 13",
		Caution: "at the paper's settings the graph hardly depends on the edges",
	}, printed, DeepPageRank.run)
	Author = private(method.Mode{
		Role: method.AsCoded, Name: "author", About: "authors' script: the embedding stays at its random initialisation",
		Caution: "the graph says nothing about the edges",
	}, coded(), DeepPageRank.run)
	Strict = private(method.Mode{
		Role: method.Strict, Name: "strict", About: "random graph from a noisy degree distribution and a noisy triangle count", Edition: 2, Attack: &onIsolated,
	}, DegreeGraph{Theta: ByBudget, TriangleShare: 0.2, TriangleCap: ByBudget}, DegreeGraph.run)
	ClippedSum = private(method.Mode{
		Role: method.Other, Name: "clipped-sum", About: "deep PageRank with the summed gradient clipped; exact accounting",
	}, SumClipped{Net: shallow(16), Clip: 1, Theta: ByBudget, EdgeShare: 0.1}, SumClipped.run) // alignment with the signal decreases as 1/√(N r)
	NonPrivate = method.NewPlain("privdpr", method.Mode{
		Role: method.NonPrivate, Name: "nonprivate", About: "the paper's DPR (No DP), one hidden layer; no upper bound",
	}, Unprotected{Net: shallow(128), Number: Number{EdgeRule: SigmoidEdges}}, runUnprotected)
	StrictNonPrivate = method.NewPlain("privdpr", method.Mode{
		Role: method.NonPrivate, Name: "strict-nonprivate", About: "strict with exact degrees and the exact triangle count",
	}, Exact{}, runExact)
	Null = private(method.Mode{
		Role: method.Null, Name: "null", About: "random graph without isolated nodes; knows only a noisy edge count",
	}, wide(null.Paid()), RandomGraph.run)
	NullMatched = private(method.Mode{
		Role: method.Null, Name: "null-matched", About: "random graph without isolated nodes; knows the exact edge count",
		Unproved: "the exact number of edges is used without noise",
	}, wide(null.Matched()), RandomGraph.run)
)

// private returns a mode for all relations of single graphs.
func private[C any](m method.Mode, settings C, run func(c C, ctx context.Context, s *gdp.Session, w *method.Watch) (*Result, error)) method.PrivateMode[C, *Result] {
	m.Relation, m.Also = gdp.NodeLevel, []gdp.Relation{gdp.EdgeLevel, gdp.NodeUnbounded}
	return method.NewPrivate("privdpr", m, settings, func(ctx context.Context, s *gdp.Session, c C, w *method.Watch) (*Result, error) {
		if n := s.Public().Nodes; n < 2 {
			return nil, fmt.Errorf("privdpr: %d nodes under the relation %v: want a single graph of at least 2 nodes", n, s.Relation())
		}
		return run(c, ctx, s, w)
	})
}

// printed is the paper's setting. Walks are a fifth of DeepWalk's; §6.1 fixes d and s.
var printed = DeepPageRank{
	Net:    Net{Epochs: 5, Batch: 16, Walks: 2, WalkLength: 16, Dim: 128, Hidden: 64, Layers: ByTheorem, Scale: 8, Gamma: 0.85, Rate: 1e-3},
	Number: Number{EdgeRule: SigmoidEdges}, Preset: 5,
}

// coded is the setting of the authors' script.
func coded() DeepPageRank {
	c := printed
	c.Epochs, c.EdgeRule = 1, AuthorEdges
	c.Author = Deviations{Frozen: true, SumCounts: true, MeanGradient: true, SkipEmpty: true, OneStepNorm: true, OneMatrixFewer: true}
	return c
}

// shallow returns the paper's network with one hidden layer and weights of norm 1.
func shallow(dim int) Net {
	c := printed.Net
	c.Layers, c.Scale, c.Dim = 1, 1, dim
	return c
}

// wide returns a null control with an embedding as wide as the paper's.
func wide(c null.Graphs) RandomGraph {
	c.Dim = printed.Dim
	return RandomGraph{c}
}

// experiment returns a configuration as in the paper's experiments. The paper does not state the
// number of edges drawn; the method does best with the exact number, treated as public.
func experiment(_ string, config any) any {
	switch c := config.(type) {
	case DeepPageRank:
		if c.EdgeRule == SigmoidEdges {
			c.EdgeRule = TrueEdges
		}
		return c
	case Unprotected:
		if c.EdgeRule == SigmoidEdges {
			c.EdgeRule = TrueEdges
		}
		return c
	}
	return config
}

// details are reported beside the release.
type details struct {
	Edges   int       `json:"edges_aimed_at"`
	Pairs   int       `json:"pairs,omitempty"`
	Degrees []float64 `json:"degrees,omitempty"`
}

// String implements [fmt.Stringer].
func (d details) String() string {
	s := fmt.Sprintf("%d edges aimed at", d.Edges)
	if d.Pairs > 0 {
		s += fmt.Sprintf(", of %d pairs with a score", d.Pairs)
	}
	return s
}

// Outcome implements [method.Result].
func (r *Result) Outcome() method.Outcome {
	o := method.Outcome{
		Release: release.Graph{Network: &graph.Network{Graph: r.Graph}}, Guarantee: r.Guarantee,
	}
	if r.Pairs > 0 || r.Degrees != nil { // not of a [RandomGraph]
		o.Details = details{r.Edges, r.Pairs, r.Degrees}
	}
	if r.Embedding != nil {
		o.Also = []release.Release{release.Embedding{Matrix: r.Embedding}}
	}
	return o
}

// AUCCeiling bounds the AUC with which a node-level ε-private release can distinguish edges from
// other pairs, if it treats all ids alike and scoring uses no private edges. Replacing four nodes,
// or two for pairs that share an end, turns any pair into any other, so odds change by at most
// e^(4ε) or e^(2ε). A higher AUC is a leak. (δ, which adds to it, is omitted.)
func AUCCeiling(eps gdp.Epsilon, shareAnEnd bool) float64 {
	moves := 4.0
	if shareAnEnd {
		moves = 2
	}
	return 1 / (1 + scalar.Exp(-moves*float64(eps)))
}
