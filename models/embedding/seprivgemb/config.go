package seprivgemb

import "fmt"

// Method says what is released, and how it is protected.
type Method int

const (
	// SkipGram is the paper's Algorithm 2. Its guarantee is a claim. Node level.
	SkipGram Method = iota + 1
	// PoissonSkipGram is skip-gram over Poisson samples of the edges, an edge with
	// its negatives clipped as one vector, and noise on every row. Edge level.
	PoissonSkipGram
	// MatchedSkipGram is the same over the edges of a public random matching, a new
	// one for each step, so that a node is in one pair. Node level.
	MatchedSkipGram
	// PromisedSkipGram is PoissonSkipGram for nodes with MaxDegree edges at most.
	// That is a promise which nothing checks privately, so its guarantee is a claim.
	PromisedSkipGram
	// Projection is A·R with noise, for a public random R of unit rows. Edge level.
	Projection
	// DegreeRows is √d̃·u for noisy degrees d̃ and random directions u: the control
	// that every method has to beat. Edge level.
	DegreeRows
	// ExpectedRows are rows such as those of the adjacency matrix of a random graph
	// with the noisy degrees, which are deconvolved first. Edge level.
	ExpectedRows
	// Untrained are random rows that never saw the graph: the null control of any
	// relation, which costs nothing.
	Untrained
)

// Noise says which rows of a step of [SkipGram] get noise.
type Noise int

const (
	// NonZero rows of the batch's gradient, and no others: [SE-PrivGEmb] Eq. 9.
	NonZero Noise = iota + 1
	// All rows: [SE-PrivGEmb] Eq. 6, which the paper calls naive.
	All
	// Silent is no noise at all.
	Silent
)

// Sensitivity is S of [SE-PrivGEmb] Eq. 9, which the paper does not say.
type Sensitivity int

const (
	// BatchClip is S = B·C, as for Eq. 6; of the size in Fig. 2d and in the code.
	BatchClip Sensitivity = iota + 1
	// OneClip is S = C.
	OneClip
)

// Config is one way to run the method. Start from [Published], [AuthorCode],
// [NonPrivate], [SEdge], [SEdge1], [DegreeControl], [Strict], [SNode1], [SNode2] or
// [Null]; the zero Config is an error.
type Config struct {
	Method Method
	Dim    int // r, the length of a row

	// Of all skip-grams.
	Steps     int     // n_epoch: an "epoch" is one batch
	Negatives int     // k, of an edge; where both ends are centres, of each
	Rate      float64 // η, of a step along the average over Batch
	Batch     int     // B; where samples are random, a public number to divide by
	Clip      float64 // C
	Init      float64 // first entries are uniform in ±Init

	// Of SkipGram.
	Proximity    Proximity
	Centres      Centres
	Noise        Noise
	Sigma        float64 // σ, fixed: ε says when to stop and no more
	Sensitivity  Sensitivity
	Accountant   Accountant
	EarlyStop    bool // before the budget is broken, not after the update that breaks it
	Author       bool // Adam, the mean over pairs, and one clip for each whole matrix
	ZeroGradient bool // the gradient is set to 0 after it said which rows get noise

	// Of PoissonSkipGram and PromisedSkipGram.
	SampleRate float64 // q, public
	MaxDegree  int     // D, promised

	// Of ExpectedRows: the least cosine of two rows, 0 … 1.
	Cosine float64
}

// Published is the paper's setting, §VI-A, with what Algorithm 2 leaves open as in
// the authors' code: first rows, the centre of an edge, the size of the noise. For
// link prediction the paper takes 2000 steps.
func Published() Config {
	return Config{
		Method: SkipGram, Dim: 128, Steps: 200, Negatives: 5, Rate: 0.1, Batch: 128, Clip: 2, Init: 1,
		Proximity: DeepWalk, Centres: FirstID, Noise: NonZero, Sigma: 5, Sensitivity: BatchClip, Accountant: Theorem4,
	}
}

// AuthorCode is what the authors' published code does, with the paper's settings.
func AuthorCode() Config {
	c := Published()
	c.Author, c.Accountant, c.Sensitivity = true, PoissonCode, OneClip // S = C, on the clipped mean
	return c
}

// ZeroGradient is Published with its gradient thrown away after it said which rows get
// noise: what the noise alone scores.
func ZeroGradient() Config {
	c := Published()
	c.ZeroGradient = true
	return c
}

// NonPrivate is SE-GEmb: Algorithm 2 without noise. Use it with [Train].
func NonPrivate() Config {
	c := Published()
	c.Noise = Silent
	return c
}

