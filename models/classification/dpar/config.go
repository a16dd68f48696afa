package dpar

import (
	"fmt"

	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/classification"
	"github.com/graphdp/graphdp/models/method/ranges"
	"github.com/graphdp/graphdp/models/method/split"
)

// Rows says how a root's row is made private.
type Rows int

const (
	// EM0 takes K indices by the exponential mechanism, with 1/K each: Algorithm 1, option I.
	EM0 Rows = iota + 1
	// EM1 takes K indices so, with their clipped entries and Laplace noise: option II.
	EM1
	// GM adds Gaussian noise to the row, and keeps the K largest entries: Algorithm 3.
	GM
	// Uniform takes K indices at random and reads nothing.
	Uniform
)

// Net has the settings of every training of f(x) = W₂ ReLU(W₁ x).
type Net struct {
	Classes int     `range:"[0,16384]"` // how many there are, a public fact; 0: as many as the network has names for
	Hidden  int     `range:"[1,16384]"` // width of the hidden layer
	Unit    bool    // scale each node's features to norm 1
	Rate    float64 `range:"(0,∞)"`       // learning rate, η
	Batch   int     `range:"[1,∞)"`       // expected number of roots in a step, B
	Epochs  int     `range:"[1,1000000]"` // T = Epochs ⌈n/B⌉ steps for n nodes
}

// Walk is what rows of PageRank are computed with, by [ppr.ISTA].
type Walk struct {
	Alpha float64 `range:"(0,1)"`     // teleport probability of the lazy walk, α
	Rho   float64 `range:"[1e-9,1]"`  // penalty, ρ
	Gamma float64 `range:"[1e-12,1]"` // tolerance, γ
}

// Prediction is Eq. 4: how test nodes are mixed.
type Prediction struct {
	Teleport float64 `range:"[0,1]"`   // α
	Hops     int     `range:"[0,100]"` // P; 0 for a node's own output
}

// Paper is [DPAR24] as printed, or as its public code does it. Node level.
type Paper struct {
	Net
	Walk
	Prediction
	Rows        Rows
	Roots       int     `range:"[1,∞)"` // M, at most: all nodes where there are fewer
	Keep        int     `range:"[1,∞)"` // K
	EntryClip   float64 `range:"(0,∞)"` // C₂, of EM0 and EM1
	RowClip     float64 `range:"(0,∞)"` // C₁, of GM
	ColumnBound float64 `range:"(0,∞)"` // τ
	Clip        float64 `range:"(0,∞)"` // bound on a root's gradient, C
	RowShare    float64 `range:"[0,1)"` // of ε and δ that pays for the rows
	Subsample   float64 `range:"(0,1]"` // share q' of the training nodes that a run sees at all
	// Author is the public code: nodes beyond the roots learn from their own features, the
	// batches are fixed, columns are scaled up to τ, too, and the optimiser is Adam.
	Author bool
	Split  split.Config
}

// Shared is STRICT-A: the loss of a root is a sum over the nodes of its row, and each pair of
// a root and a node is clipped. Node level: unbounded.
type Shared struct {
	Net
	Walk
	Prediction
	Clip      float64 `range:"(0,∞)"`    // bound on a pair's gradient, C
	Roots     int     `range:"[1,∞)"`    // M that have noisy rows, by EM0; the others' rows are their own
	Keep      int     `range:"[1,∞)"`    // K
	EntryClip float64 `range:"(0,∞)"`    // C₂
	Others    int     `range:"[0,4096]"` // R: how many other roots' rows a node may be in
	// ByRoot clips the gradient of each root as a whole, as Algorithm 2 does, and pays for all
	// rows that a node turns: STRICT-B.
	ByRoot   bool
	RowShare float64 `range:"(0,1)"` // of ε and δ that pays for the rows
	Split    split.Config
}

// Degreed is STRICT-C: a root's row is itself and its neighbours, 1/(D+1) each. It is for
// graphs without a node of more than MaxDegree edges, which is promised and not enforced.
type Degreed struct {
	Net
	Prediction
	Clip      float64 `range:"(0,∞)"`
	MaxDegree int     `range:"[1,4096]"` // D
	Split     split.Config
}

// Unprotected is the paper's training without noise, over exact rows of all training nodes.
type Unprotected struct {
	Net
	Walk
	Prediction
	Decay       float64 `range:"[0,1e6]"` // λ of λ/2 |w|² added to the loss
	Keep        int     `range:"[1,∞)"`   // K
	ColumnBound float64 `range:"[0,∞)"`   // τ; 0 scales no column
	Split       split.Config
}

