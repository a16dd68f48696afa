package seprivgemb

import (
	"fmt"

	"github.com/graphdp/graphdp/models/embedding"
	"github.com/graphdp/graphdp/models/estimate/posterior"
	"github.com/graphdp/graphdp/models/method/ranges"
)

// Training holds the settings of every skip-gram.
type Training struct {
	Dim       int     `range:"[1,65536]"`    // r, the length of a row
	Steps     int     `range:"[1,2^30]"`     // n_epoch: an "epoch" is one batch
	Negatives int     `range:"[0,1024]"`     // k, of an edge; where both ends are centres, of each
	Rate      float64 `range:"[1e-15,1e15]"` // η, of a step along the average over Batch
	Batch     int     `range:"[1,2^30]"`     // B; where samples are random, a public number to divide by
	Clip      float64 `range:"[1e-15,1e15]"` // C
	Init      float64 `range:"[1e-15,1e6]"`  // first entries are uniform in ±Init
}

// Examples is what Algorithm 2 learns from.
type Examples struct {
	Proximity Proximity
	Centres   Centres
}

// Noise says which rows of a step of [SkipGram] get noise.
type Noise int

const (
	// NonZero rows of the batch's gradient, and no others: [SE-PrivGEmb] Eq. 9.
	NonZero Noise = iota + 1
	// All rows: [SE-PrivGEmb] Eq. 6, which the paper calls naive.
	All

	silent // no noise at all, of [Trained]
)

// Sensitivity is S of [SE-PrivGEmb] Eq. 9, which the paper does not say.
type Sensitivity int

const (
	// BatchClip is S = B·C, as for Eq. 6; of the size in Fig. 2d and in the code.
	BatchClip Sensitivity = iota + 1
	// OneClip is S = C.
	OneClip
)

// SkipGram is the paper's Algorithm 2. Its guarantee is a claim. Node level.
type SkipGram struct {
	Training
	Examples
	Noise        Noise
	Sigma        float64 `range:"[2^-20,2^40]"` // σ, fixed: ε says when to stop and no more
	Sensitivity  Sensitivity
	Accountant   Accountant
	EarlyStop    bool // before the budget is broken, not after the update that breaks it
	Author       bool // Adam, the mean over pairs, and one clip for each whole matrix
	ZeroGradient bool // the gradient is set to 0 after it said which rows get noise
}

// Trained is Algorithm 2 without noise, SE-GEmb.
type Trained struct {
	Training
	Examples
}

// Exact is [ExpectedRows] of a graph whose pairs all answer in the clear.
type Exact struct{ Expected }

// Spectral is the adjacency matrix to rank Dim: products of rows are numbers of common neighbours,
// and distances of rows those of the matrix's, as far as Dim of its eigenvectors say.
type Spectral struct {
	Dim int `range:"[1,512]"`
}

// PoissonSampled is skip-gram over Poisson samples of the edges, an edge with its negatives
// clipped as one vector, and noise on every row. Edge level.
type PoissonSampled struct {
	Training
	SampleRate float64 `range:"(0,1]"` // q, public
}

// Biased is skip-gram of one matrix with a bias for each node, over all edges at each step, each
// clipped as one vector, and noise on every row. Negatives are of nodes, at public places, and not
// of edges. Edge level.
type Biased struct {
	Dim       int     `range:"[1,65536]"`    // a bias, and the entries that products are made of
	Steps     int     `range:"[1,2^30]"`     // passes over all edges
	Negatives int     `range:"[1,1024]"`     // public places at each step, before and after each node
	Push      float64 `range:"[0,1e6]"`      // the weight of all negatives of a node together
	Clip      float64 `range:"[1e-15,1e15]"` // C
	Spread    float64 `range:"[1e-15,1e15]"` // the standard deviation of what the noise of all steps moves an entry by: it says how long steps are
	Rate      float64 `range:"[1e-15,1e15]"` // how long they are at most
	Init      float64 `range:"[0,1e6]"`      // the standard deviation of first entries, but of biases, which begin at 0
}

// Projected is A·R with noise, for a public random R of unit rows. Edge level.
type Projected struct {
	Dim int `range:"[1,65536]"`
}

// DegreeRows is √d̃·u for noisy degrees d̃ and random directions u: the control that every
// method has to beat. Edge level.
type DegreeRows struct {
	Dim int `range:"[1,65536]"`
}

// Expected holds the settings of rows that are made from degrees, and from what pairs tell beyond
// them.
type Expected struct {
	Dim       int     `range:"[2,65536]"`
	Structure float64 `range:"[0,1]"` // the share of a typical row's square that degrees and vectors have where there are vectors; the rest is random
	posterior.Rule
}

// Sums holds the settings of noisy sums of neighbours' rows, round after round, of the rows that
// are made of them, and of the rule which says where they are asked: where there are too few edges
// for pairs.
type Sums struct {
	Mean      float64 `range:"[0,1e15]"`     // the least mean degree for that, over the noise of degrees if all of the budget were for Gaussian noise of them
	Rounds    int     `range:"[1,1024]"`     // noisy power iterations
	Dim       int     `range:"[1,512]"`      // numbers of a node's row, beside the one that counts neighbours
	Degrees   float64 `range:"[2^-20,0.99]"` // the share of a row's square that counts neighbours
	Memory    float64 `range:"[0,1]"`        // the weight of what earlier rounds found, from one round to the next
	Structure float64 `range:"[0,1]"`        // as of [Expected]
}

// ExpectedRows are rows such as those of the adjacency matrix of a random graph with the
// noisy degrees, which are deconvolved first; where the rule of the evidence is met, also with
// what noisy answers of pairs tell beyond degrees; where that of the sums is met, degrees and what
// they leave are estimated from noisy sums of neighbours' rows. Edge level.
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
		return fmt.Errorf("seprivgemb: a projection of %d nodes, want fewer than %d", n, maxProjected)
	}
	return checkRows(n, c.Dim)
}

func (c DegreeRows) checkNodes(n int) error { return checkRows(n, c.Dim) }

func (c Expected) checkNodes(n int) error { return checkRows(n, c.Dim) }

// Holds returns how many bytes rows and three copies of their text take, while they are kept.
func (c Expected) Holds(nodes, _ int) int64 { return int64(nodes) * int64(c.Dim) * (4 + 3*16/3) }

// Check reports settings that are out of range, or too large or small together.
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

// Check reports a Sigma that is too large for Clip.
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