// SEdge is [PoissonSkipGram]: sound at edge level, and of little use there.
func SEdge() Config {
	return Config{
		Method: PoissonSkipGram, Dim: 128, Steps: 200, Negatives: 5, Rate: 0.1, Batch: 1, Clip: 1, Init: 0.1,
		SampleRate: 0.004, // about 128 of Chameleon's edges
	}
}

// SEdge1 is the one-shot [Projection]; few dimensions, because every one costs noise.
func SEdge1() Config { return Config{Method: Projection, Dim: 16} }

// DegreeControl is [DegreeRows].
func DegreeControl() Config { return Config{Method: DegreeRows, Dim: 128} }

// Strict is [ExpectedRows]: of what is proved here, the most useful.
func Strict() Config { return Config{Method: ExpectedRows, Dim: 128, Cosine: 0.4} }

// SNode1 is [MatchedSkipGram]: sound at node level, and near the null in use.
func SNode1() Config {
	c := SEdge()
	c.Method, c.SampleRate = MatchedSkipGram, 0
	return c
}

// SNode2 is [PromisedSkipGram] for graphs without a node of more than maxDegree edges.
func SNode2(maxDegree int) Config {
	c := SEdge()
	c.Method, c.MaxDegree = PromisedSkipGram, maxDegree
	return c
}

// Null is [Untrained]: what a method scores that learned nothing.
func Null() Config { return Config{Method: Untrained, Dim: 128} }

// Check reports the first setting that no run can mean.
func (c Config) Check() error {
	if c.Method < SkipGram || c.Method > Untrained {
		return fmt.Errorf("seprivgemb: %v is unknown: start from Published, Strict, …", c.Method)
	}
	if c.Dim < 1 || c.Dim > maxDim {
		return fmt.Errorf("seprivgemb: rows of %d entries, want 1 … %d", c.Dim, maxDim)
	}
	switch c.Method {
	case ExpectedRows:
		if c.Dim < 2 || !(c.Cosine >= 0 && c.Cosine <= 1) {
			return fmt.Errorf("seprivgemb: Cosine is %v and Dim %d, want 0 … 1 and at least 2", c.Cosine, c.Dim)
		}
		return nil
	case Projection, DegreeRows, Untrained:
		return nil
	}
	return c.checkSkipGram()
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

// checkNodes reports what no graph of n nodes, which is public, can have.
func (c Config) checkNodes(n int) error {
	switch {
	case n < 2 && c.Method != Untrained:
		return fmt.Errorf("seprivgemb: a graph of %d nodes has no edges to protect, want at least 2", n)
	case n > maxEntries/c.Dim:
		return fmt.Errorf("seprivgemb: %d rows of %d entries, want at most %d entries", n, c.Dim, maxEntries)
	case c.Method == Projection && n >= maxProjected:
		return fmt.Errorf("seprivgemb: a projection of %d nodes, want fewer than %d", n, maxProjected)
	case c.Method == SkipGram && c.Noise != Silent && c.Batch > n*(n-1)/2:
		return fmt.Errorf("seprivgemb: batches of %d edges, more than %d nodes can have", c.Batch, n)
	}
	return nil
}

func (c Config) checkSkipGram() error {
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
	switch c.Method {
	case PoissonSkipGram, PromisedSkipGram:
		if !(c.SampleRate > 0 && c.SampleRate <= 1) {
			return fmt.Errorf("seprivgemb: SampleRate is %v, want a share above 0", c.SampleRate)
		}
		if c.Method == PromisedSkipGram && c.MaxDegree < 1 {
			return fmt.Errorf("seprivgemb: MaxDegree is %d, want a promise of at least 1", c.MaxDegree)
		}
	case SkipGram:
		switch {
		case c.Proximity.Check() != nil:
			return c.Proximity.Check()
		case c.Centres != FirstID && c.Centres != RandomEnd:
			return fmt.Errorf("seprivgemb: %v are unknown", c.Centres)
		case c.Noise < NonZero || c.Noise > Silent:
			return fmt.Errorf("seprivgemb: %v is unknown", c.Noise)
		case c.Noise == Silent:
			return nil
		case !(c.Sigma >= 0x1p-20 && c.Sigma <= min(0x1p40, maxSize/c.Clip)):
			return fmt.Errorf("seprivgemb: Sigma is %v, want a number in 2⁻²⁰ … %.3g", c.Sigma, min(0x1p40, maxSize/c.Clip))
		case c.Sensitivity != BatchClip && c.Sensitivity != OneClip:
			return fmt.Errorf("seprivgemb: %v is unknown", c.Sensitivity)
		case c.Accountant != Theorem4 && c.Accountant != PoissonCode:
			return fmt.Errorf("seprivgemb: %v is unknown", c.Accountant)
		}
	}
	return nil
}
