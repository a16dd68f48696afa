// Package dpar classifies nodes by an MLP on features whose outputs are mixed by private
// personalised PageRank [DPAR24]; node level.
//
//	releases  the weights of a net, f(x) = W₂ ReLU(W₁ x), or noisy sums of features by class
//	spends    private PageRank rows (rows.go), then noisy gradients (train.go); or one sum
//
// [Published] is the paper's pipeline, for gdp.NodeLevel. The rows of M roots are clipped and
// perturbed (Algorithms 1 and 3), and the net is trained on the roots' mixed outputs (Algorithm 2).
// The paper divides the cost by a subsample of the nodes. Its claimed ε does not hold, and nothing
// is proved. [Author] follows the public code. [StrictRows] clips the pairs of a root and a node
// instead of the roots, under gdp.NodeUnbounded: one node changes a step by a sum of known
// distribution. [Strict] releases sums of features, and [OwnRow] is its control without edges.
//
// Predictions for test nodes read their features and edges in the clear ([Model.Scores], Eq. 4):
// the guarantee covers the training nodes, against anyone who sees the weights.
//
// Equations, claims with their verdicts, and departures from the paper: docs/papers/dpar.md.
package dpar

import (
	"fmt"

	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/classification"
	"github.com/graphdp/graphdp/models/classification/features"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/release"
	"github.com/graphdp/graphdp/models/method/split"
)

// Method is DPAR and its controls.
var Method = method.Method{
	Name: "dpar", About: "node classification by an MLP on features, with outputs mixed by personalised PageRank", Paper: "DPAR24",
	Releases: release.KindClassifier, Models: []release.Model{(*Model)(nil), (*Mixed)(nil), (*Constant)(nil)},
	Exhibits: exhibits(), Called: map[string]string{"DPAR": "nonprivate", "DPAR-EM0": "author published", "DPAR-EM1": "author published", "DPAR-GM": "author published"}, Small: []string{"Epochs=2", "Batch=64", "Hidden=4"},
	Attack: attack.With(1000, "Epochs=20", "Batch=59", "Rate=0.1", "Hidden=64"),
	Modes: []method.Mode{
		Published.Mode, Author.Mode, RandomRows.Mode, Strict.Mode, StrictRows.Mode, StrictByRoot.Mode, NonPrivate.Mode, NonPrivateTuned.Mode, OwnRow.Mode, Null.Mode,
	},
}

// The modes.
var (
	// Published has the paper's settings with EM0. Settings that the paper leaves open follow the
	// public code: τ = 1, and half of the budget for the rows.
	Published = private(method.Mode{
		Role: method.Published, Name: "published", About: "Algorithms 1 and 2: noisy PageRank rows of 70 roots, per-root clipping",
		Unproved: unproved, Attack: ofSteps,
	}, published, Paper.begin, gdp.NodeLevel)
	Author = private(method.Mode{
		Role: method.AsCoded, Name: "author", About: "authors' code: identity rows for all but the roots, fixed batches",
		Unproved: unproved, Attack: ofSteps, Unshown: "the attack on published finds almost nothing here: all nodes but the roots train on their own features",
	}, asCoded(EM0, published.RowShare), Paper.begin, gdp.NodeLevel)
	RandomRows = private(method.Mode{
		Role: method.Control, Name: "random-rows", About: "control for the PageRank rows: author with random rows",
		Unproved: unproved, Attack: ofSteps, Unshown: "the attack on published finds almost nothing here: the rows are random",
	}, asCoded(Uniform, 0), Paper.begin, gdp.NodeLevel)
	Strict = private(method.Mode{
		Role: method.Strict, Name: "strict", About: "noisy feature sums per class; test predictions mixed by exact PageRank", Edition: 2, Attack: onSums,
		Caution: "its gain over own-row comes from test edges and test features, which no ε covers",
	}, Summed{features.ClassSums{Split: fourFifths}, eq4}, Summed.begin, gdp.NodeLevel, gdp.NodeUnbounded)
	StrictRows = private(method.Mode{
		Role: method.Strict, Name: "strict-rows", About: "noisy PageRank rows of 70 roots; gradients clipped per root-node pair", Caution: mixing4,
	}, shared(false), Shared.begin, gdp.NodeUnbounded)
	StrictByRoot = private(method.Mode{
		Role: method.Strict, Name: "strict-by-root", About: "strict-rows with gradients clipped per root, as in the paper", Caution: mixing4,
	}, shared(true), Shared.begin, gdp.NodeUnbounded)
	NonPrivate = classification.NewPlain("dpar", method.Mode{
		Role: method.NonPrivate, Name: "nonprivate", About: "the paper's training without noise, on exact PageRank rows",
	}, Unprotected{Net: paperNet, Walk: paperWalk, Prediction: eq4, Decay: 1e-4, Keep: 2, ColumnBound: 1, Split: fourFifths}, Unprotected.begin)
	// NonPrivateTuned has rows of 32 entries and unbounded columns.
	NonPrivateTuned = classification.NewPlain("dpar", method.Mode{
		Role: method.Tuned, Name: "nonprivate-tuned", About: "nonprivate with more PageRank entries, unit-norm features and larger batches",
	}, Unprotected{
		Net:  Net{Hidden: 32, Unit: true, Rate: 0.01, Batch: 1024, Epochs: 100},
		Walk: paperWalk, Prediction: eq4, Decay: 1e-3, Keep: 32, Split: fourFifths,
	}, Unprotected.begin)
	OwnRow = private(method.Mode{
		Role: method.Control, Name: "own-row", About: "control for the edges: strict from features and labels alone", Edition: 1, Attack: onSums,
	}, Summed{features.ClassSums{Split: fourFifths}, Prediction{Teleport: eq4.Teleport}}, Summed.begin, gdp.NodeLevel, gdp.NodeUnbounded)
	Null = private(method.Mode{
		Role: method.Null, Name: "null", About: "predicts the majority class; knows only noisy label counts", Attack: &onMajority,
	}, Counted{Split: fourFifths}, Counted.begin, gdp.NodeLevel, gdp.NodeUnbounded)
)

