package seprivgemb

import (
	"fmt"

	"github.com/graphdp/graphdp/models/embedding"
	"github.com/graphdp/graphdp/models/estimate/posterior"
	"github.com/graphdp/graphdp/models/method/ranges"
)

// Training holds the settings of every skip-gram.
type Training struct {
	Dim       int     `range:"[1,65536]"`    // r, the dimension
	Steps     int     `range:"[1,2^30]"`     // n_epoch: an "epoch" is one batch
	Negatives int     `range:"[0,1024]"`     // k per edge; per end, if both ends are centres
	Rate      float64 `range:"[1e-15,1e15]"` // η, of the mean gradient over Batch
	Batch     int     `range:"[1,2^30]"`     // B; for random samples, a public divisor
	Clip      float64 `range:"[1e-15,1e15]"` // C
	Init      float64 `range:"[1e-15,1e6]"`  // initial entries are uniform on ±Init
}

// Examples determines the training examples of Algorithm 2.
type Examples struct {
	Proximity Proximity
	Centres   Centres
}

// Noise selects the rows that get noise in a step of [SkipGram].
type Noise int

const (
	// NonZero rows of the batch's gradient only: [SE-PrivGEmb] Eq. 9.
	NonZero Noise = iota + 1
	// All rows: [SE-PrivGEmb] Eq. 6, which the paper calls naive.
	All

	silent // no noise, for [Trained]
)

// Sensitivity is S of [SE-PrivGEmb] Eq. 9, which the paper does not specify.
type Sensitivity int

const (
	// BatchClip is S = B·C, as for Eq. 6; it matches the size in Fig. 2d and the code.
	BatchClip Sensitivity = iota + 1
	// OneClip is S = C.
	OneClip
)

// SkipGram is the paper's Algorithm 2. Its guarantee is a claim. Node level.
type SkipGram struct {
	Training
	Examples
	Noise        Noise
	Sigma        float64 `range:"[2^-20,2^40]"` // σ, fixed: ε only determines when to stop
	Sensitivity  Sensitivity
	Accountant   Accountant
	EarlyStop    bool // stop before the update that exceeds the budget, not after it
	Author       bool // Adam, the mean over pairs, and one clip per matrix
	ZeroGradient bool // set the gradient to 0 after it has selected the rows that get noise
}

// Trained is Algorithm 2 without noise, SE-GEmb.
type Trained struct {
	Training
	Examples
}

// Exact is [ExpectedRows] with exact answers for all pairs.
type Exact struct{ Expected }

// Spectral is the adjacency matrix truncated to rank Dim: dot products of rows approximate the
// numbers of common neighbours, and distances those of the matrix's rows.
type Spectral struct {
	Dim int `range:"[1,512]"`
}

// PoissonSampled is skip-gram on Poisson samples of the edges, with noise on every row. The
// gradient of an edge and its negatives is clipped as one vector. Edge level.
type PoissonSampled struct {
	Training
	SampleRate float64 `range:"(0,1]"` // q, public
}

// Biased is skip-gram with one matrix and a bias per node, on all edges in every step, each clipped
// as one vector, with noise on every row. Negative samples are public and belong to nodes, not to
// edges. Edge level.
type Biased struct {
	Dim       int     `range:"[1,65536]"`    // a bias, and the entries of the dot products
	Steps     int     `range:"[1,2^30]"`     // passes over all edges
	Negatives int     `range:"[1,1024]"`     // public offsets per step, after and before each node
	Push      float64 `range:"[0,1e6]"`      // total weight of a node's negatives
	Clip      float64 `range:"[1e-15,1e15]"` // C
	Spread    float64 `range:"[1e-15,1e15]"` // standard deviation of an entry's change by the noise of all steps; it sets the step size
	Rate      float64 `range:"[1e-15,1e15]"` // upper bound on the step size
	Init      float64 `range:"[0,1e6]"`      // standard deviation of initial entries, except biases, which start at 0
}

// Projected is A·R with noise, for a public random R with rows of norm 1. Edge level.
type Projected struct {
	Dim int `range:"[1,65536]"`
}

