package seprivgemb

import "fmt"

// Training holds the settings of every skip-gram.
type Training struct {
	Dim       int     // r, the length of a row
	Steps     int     // n_epoch: an "epoch" is one batch
	Negatives int     // k, of an edge; where both ends are centres, of each
	Rate      float64 // η, of a step along the average over Batch
	Batch     int     // B; where samples are random, a public number to divide by
	Clip      float64 // C
	Init      float64 // first entries are uniform in ±Init
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

	silent // no noise at all, in [Train]
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
	Sigma        float64 // σ, fixed: ε says when to stop and no more
	Sensitivity  Sensitivity
	Accountant   Accountant
	EarlyStop    bool // before the budget is broken, not after the update that breaks it
	Author       bool // Adam, the mean over pairs, and one clip for each whole matrix
	ZeroGradient bool // the gradient is set to 0 after it said which rows get noise
}

// Unprotected is Algorithm 2 without noise, SE-GEmb.
type Unprotected struct {
	Training
	Examples
}

// PoissonSampled is skip-gram over Poisson samples of the edges, an edge with its negatives
// clipped as one vector, and noise on every row. Edge level.
type PoissonSampled struct {
	Training
	SampleRate float64 // q, public
}

// Matched is the same over the edges of a public random matching, a new one for each step,
// so that a node is in one pair. Node level.
type Matched struct{ Training }

// Promised is [PoissonSampled] for nodes with MaxDegree edges at most. That is a promise
// which nothing checks privately, so its guarantee is a claim.
type Promised struct {
	PoissonSampled
	MaxDegree int // D
}

// Projected is A·R with noise, for a public random R of unit rows. Edge level.
type Projected struct{ Dim int }

// DegreeRows is √d̃·u for noisy degrees d̃ and random directions u: the control that every
// method has to beat. Edge level.
type DegreeRows struct{ Dim int }

// ExpectedRows are rows such as those of the adjacency matrix of a random graph with the
// noisy degrees, which are deconvolved first; where the rule of [Pairs] is met, also with what
// the noisy answers of all pairs tell beyond degrees. Edge level.
type ExpectedRows struct {
	Dim    int
	Cosine float64 // the least cosine of two rows made from degrees alone, 0 … 1
	Pairs
}

// Config is the configuration of a mode: a [SkipGram], a [PoissonSampled], a [Matched], a
// [Promised], a [Projected], a [DegreeRows] or an [ExpectedRows].
type Config interface {
	Check() error
	// checkNodes reports what no graph of n nodes, which is public, can have.
	checkNodes(n int) error
}

// Published returns the paper's setting, §VI-A, with what Algorithm 2 leaves open as in
// the authors' code: first rows, the centre of an edge, the size of the noise. For
// link prediction the paper takes 2000 steps.
func Published() SkipGram {
	return SkipGram{
		Training: Training{Dim: 128, Steps: 200, Negatives: 5, Rate: 0.1, Batch: 128, Clip: 2, Init: 1},
		Examples: Examples{Proximity: DeepWalk, Centres: FirstID},
		Noise:    NonZero, Sigma: 5, Sensitivity: BatchClip, Accountant: Theorem4,
	}
}

// AuthorCode returns what the authors' published code does, with the paper's settings.
func AuthorCode() SkipGram {
	c := Published()
	c.Author, c.Accountant, c.Sensitivity = true, PoissonCode, OneClip // S = C, on the clipped mean
	return c
}

// ZeroGradient returns Published with its gradient discarded after it said which rows get
// noise: what the noise alone scores.
func ZeroGradient() SkipGram {
	c := Published()
	c.ZeroGradient = true
	return c
}

// NonPrivate returns SE-GEmb, for [Train].
func NonPrivate() Unprotected {
	c := Published()
	return Unprotected{c.Training, c.Examples}
}

