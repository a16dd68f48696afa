package dpar

import (
	"fmt"

	"github.com/graphdp/graphdp/models/classification/node"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/release"
)

// Method is the method and its controls.
var Method = method.Method{
	Name: "dpar", About: "a classifier of nodes whose outputs are mixed by private PageRank", Paper: "DPAR24", Releases: release.KindClassifier, Models: []release.Model{(*Model)(nil), (*Mixed)(nil), (*Constant)(nil)},
	Exhibits: exhibits(), Called: []string{"DPAR", "DPAR-EM0", "DPAR-EM1", "DPAR-GM"}, Small: []string{"Epochs=2", "Batch=64", "Hidden=4"}, Attack: attack.With(1000, "Epochs=20", "Batch=59", "Rate=0.1", "Hidden=64", "MaxDegree=64"),
	Modes: []method.Mode{
		mode(method.Published, "published", "the paper as printed: noisy rows of 70 roots, gradients clipped by root", Published()).AttackedBy(ofSteps).ProvingNothing(unproved),
		mode(method.AsCoded, "author", "the public code: all others learn from their own features, in fixed batches", Author()).AttackedBy(ofSteps).ProvingNothing(unproved).
			ShowingNothing("the attack on the published mode finds next to nothing: all but the roots learn from their own features"),
		mode(method.Control, "random-rows", "the same with rows that read nothing: the control for its rows", RandomRows()).AttackedBy(ofSteps).ProvingNothing(unproved).
			ShowingNothing("the attack on the published mode finds next to nothing where rows are drawn without the graph"),
		mode(method.Strict, "strict", "noisy sums of the features of each class, Eq. 4 after it", Strict()).InEdition(1).AttackedBy(onSums),
		mode(method.Strict, "strict-rows", "noisy rows for 70 roots, gradients clipped by pairs of a root and a node", StrictRows()),
		mode(method.Strict, "strict-by-root", "the same with one clip a root, as in the paper", StrictByRoot()),
		mode(method.Other, "degree", "rows along edges, node-private on graphs of a promised largest degree", Degree(0)).Needing("MaxDegree").
			ProvingNothing("the largest degree is promised, and not enforced").
			ShowingNothing("it fails where a promise is broken, which a run refuses"),
		node.Plain(method.NonPrivate, "nonprivate", "the paper's training without noise, over exact rows", NonPrivate(), "dpar", Unprotected.beginPlain),
		node.Plain(method.Tuned, "nonprivate-tuned", "the same with more entries, unit features and more hops", NonPrivateTuned(), "dpar", Unprotected.beginPlain),
		mode(method.Control, "own-row", "strict without an edge: the control", OwnRow()).InEdition(1).AttackedBy(onSums),
		mode(method.Null, "null", "one class for all nodes, chosen by its noisy count", Null()).AttackedBy(&onMajority),
	},
}

// unproved is why nothing is proved of the paper's modes.
const unproved = "a node turns the clipped gradients of all rows that it is in (G3 to G5), and a subsample of rate q' does not divide ε by 1/q' (G1)"

func mode(role method.Role, name, about string, c Config) method.Mode {
	all := relations(c)
	return method.Private(role, name, about, all[0], c, Run).Under(all[1:]...)
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