// Counted is the control that predicts one class for all nodes, one that is frequent.
type Counted struct {
	Classes int `range:"[0,16384]"` // how many there are, a public fact; 0: as many as the network has names for
	Split   split.Config
}

// Config is the configuration of a private mode: a [Paper], a [Summed], a [Shared], a [Degreed] or
// a [Counted].
type Config interface {
	begin(in *classification.Input) (classification.Fit[*Result], error)
}

var (
	fourFifths = split.Config{Share: 0.8}                             // §5
	paperWalk  = Walk{Alpha: 0.25, Rho: 1e-4, Gamma: 1e-4}            // App. F
	paperNet   = Net{Hidden: 32, Rate: 0.005, Batch: 60, Epochs: 200} // App. F
	eq4        = Prediction{Teleport: 0.25, Hops: 2}                  // App. F
	// Batch, epochs and rate are those of dp-sgd of package features, which were chosen on Cora-ML.
	provedNet = Net{Hidden: 32, Unit: true, Rate: 0.02, Batch: 256, Epochs: 30}
)

// Published is the paper's setting with EM0. What it leaves open is as in the public code:
// τ = 1, and half of the budget for the rows.
func Published() Paper {
	return Paper{
		Net: paperNet, Walk: paperWalk, Prediction: eq4, Rows: EM0,
		Roots: 70, Keep: 2, EntryClip: 0.001, RowClip: 0.01, // App. F, Fig. 7
		ColumnBound: 1, Clip: 1, RowShare: 0.5, Subsample: 0.09, // Table 1, §5
		Split: fourFifths,
	}
}

// Author is what the public code does with the paper's settings.
func Author() Paper {
	c := Published()
	c.Author, c.Split.Kind = true, split.METIS
	return c
}

// RandomRows is [Author] with rows that read nothing: the control for its rows.
func RandomRows() Paper {
	c := Author()
	c.Rows, c.RowShare = Uniform, 0
	return c
}

// StrictRows is [Shared] with noisy rows for the paper's 70 roots.
func StrictRows() Shared {
	return Shared{
		Net: provedNet, Walk: paperWalk, Prediction: eq4, Clip: 1,
		Roots: 70, Keep: 2, EntryClip: 0.001, Others: 2, RowShare: 0.1,
		Split: fourFifths,
	}
}

// StrictByRoot is [StrictRows] with one clip a root, as in the paper.
func StrictByRoot() Shared {
	c := StrictRows()
	c.ByRoot = true
	return c
}

// Degree is [Degreed] for graphs without a node of more than maxDegree edges.
func Degree(maxDegree int) Degreed {
	return Degreed{Net: provedNet, Prediction: eq4, Clip: 1, MaxDegree: maxDegree, Split: fourFifths}
}

// NonPrivate is the paper's setting without privacy.
func NonPrivate() Unprotected {
	return Unprotected{Net: paperNet, Walk: paperWalk, Prediction: eq4, Decay: 1e-4, Keep: 2, ColumnBound: 1, Split: fourFifths}
}

// NonPrivateTuned is a training without privacy that goes well: features of norm 1, rows of 32
// entries with their columns as they are, and more hops.
func NonPrivateTuned() Unprotected {
	c := NonPrivate()
	c.Unit, c.Keep, c.ColumnBound, c.Decay = true, 32, 0, 1e-3
	c.Rate, c.Batch, c.Epochs = 0.01, 1024, 100
	return c
}

// Null is the control that pays for one choice of a class.
func Null() Counted { return Counted{Split: fourFifths} }

// Check reports a setting that no run can have.
func (c Paper) Check() error {
	if err := ranges.Check("dpar", c); err != nil {
		return err
	}
	if c.Rows != Uniform && c.RowShare == 0 {
		return fmt.Errorf("dpar: RowShare is 0, and rows by %v cost something", c.Rows)
	}
	return nil
}

// steps is T for n nodes.
func (c Net) steps(n int) int { return c.Epochs * ((n + c.Batch - 1) / c.Batch) }

// rate is q for n nodes.
func (c Net) rate(n int) float64 { return min(1, float64(c.Batch)/float64(n)) }

// String names the mechanism.
func (r Rows) String() string {
	names := []string{"EM0", "EM1", "GM", "Uniform"}
	if r < EM0 || r > Uniform {
		return fmt.Sprintf("rows %d", int(r))
	}
	return names[r-1]
}

// beforeSampling is the budget that the paper gives its subsample: b over q'.
func (c Paper) beforeSampling(b gdp.Budget) gdp.Budget {
	return gdp.Budget{Epsilon: b.Epsilon / gdp.Epsilon(c.Subsample), Delta: b.Delta / gdp.Delta(c.Subsample)}
}
