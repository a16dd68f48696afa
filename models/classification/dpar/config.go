package dpar

import (
	"fmt"
	"math"

	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/metric/ppr"
	"github.com/graphdp/graphdp/models/split"
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

// Net is what every training is told of f(x) = W₂ ReLU(W₁ x).
type Net struct {
	Classes int     // how many there are, a public fact; 0: as many as the network has names for
	Hidden  int     // width of the hidden layer
	Unit    bool    // scale each node's features to norm 1
	Rate    float64 // learning rate, η
	Batch   int     // expected number of roots in a step, B
	Epochs  int     // T = Epochs ⌈n/B⌉ steps for n nodes
}

// Walk is what rows of PageRank are computed with, by [ppr.ISTA].
type Walk struct {
	Alpha float64 // teleport probability of the lazy walk, α
	Rho   float64 // penalty, ρ
	Gamma float64 // tolerance, γ
}

// Prediction is Eq. 4: how test nodes are mixed.
type Prediction struct {
	Teleport float64 // α
	Hops     int     // P; 0 for a node's own output
}

// Paper is [DPAR24] as printed, or as its public code does it. Node level.
type Paper struct {
	Net
	Walk
	Prediction
	Rows        Rows
	Roots       int     // M, at most: all nodes where there are fewer
	Keep        int     // K
	EntryClip   float64 // C₂, of EM0 and EM1
	RowClip     float64 // C₁, of GM
	ColumnBound float64 // τ
	Clip        float64 // bound on a root's gradient, C
	RowShare    float64 // of ε and δ that pays for the rows
	Subsample   float64 // share q' of the training nodes that a run sees at all
	// Author is the public code: nodes beyond the roots learn from their own features, the
	// batches are fixed, columns are scaled up to τ, too, and the optimiser is Adam.
	Author bool
	Split  split.Config
}

// Shared is STRICT-A: the loss of a root is a sum over the nodes of its row, and each pair of
// a root and a node is clipped. Node level: unbounded, and bounded too where no rows are noisy.
type Shared struct {
	Net
	Walk
	Prediction
	Clip      float64 // bound on a pair's gradient, C
	Roots     int     // M that have noisy rows, by EM0; the others' rows are their own
	Keep      int     // K
	EntryClip float64 // C₂
	Others    int     // R: how many other roots' rows a node may be in
	// ByRoot clips the gradient of each root as a whole, as Algorithm 2 does, and pays for all
	// rows that a node turns: STRICT-B.
	ByRoot   bool
	RowShare float64 // of ε and δ that pays for the rows
	Split    split.Config
}

// Degreed is STRICT-C: a root's row is itself and its neighbours, 1/(D+1) each. It is for
// graphs without a node of more than MaxDegree edges, which is promised and not enforced.
type Degreed struct {
	Net
	Prediction
	Clip      float64
	MaxDegree int // D
	Split     split.Config
}

// Unprotected is the paper's training without noise, over exact rows of all training nodes.
type Unprotected struct {
	Net
	Walk
	Prediction
	Decay       float64 // λ of λ/2 |w|² added to the loss
	Keep        int     // K
	ColumnBound float64 // τ; 0 scales no column
	Split       split.Config
}

// Counted is the control that predicts one class for all nodes, one that is frequent.
type Counted struct {
	Classes int // how many there are, a public fact; 0: as many as the network has names for
	Split   split.Config
}

// Config is the configuration of a private mode: a [Paper], a [Shared] or a [Degreed].
type Config interface {
	Check() error
	net() Net
	prediction() Prediction
	split() split.Config
}

var (
	fourFifths = split.Config{Share: 0.8}                             // §5
	paperWalk  = Walk{Alpha: 0.25, Rho: 1e-4, Gamma: 1e-4}            // App. F
	paperNet   = Net{Hidden: 32, Rate: 0.005, Batch: 60, Epochs: 200} // App. F
	eq4        = Prediction{Teleport: 0.25, Hops: 2}                  // App. F
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

// Strict is [Shared] without noisy rows: what a row costs is more than it tells. Batch,
// epochs and rate are those of the classifier on features, which were chosen on Cora-ML.
func Strict() Shared {
	return Shared{
		Net:  Net{Hidden: 32, Unit: true, Rate: 0.02, Batch: 256, Epochs: 30},
		Walk: paperWalk, Prediction: eq4, Clip: 1,
		Keep: 2, EntryClip: 0.001, Others: 2, RowShare: 0.1,
		Split: fourFifths,
	}
}

// StrictRows is [Strict] with noisy rows for the paper's 70 roots.
func StrictRows() Shared {
	c := Strict()
	c.Roots = 70
	return c
}

// ByRoot is [StrictRows] with one clip a root, as in the paper.
func ByRoot() Shared {
	c := StrictRows()
	c.ByRoot = true
	return c
}

// OwnRow is [Strict] without an edge, at training or after it: the control.
func OwnRow() Shared {
	c := Strict()
	c.Hops = 0
	return c
}

// Degree is [Degreed] for graphs without a node of more than maxDegree edges.
func Degree(maxDegree int) Degreed {
	s := Strict()
	return Degreed{Net: s.Net, Prediction: s.Prediction, Clip: 1, MaxDegree: maxDegree, Split: fourFifths}
}

// NonPrivate is the paper's setting without privacy.
func NonPrivate() Unprotected {
	return Unprotected{Net: paperNet, Walk: paperWalk, Prediction: eq4, Decay: 1e-4, Keep: 2, ColumnBound: 1, Split: fourFifths}
}

// Tuned is a training without privacy that goes well: features of norm 1, rows of 32 entries
// with their columns as they are, and more hops.
func Tuned() Unprotected {
	c := NonPrivate()
	c.Unit, c.Keep, c.ColumnBound, c.Decay = true, 32, 0, 1e-3
	c.Rate, c.Batch, c.Epochs = 0.01, 1024, 100
	return c
}

// Majority is the control that pays for one choice of a class.
func Majority() Counted { return Counted{Split: fourFifths} }

// Beyond these sizes a setting is likely a typo.
const (
	widest  = 1 << 14
	longest = 1_000_000
)

// positives reports the first of some settings that is not a number above 0.
func positives(settings ...any) error {
	for i := 0; i < len(settings); i += 2 {
		if x := settings[i+1].(float64); !(x > 0) || math.IsInf(x, 1) {
			return fmt.Errorf("dpar: %s is %v, want a positive number", settings[i], x)
		}
	}
	return nil
}

// Check reports a setting that no run can have.
func (c Net) Check() error {
	switch {
	case c.Classes < 0 || c.Classes > widest:
		return fmt.Errorf("dpar: %d classes, want at most %d", c.Classes, widest)
	case c.Hidden < 1 || c.Hidden > widest:
		return fmt.Errorf("dpar: %d hidden units, want 1 … %d", c.Hidden, widest)
	case c.Batch < 1:
		return fmt.Errorf("dpar: batches of %d roots, want at least 1", c.Batch)
	case c.Epochs < 1 || c.Epochs > longest:
		return fmt.Errorf("dpar: %d epochs, want 1 … %d", c.Epochs, longest)
	}
	return positives("Rate", c.Rate)
}

// Check reports a setting that no run can have.
func (c Prediction) Check() error {
	if !(c.Teleport >= 0 && c.Teleport <= 1) || c.Hops < 0 || c.Hops > 100 {
		return fmt.Errorf("dpar: predictions with teleport probability %v over %d hops, want 0 … 1, and 0 … 100 hops", c.Teleport, c.Hops)
	}
	return nil
}

// Check reports a setting that no run can have.
func (c Walk) Check() error {
	_, err := ppr.Rows(nothing{}, true, ppr.ISTA(c), nil)
	return err
}

// nothing is a graph without nodes.
type nothing struct{}

func (nothing) N() int                  { return 0 }
func (nothing) Neighbors(int32) []int32 { return nil }

// checkAll is the first error of some parts of a configuration.
func checkAll(parts ...interface{ Check() error }) error {
	for _, p := range parts {
		if err := p.Check(); err != nil {
			return err
		}
	}
	return nil
}

// division is a split that is part of a configuration.
type division split.Config

// Check reports a setting that no run can have.
func (d division) Check() error {
	if err := split.Config(d).Check(); err != nil {
		return fmt.Errorf("dpar: %w", err)
	}
	return nil
}

func share(name string, x float64) error {
	if !(x >= 0 && x < 1) {
		return fmt.Errorf("dpar: %s is %v, want 0 … 1, 1 excluded", name, x)
	}
	return nil
}

// Check reports a setting that no run can have.
func (c Paper) Check() error {
	if err := checkAll(c.Net, c.Walk, c.Prediction, division(c.Split)); err != nil {
		return err
	}
	switch {
	case c.Rows < EM0 || c.Rows > Uniform:
		return fmt.Errorf("dpar: %v is unknown", c.Rows)
	case c.Roots < 1 || c.Keep < 1:
		return fmt.Errorf("dpar: %d roots whose rows have %d entries, want at least 1", c.Roots, c.Keep)
	case !(c.Subsample > 0 && c.Subsample <= 1):
		return fmt.Errorf("dpar: a subsample of %v of the nodes, want a share above 0", c.Subsample)
	case c.Rows != Uniform && c.RowShare == 0:
		return fmt.Errorf("dpar: RowShare is 0, and rows by %v cost something", c.Rows)
	}
	if err := share("RowShare", c.RowShare); err != nil {
		return err
	}
	return positives("EntryClip", c.EntryClip, "RowClip", c.RowClip, "ColumnBound", c.ColumnBound, "Clip", c.Clip)
}

// Check reports a setting that no run can have.
func (c Shared) Check() error {
	if err := checkAll(c.Net, c.Walk, c.Prediction, division(c.Split)); err != nil {
		return err
	}
	switch {
	case c.Roots < 0 || c.Keep < 1 || c.Others < 0 || c.Others > 1<<12:
		return fmt.Errorf("dpar: %d roots whose rows have %d entries, at most %d of a column: want no fewer than 0, 1 and 0, and at most %d of a column", c.Roots, c.Keep, c.Others, 1<<12)
	case c.Roots > 0 && c.RowShare == 0:
		return fmt.Errorf("dpar: RowShare is 0, and noisy rows cost something")
	}
	if err := share("RowShare", c.RowShare); err != nil {
		return err
	}
	return positives("EntryClip", c.EntryClip, "Clip", c.Clip)
}

// Check reports a setting that no run can have.
func (c Degreed) Check() error {
	if err := checkAll(c.Net, c.Prediction, division(c.Split)); err != nil {
		return err
	}
	if c.MaxDegree < 1 || c.MaxDegree > 1<<12 {
		return fmt.Errorf("dpar: MaxDegree is %d, want a promise of 1 … %d", c.MaxDegree, 1<<12)
	}
	return positives("Clip", c.Clip)
}

// Check reports a setting that no run can have.
func (c Unprotected) Check() error {
	if err := checkAll(c.Net, c.Walk, c.Prediction, division(c.Split)); err != nil {
		return err
	}
	if c.Keep < 1 || !(c.Decay >= 0 && c.Decay <= 1e6) || !(c.ColumnBound >= 0) || math.IsInf(c.ColumnBound, 1) {
		return fmt.Errorf("dpar: rows of %d entries, weight decay %v, columns of at most %v: want at least 1, and numbers that are not negative", c.Keep, c.Decay, c.ColumnBound)
	}
	return nil
}

// Check reports a setting that no run can have.
func (c Counted) Check() error {
	if c.Classes < 0 || c.Classes > widest {
		return fmt.Errorf("dpar: %d classes, want at most %d", c.Classes, widest)
	}
	return division(c.Split).Check()
}

func (c Net) net() Net                      { return c }
func (c Prediction) prediction() Prediction { return c }
func (c Paper) split() split.Config         { return c.Split }
func (c Shared) split() split.Config        { return c.Split }
func (c Degreed) split() split.Config       { return c.Split }

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