// private returns a mode that supports several relations.
func private[C any](m method.Mode, settings C, begin func(c C, in *classification.Input) (classification.Fit[*Result], error), under ...gdp.Relation) method.PrivateMode[C, *Result] {
	m.Relation, m.Also = under[0], under[1:]
	return classification.NewPrivate("dpar", m, settings, begin)
}

// The settings of [DPAR24], and of the proved training.
var (
	fourFifths = split.Config{Share: 0.8}                             // §5
	paperWalk  = Walk{Alpha: 0.25, Rho: 1e-4, Gamma: 1e-4}            // App. F
	paperNet   = Net{Hidden: 32, Rate: 0.005, Batch: 60, Epochs: 200} // App. F
	eq4        = Prediction{Teleport: 0.25, Hops: 2}                  // App. F
	published  = Paper{
		Net: paperNet, Walk: paperWalk, Prediction: eq4, Rows: EM0,
		Roots: 70, Keep: 2, EntryClip: 0.001, RowClip: 0.01, // App. F, Fig. 7
		ColumnBound: 1, Clip: 1, RowShare: 0.5, Subsample: 0.09, // Table 1, §5
		Split: fourFifths,
	}
	// Batch, epochs and rate are those of dp-sgd in package features, chosen on Cora-ML.
	provedNet = Net{Hidden: 32, Unit: true, Rate: 0.02, Batch: 256, Epochs: 30}
)

// asCoded returns the paper's settings as the public code implements them.
func asCoded(rows Rows, share float64) Paper {
	c := published
	c.Author, c.Split.Kind, c.Rows, c.RowShare = true, split.METIS, rows, share
	return c
}

func shared(byRoot bool) Shared {
	return Shared{
		Net: provedNet, Walk: paperWalk, Prediction: eq4, Clip: 1, Roots: 70, Keep: 2, EntryClip: 0.001, Others: 2, ByRoot: byRoot,
		RowShare: 0.1, Split: fourFifths,
	}
}

const mixing4 = "predictions read test edges and test features, which no ε covers"

// unproved is the reason why nothing is proved of the paper's modes.
const unproved = "one node changes the clipped gradient of every row that contains it (G3 to G5); subsampling at rate q' does not divide ε by 1/q' (G1)"

// details are the reported numbers of a run, besides its release.
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

// Rows is the mechanism that makes a root's row private.
type Rows int

const (
	// EM0 selects K indices by the exponential mechanism, with weight 1/K each: Algorithm 1, option
	// I.
	EM0 Rows = iota + 1
	// EM1 selects K indices like EM0, and releases their clipped entries with Laplace noise: option
	// II.
	EM1
	// GM adds Gaussian noise to the row and keeps the K largest entries: Algorithm 3.
	GM
	// Uniform selects K indices at random, without reading data.
	Uniform
)