// Tuned returns SE-GEmb trained until it has learned, for [Train]: edges that count alike, longer
// steps from smaller rows, every node a centre. Chosen on Chameleon.
func Tuned() Unprotected {
	c := NonPrivate()
	c.Steps, c.Rate, c.Init = 10_000, 0.05*float64(c.Batch), 0.1
	c.Proximity, c.Centres = Uniform, RandomEnd
	return c
}

// PoissonSkipGram returns a setting that learns at edge level: few whole passes over the edges,
// and rows of few numbers, since each of them gets noise. Chosen on facebook, wiki-vote and
// Gnutella.
func PoissonSkipGram() PoissonSampled {
	return PoissonSampled{
		Training:   Training{Dim: 4, Steps: 100, Negatives: 2, Rate: 0.1, Batch: 1, Clip: 0.1, Init: 0.1},
		SampleRate: 1,
	}
}

// MatchedSkipGram returns a setting that is sound at node level, and of little use there.
func MatchedSkipGram() Matched {
	return Matched{Training{Dim: 128, Steps: 200, Negatives: 5, Rate: 0.1, Batch: 1, Clip: 1, Init: 0.1}}
}

// PromisedSkipGram returns a setting for graphs without a node of more than maxDegree edges.
func PromisedSkipGram(maxDegree int) Promised {
	return Promised{PoissonSampled{MatchedSkipGram().Training, 0.004}, maxDegree}
}

// Projection returns a release of few dimensions, because each of them costs noise.
func Projection() Projected { return Projected{Dim: 16} }

// DegreeControl returns [DegreeRows].
func DegreeControl() DegreeRows { return DegreeRows{Dim: 128} }

// Strict returns [ExpectedRows]: the most useful of what is proved here. The settings of [Pairs]
// were chosen by looking at facebook, chameleon, PPI and wiki-vote.
func Strict() ExpectedRows {
	return ExpectedRows{Dim: 128, Cosine: 0.4, Pairs: Pairs{
		Vectors: 48, Edges: 0.01, Degrees: 0.1, Triangles: 0.04, Density: 1.15, Transitivity: 0.2, Structure: 0.7,
	}}
}

// What all settings keep to, so that none is found to be too large once the budget
// is spent.
const (
	maxDim     = 1 << 16
	maxEntries = 1 << 30 // of the rows of all nodes
	maxCount   = 1 << 30 // of steps, negatives and edges of a batch
	// maxSize is the largest of the numbers that scale gradients and noise, and one
	// over it the smallest.
	maxSize = 1e15
)

func checkDim(dim int) error {
	if dim < 1 || dim > maxDim {
		return fmt.Errorf("seprivgemb: rows of %d entries, want 1 … %d", dim, maxDim)
	}
	return nil
}

func checkRows(n, dim int) error {
	switch {
	case n < 2:
		return fmt.Errorf("seprivgemb: a graph of %d nodes has no edges to protect, want at least 2", n)
	case n > maxEntries/dim:
		return fmt.Errorf("seprivgemb: %d rows of %d entries, want at most %d entries", n, dim, maxEntries)
	}
	return nil
}

// Check reports a setting that no run can have.
func (c Projected) Check() error { return checkDim(c.Dim) }

func (c Projected) checkNodes(n int) error {
	if n >= maxProjected {
		return fmt.Errorf("seprivgemb: a projection of %d nodes, want fewer than %d", n, maxProjected)
	}
	return checkRows(n, c.Dim)
}

// Check reports a setting that no run can have.
func (c DegreeRows) Check() error { return checkDim(c.Dim) }

func (c DegreeRows) checkNodes(n int) error { return checkRows(n, c.Dim) }

// Check reports a setting that no run can have.
func (c ExpectedRows) Check() error {
	if c.Dim < 2 || !(c.Cosine >= 0 && c.Cosine <= 1) {
		return fmt.Errorf("seprivgemb: Cosine is %v and Dim %d, want 0 … 1 and at least 2", c.Cosine, c.Dim)
	}
	if err := c.check(); err != nil {
		return err
	}
	return checkDim(c.Dim)
}

