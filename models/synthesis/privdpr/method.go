package privdpr

import (
	"fmt"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/scalar"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/release"
)

// Method is the method and its controls.
var Method = method.Method{
	Name: "privdpr", About: "synthetic graphs by deep PageRank with noisy gradients", Paper: "PRIVDPR25", Releases: release.KindGraph, Also: []release.Kind{release.KindEmbedding},
	Exhibits: exhibits(), Called: []string{"PrivDPR"}, Small: []string{"Epochs=1", "Dim=8", "Hidden=16", "Batch=64"}, For: experiment, Attack: &onEdges,
	Modes: []method.Mode{
		atAnyLevel(method.Published, "published", "Gaussian noise on the gradient of V; network depth by Eq. 13", Published()).
			WithCaution("at the paper's settings the graph hardly depends on the edges"),
		atAnyLevel(method.AsCoded, "author", "authors' script: the embedding stays at its random initialisation", Author()).
			WithCaution("the embedding stays at its random start, so the graph says nothing about the edges"),
		atAnyLevel(method.Strict, "strict", "random graph from a noisy degree distribution and a noisy triangle count", Strict()).AttackedBy(&onIsolated),
		atAnyLevel(method.Other, "clipped-sum", "deep PageRank with the summed gradient clipped; exact accounting", ClippedSum()),
		atAnyLevel(method.Other, "clipped-blocks", "deep PageRank with gradients clipped per block of nodes; exact accounting", ClippedBlocks()),
		method.PlainOld[Plain](method.NonPrivate, "nonprivate", "deep PageRank without noise, one hidden layer", NonPrivate(), RunPlain),
		method.PlainOld[Plain](method.NonPrivate, "strict-nonprivate", "strict with exact degrees and the exact triangle count", StrictNonPrivate(), RunPlain),
		atAnyLevel(method.Null, "null", "random graph without isolated nodes; knows only a noisy edge count", Null()),
		atAnyLevel(method.Null, "null-matched", "random graph without isolated nodes; knows the exact edge count", NullMatched()).
			ProvingNothing("the exact number of edges is used without noise"),
	},
}

// atAnyLevel returns a mode for all relations of single graphs.
func atAnyLevel(role method.Role, name, about string, c Config) method.Mode {
	return method.PrivateOld(role, name, about, gdp.NodeLevel, c, Run).Under(gdp.EdgeLevel, gdp.NodeUnbounded)
}

// experiment returns a configuration as in the paper's experiments. How many edges are drawn,
// the paper does not say; with the true number, taken as public, the method does best.
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

// details are what else is reported of a run.
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

// AUCCeiling bounds the AUC with which a release that is ε-private for nodes can
// tell edges from other pairs, if it treats all ids alike and no private edge
// helps to score: four exchanges of a node turn any pair into any other, so that
// odds move by e^(4ε) at most; two, for pairs that share an end. An AUC above it
// is a leak. (δ adds to it, and is left out.)
func AUCCeiling(eps gdp.Epsilon, shareAnEnd bool) float64 {
	moves := 4.0
	if shareAnEnd {
		moves = 2
	}
	return 1 / (1 + scalar.Exp(-moves*float64(eps)))
}
