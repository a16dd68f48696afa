package dpar

import (
	"fmt"

	"github.com/graphdp/graphdp/gdp"
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

// Check refuses rows that have no budget.
func (c Paper) Check() error {
	if c.Rows != Uniform && c.RowShare == 0 {
		return fmt.Errorf("dpar: RowShare is 0, but PageRank rows by %v need a share of the budget: set RowShare above 0", c.Rows)
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