// DegreeRows is √d̃·u for noisy degrees d̃ and random directions u: the control that every method
// has to beat. Edge level.
type DegreeRows struct {
	Dim int `range:"[1,65536]"`
}

// Expected holds the settings of rows from degrees and from the structure found in pairs.
type Expected struct {
	Dim       int     `range:"[2,65536]"`
	Structure float64 `range:"[0,1]"` // share of a typical row's squared norm for degrees and vectors, if there are vectors; the rest is random
	posterior.Rule
}

// Sums holds the settings of iterated noisy sums of neighbours' rows, of the rows made of them, and
// of the rule for using them: on graphs with too few edges for pairs.
type Sums struct {
	Mean      float64 `range:"[0,1e15]"`     // smallest mean degree for sums, relative to the noise of degrees if the whole budget paid for Gaussian noise on them
	Wide      float64 `range:"[0,1e15]"`     // the same if degrees vary more than a Poisson distribution: Gaussian noise then costs more of their accuracy
	Rounds    int     `range:"[1,1024]"`     // noisy power iterations
	Dim       int     `range:"[1,512]"`      // dimension of a node's row, without the entry that counts neighbours
	Degrees   float64 `range:"[2^-20,0.99]"` // share of a row's squared norm that counts neighbours
	Memory    float64 `range:"[0,1]"`        // weight of earlier rounds, from one round to the next
	Structure float64 `range:"[0,1]"`        // as in [Expected]
}

// ExpectedRows are rows with the geometry of the adjacency matrix of a random graph with the noisy
// degrees, after deconvolution. If the rule of the evidence holds, noisy answers for pairs add
// structure beyond degrees; if that of the sums holds, degrees and structure are estimated from
// noisy sums of neighbours' rows. Edge level.
type ExpectedRows struct {
	Expected
	Sums Sums
}

const maxSize = 1e15 // of the noise of a step

func checkRows(n, dim int) error {
	if n < 2 {
		return fmt.Errorf("seprivgemb: a graph of %d nodes has no edges to protect, want at least 2", n)
	}
	if err := embedding.Fit(n, dim); err != nil {
		return fmt.Errorf("seprivgemb: %w", err)
	}
	return nil
}

func (c Projected) checkNodes(n int) error {
	if n >= maxProjected {
		return fmt.Errorf("seprivgemb: %d nodes, a projection needs fewer than %d", n, maxProjected)
	}
	return checkRows(n, c.Dim)
}

func (c DegreeRows) checkNodes(n int) error { return checkRows(n, c.Dim) }

func (c Expected) checkNodes(n int) error { return checkRows(n, c.Dim) }

// Holds returns the bytes of the rows and three copies of their text, while they are kept.
func (c Expected) Holds(nodes, _ int) int64 { return int64(nodes) * int64(c.Dim) * (4 + 3*16/3) }

// Check returns an error if settings are out of range, alone or in combination.
func (c Training) Check() error {
	if err := ranges.Check("seprivgemb", c); err != nil {
		return err
	}
	if err := c.skipGram().Check(c.Dim); err != nil {
		return fmt.Errorf("seprivgemb: %w", err)
	}
	return nil
}

func (c Biased) checkNodes(n int) error { return checkRows(n, c.Dim) }

func (c Training) checkNodes(n int) error { return checkRows(n, c.Dim) }

// Check returns an error if Sigma is too large for Clip.
func (c SkipGram) Check() error {
	if most := maxSize / c.Clip; c.Sigma > most {
		return fmt.Errorf("seprivgemb: Sigma is %v, want at most %.3g with a Clip of %v", c.Sigma, most, c.Clip)
	}
	return nil
}

func (c SkipGram) checkNodes(n int) error {
	if c.Batch > n*(n-1)/2 {
		return fmt.Errorf("seprivgemb: batches of %d edges, more than %d nodes can have", c.Batch, n)
	}
	return checkRows(n, c.Dim)
}

func (c Spectral) checkNodes(n int) error { return checkRows(n, c.Dim) }