func (c ExpectedRows) checkNodes(n int) error { return checkRows(n, c.Dim) }

// Check reports a setting that no run can have.
func (c Training) Check() error {
	if err := checkDim(c.Dim); err != nil {
		return err
	}
	for _, x := range []struct {
		name  string
		value int
		least int
	}{{"Steps", c.Steps, 1}, {"Negatives", c.Negatives, 0}, {"Batch", c.Batch, 1}} {
		if x.value < x.least || x.value > maxCount {
			return fmt.Errorf("seprivgemb: %s is %d, want %d … %d", x.name, x.value, x.least, maxCount)
		}
	}
	for _, x := range []struct {
		name  string
		value float64
	}{{"Rate", c.Rate}, {"Clip", c.Clip}, {"Init", c.Init}} {
		if !(x.value >= 1/maxSize && x.value <= maxSize) {
			return fmt.Errorf("seprivgemb: %s is %v, want a number in %g … %g", x.name, x.value, 1/maxSize, maxSize)
		}
	}
	if c.Init > 1e6 {
		return fmt.Errorf("seprivgemb: Init is %v, want at most 10⁶", c.Init)
	}
	if err := c.skipGram().Check(c.Dim); err != nil {
		return fmt.Errorf("seprivgemb: %w", err)
	}
	return nil
}

func (c Training) checkNodes(n int) error { return checkRows(n, c.Dim) }

// Check reports a setting that no run can have.
func (c Examples) Check() error {
	if err := c.Proximity.Check(); err != nil {
		return err
	}
	if c.Centres < FirstID || c.Centres > FirstSeen {
		return fmt.Errorf("seprivgemb: invalid %v", c.Centres)
	}
	return nil
}

// Check reports a setting that no run can have.
func (c SkipGram) Check() error {
	if err := c.Training.Check(); err != nil {
		return err
	}
	if err := c.Examples.Check(); err != nil {
		return err
	}
	switch {
	case c.Noise != NonZero && c.Noise != All:
		return fmt.Errorf("seprivgemb: invalid %v", c.Noise)
	case !(c.Sigma >= 0x1p-20 && c.Sigma <= min(0x1p40, maxSize/c.Clip)):
		return fmt.Errorf("seprivgemb: Sigma is %v, want a number in 2⁻²⁰ … %.3g", c.Sigma, min(0x1p40, maxSize/c.Clip))
	case c.Sensitivity != BatchClip && c.Sensitivity != OneClip:
		return fmt.Errorf("seprivgemb: invalid %v", c.Sensitivity)
	case c.Accountant != Theorem4 && c.Accountant != PoissonCode:
		return fmt.Errorf("seprivgemb: invalid %v", c.Accountant)
	}
	return nil
}

func (c SkipGram) checkNodes(n int) error {
	if c.Batch > n*(n-1)/2 {
		return fmt.Errorf("seprivgemb: batches of %d edges, more than %d nodes can have", c.Batch, n)
	}
	return checkRows(n, c.Dim)
}

// Check reports a setting that no run can have.
func (c Unprotected) Check() error {
	if err := c.Training.Check(); err != nil {
		return err
	}
	return c.Examples.Check()
}

// algorithm returns Algorithm 2 with these settings and no noise.
func (c Unprotected) algorithm() SkipGram {
	return SkipGram{Training: c.Training, Examples: c.Examples, Noise: silent}
}

// Check reports a setting that no run can have.
func (c PoissonSampled) Check() error {
	if err := c.Training.Check(); err != nil {
		return err
	}
	if !(c.SampleRate > 0 && c.SampleRate <= 1) {
		return fmt.Errorf("seprivgemb: SampleRate is %v, want a share above 0", c.SampleRate)
	}
	return nil
}

// Check reports a setting that no run can have.
func (c Promised) Check() error {
	if c.MaxDegree < 1 {
		return fmt.Errorf("seprivgemb: MaxDegree is %d, want a promise of at least 1", c.MaxDegree)
	}
	return c.PoissonSampled.Check()
}