// Net holds the training settings of f(x) = W₂ ReLU(W₁ x).
type Net struct {
	Classes int     `range:"[0,16384]"` // number of classes, public; 0: from the network's class names
	Hidden  int     `range:"[1,16384]"` // width of the hidden layer
	Unit    bool    // scale each node's features to norm 1
	Rate    float64 `range:"(0,∞)"`       // learning rate, η
	Batch   int     `range:"[1,∞)"`       // expected number of roots per step, B
	Epochs  int     `range:"[1,1000000]"` // T = Epochs ⌈n/B⌉ steps for n nodes
}

// Walk holds the settings of PageRank rows, which [ppr.ISTA] computes.
type Walk struct {
	Alpha float64 `range:"(0,1)"`     // teleport probability of the lazy walk, α
	Rho   float64 `range:"[1e-9,1]"`  // penalty, ρ
	Gamma float64 `range:"[1e-12,1]"` // tolerance, γ
}

// Prediction is Eq. 4: how the scores of test nodes are mixed.
type Prediction struct {
	Teleport float64 `range:"[0,1]"`   // α
	Hops     int     `range:"[0,100]"` // P; 0 for a node's own scores
}

// Paper is [DPAR24] as printed, or as in its public code. Node level.
type Paper struct {
	Net
	Walk
	Prediction
	Rows        Rows
	Roots       int     `range:"[1,∞)"` // M; all nodes if there are fewer
	Keep        int     `range:"[1,∞)"` // K
	EntryClip   float64 `range:"(0,∞)"` // C₂, of EM0 and EM1
	RowClip     float64 `range:"(0,∞)"` // C₁, of GM
	ColumnBound float64 `range:"(0,∞)"` // τ
	Clip        float64 `range:"(0,∞)"` // bound on a root's gradient, C
	RowShare    float64 `range:"[0,1)"` // share of ε and δ that pays for the rows
	Subsample   float64 `range:"(0,1]"` // share q' of the training nodes that a run uses
	// Author selects the public code's variant: nodes beyond the roots train on their own features,
	// batches are fixed, columns are also scaled up to τ, and the optimiser is Adam.
	Author bool
	Split  split.Config
}

// Shared is STRICT-A: the loss of a root is a sum over the nodes of its row, and each pair of a
// root and a node is clipped. Node level: unbounded.
type Shared struct {
	Net
	Walk
	Prediction
	Clip      float64 `range:"(0,∞)"`    // bound on a pair's gradient, C
	Roots     int     `range:"[1,∞)"`    // M, roots with noisy rows, by EM0; other rows hold the root only
	Keep      int     `range:"[1,∞)"`    // K
	EntryClip float64 `range:"(0,∞)"`    // C₂
	Others    int     `range:"[0,4096]"` // R: maximum number of other roots' rows with a given node
	// ByRoot clips the gradient of each root as a whole, like Algorithm 2, and pays for all rows
	// that a node changes: STRICT-B.
	ByRoot   bool
	RowShare float64 `range:"(0,1)"` // share of ε and δ that pays for the rows
	Split    split.Config
}

// Unprotected is the paper's training without noise, on exact rows of all training nodes.
type Unprotected struct {
	Net
	Walk
	Prediction
	Decay       float64 `range:"[0,1e6]"` // λ of the term λ/2 |w|² of the loss
	Keep        int     `range:"[1,∞)"`   // K
	ColumnBound float64 `range:"[0,∞)"`   // τ; 0 disables column scaling
	Split       split.Config
}

// Counted is the control that predicts one frequent class for all nodes.
type Counted struct {
	Classes int `range:"[0,16384]"` // number of classes, public; 0: from the network's class names
	Split   split.Config
}

// Check returns an error if the rows have no budget.
func (c Paper) Check() error {
	if c.Rows != Uniform && c.RowShare == 0 {
		return fmt.Errorf("dpar: RowShare is 0, but PageRank rows by %v need a share of the budget: set RowShare above 0", c.Rows)
	}
	return nil
}

// steps returns T for n nodes.
func (c Net) steps(n int) int { return c.Epochs * ((n + c.Batch - 1) / c.Batch) }

// rate returns the sampling rate q for n nodes.
func (c Net) rate(n int) float64 { return min(1, float64(c.Batch)/float64(n)) }

// String returns the mechanism's name.
func (r Rows) String() string {
	names := []string{"EM0", "EM1", "GM", "Uniform"}
	if r < EM0 || r > Uniform {
		return fmt.Sprintf("rows %d", int(r))
	}
	return names[r-1]
}

// beforeSampling returns the budget that the paper allots to its subsample: b over q'.
func (c Paper) beforeSampling(b gdp.Budget) gdp.Budget {
	return gdp.Budget{Epsilon: b.Epsilon / gdp.Epsilon(c.Subsample), Delta: b.Delta / gdp.Delta(c.Subsample)}
}
