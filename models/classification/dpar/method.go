package dpar

import (
	"fmt"

	"github.com/graphdp/graphdp/models/classification"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/release"
)

// Method is the method and its controls.
var Method = method.Method{
	Name: "dpar", About: "node classification by an MLP on features, with outputs mixed by personalised PageRank", Paper: "DPAR24", Releases: release.KindClassifier, Models: []release.Model{(*Model)(nil), (*Mixed)(nil), (*Constant)(nil)},
	Exhibits: exhibits(), Called: []string{"DPAR", "DPAR-EM0", "DPAR-EM1", "DPAR-GM"}, Small: []string{"Epochs=2", "Batch=64", "Hidden=4"}, Attack: attack.With(1000, "Epochs=20", "Batch=59", "Rate=0.1", "Hidden=64", "MaxDegree=64"),
	Modes: []method.Mode{
		mode(method.Published, "published", "Algorithms 1 and 2: noisy PageRank rows of 70 roots, per-root clipping", Published()).AttackedBy(ofSteps).ProvingNothing(unproved),
		mode(method.AsCoded, "author", "authors' code: identity rows for all but the roots, fixed batches", Author()).AttackedBy(ofSteps).ProvingNothing(unproved).
			ShowingNothing("the attack on published finds almost nothing here: all nodes but the roots train on their own features"),
		mode(method.Control, "random-rows", "control for the PageRank rows: author with random rows", RandomRows()).AttackedBy(ofSteps).ProvingNothing(unproved).
			ShowingNothing("the attack on published finds almost nothing here: the rows are random"),
		mode(method.Strict, "strict", "noisy feature sums per class; test predictions mixed by exact PageRank", Strict()).InEdition(1).AttackedBy(onSums).
			WithCaution("its gain over own-row comes from test edges and test features, which no ε covers"),
		mode(method.Strict, "strict-rows", "noisy PageRank rows of 70 roots; gradients clipped per root-node pair", StrictRows()).
			WithCaution("predictions read test edges and test features, which no ε covers"),
		mode(method.Strict, "strict-by-root", "strict-rows with gradients clipped per root, as in the paper", StrictByRoot()).
			WithCaution("predictions read test edges and test features, which no ε covers"),
		mode(method.Other, "degree", "aggregation along edges; node level only under a promised maximum degree", Degree(0)).Needing("MaxDegree").
			ProvingNothing("the maximum degree is the user's promise and is not enforced").
			ShowingNothing("the claim fails only if the promise is broken, and a run then refuses").
			WithCaution("predictions read test edges and test features, which no ε covers"),
		classification.PlainOld(method.NonPrivate, "nonprivate", "the paper's training without noise, on exact PageRank rows", NonPrivate(), "dpar", Unprotected.beginPlain),
		classification.PlainOld(method.Tuned, "nonprivate-tuned", "nonprivate with more PageRank entries, unit-norm features and more hops", NonPrivateTuned(), "dpar", Unprotected.beginPlain),
		mode(method.Control, "own-row", "control for the edges: strict from features and labels alone", OwnRow()).InEdition(1).AttackedBy(onSums),
		mode(method.Null, "null", "predicts the majority class; knows only noisy label counts", Null()).AttackedBy(&onMajority),
	},
}

// unproved is why nothing is proved of the paper's modes.
const unproved = "one node changes the clipped gradient of every row that contains it (G3 to G5); subsampling at rate q' does not divide ε by 1/q' (G1)"

func mode(role method.Role, name, about string, c Config) method.Mode {
	all := relations(c)
	return method.PrivateOld(role, name, about, all[0], c, Run).Under(all[1:]...)
}

// details are what else is reported of a run.
type details struct {
	Nodes      int     `json:"nodes"`
	Steps      int     `json:"steps,omitempty"`
	Rate       float64 `json:"sampling_rate,omitempty"`
	Multiplier float64 `json:"noise_multiplier,omitempty"`
	Amplified  float64 `json:"amplified,omitempty"`
}

// String implements [fmt.Stringer].
func (d details) String() string {
	s := fmt.Sprintf("%d nodes", d.Nodes)
	if d.Steps > 0 {
		s += fmt.Sprintf(", %d steps", d.Steps)
	}
	if d.Multiplier > 0 {
		s += fmt.Sprintf(", noise multiplier %.4g", d.Multiplier)
	}
	if d.Amplified > 0 {
		s += fmt.Sprintf("; with the subsample's rule mended and all else granted, ε = %.4g", d.Amplified)
	}
	return s
}

// Outcome implements [method.Result].
func (r *Result) Outcome() method.Outcome {
	var o method.Outcome
	switch {
	case r.Constant != nil:
		return r.Of(r.Constant)
	case r.Mixed != nil:
		o = r.Of(r.Mixed)
	default:
		o = r.Of(r.Model)
	}
	o.Details = details{r.Nodes, r.Steps, r.Rate, r.Multiplier, r.Amplified}
	return o
}
