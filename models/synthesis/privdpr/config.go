package privdpr

import "fmt"

// Release says what is released.
type Release int

const (
	// DeepPageRank is the paper's release: an embedding V, trained with noisy
	// gradients, and a graph drawn from V·Vᵀ.
	DeepPageRank Release = iota + 1
	// DegreeGraph is a paid degree distribution and a graph that has these degrees
	// and is random otherwise.
	DegreeGraph
)

// Guard says how the gradient of V is protected.
type Guard int

const (
	// SplitBudget is §4.3 of the paper: no clipping, a depth by Eq. 13, noise for
	// a budget split evenly over the steps. Its sensitivity is a claim.
	SplitBudget Guard = iota + 1
	// ClipSum clips the summed gradient of a step to norm Clip; replacing a node
	// moves it by at most 2·Clip, whatever the network computes.
	ClipSum
	// ClipBlocks cuts the ids into Blocks random blocks at every step, walks and
	// counts degrees within blocks, and clips each block's gradient: a node moves
	// one block only. The network's weights stay as they were drawn.
	ClipBlocks
	// Unprotected adds no noise.
	Unprotected
)

// EdgeRule says how many edges the graph gets that is drawn from V·Vᵀ.
type EdgeRule int

const (
	// SigmoidEdges are the pairs with sigmoid(s_ij) > 0.5 of Appendix A: all pairs
	// that were ever drawn.
	SigmoidEdges EdgeRule = iota + 1
	// AuthorEdges is the authors' code: one in 250 of these.
	AuthorEdges
	// PublicEdges is the number Edges, which whoever sets it declares public.
	PublicEdges
	// PaidEdges is the capped edge count F_θ with Laplace noise.
	PaidEdges
)

const (
	// ByTheorem as the number of layers takes the least one that Eq. 13 allows.
	ByTheorem = -1
	// ByBudget as Theta takes a cap that grows with ε.
	ByBudget = -1
)

// Author holds what the authors' published code does otherwise than the paper.
// The zero value is the paper.
type Author struct {
	Frozen         bool // the optimiser's step is commented out: V stays as it was drawn
	SumCounts      bool // S + Sᵀ in place of the maximum
	MeanGradient   bool // divides gradient and noise by the true number of pairs, a secret
	SkipEmpty      bool // a batch without pairs gets no noise
	OneStepNorm    bool // |W|₂ by one step of power iteration
	OneMatrixFewer bool // L weight matrices, not L+1
}

// leaks tells which deviation, if any, makes the noisy gradient depend on data
// in a way that no noise covers.
func (a Author) leaks() string {
	switch {
	case a.Frozen: // nothing that is computed from data is used
		return ""
	case a.MeanGradient:
		return "the noise is divided by the true number of pairs"
	case a.SkipEmpty:
		return "batches without pairs get no noise"
	case a.OneStepNorm:
		return "one step of power iteration underestimates |W|₂, so that no bound on the gradient holds"
	}
	return ""
}

// mostLayers are more than any setting of the paper asks for.
const mostLayers = 1 << 10

// Config is one way to run the method. Start from [Published], [Strict],
// [VariantA], [VariantB], [NonPrivate] or [AuthorCode]; the zero Config is an error.
type Config struct {
	Release Release

	// What is paid for counts at most Theta edges a node; a public number, or ByBudget.
	Theta int

	// Deep PageRank.
	EdgeRule   EdgeRule
	Edges      int     // the number of edges under PublicEdges
	EdgeShare  float64 // the share of ε that PaidEdges spends
	Guard      Guard
	Epochs     int     // n_epochs
	Batch      int     // b, start nodes of a step
	Walks      int     // R_wn, walks from each start node
	WalkLength int     // R_wl, the most moves of a walk
	Dim        int     // r, the length of a row of V
	Hidden     int     // d, the width of a hidden layer
	Layers     int     // L, or ByTheorem
	Scale      float64 // s: weights are normalised to norm 1/s
	Preset     float64 // S, the preset sensitivity
	Gamma      float64 // γ, the damping of PageRank
	Rate       float64 // η, of Adam
	Clip       float64 // C, under ClipSum and ClipBlocks
	Blocks     int     // K, under ClipBlocks
	Author     Author
}

// Published is the paper's setting: §6, "Parameter Settings".
func Published() Config {
	return Config{
		Release: DeepPageRank, EdgeRule: SigmoidEdges, Guard: SplitBudget,
		Epochs: 5, Batch: 16, Walks: 2, WalkLength: 16, // a fifth of DeepWalk's
		Dim: 128, Hidden: 64, // §6.1 fixes d
		Layers: ByTheorem, Scale: 8, // §6.1 fixes s
		Preset: 5, Gamma: 0.85, Rate: 1e-3,
	}
}

// AuthorCode is the script that the authors published, as far as it runs.
func AuthorCode() Config {
	c := Published()
	c.Epochs, c.EdgeRule = 1, AuthorEdges
	c.Author = Author{Frozen: true, SumCounts: true, MeanGradient: true, SkipEmpty: true, OneStepNorm: true, OneMatrixFewer: true}
	return c
}

// NonPrivate is "DPR (No DP)" with one hidden layer and weights of norm 1. The
// paper does not say its depth. At the depth that Eq. 13 gives, V does not move
// even without noise (docs/papers/privdpr.md, G2), so that would be a second null.
func NonPrivate() Config {
	c := Published()
	c.Guard, c.Layers, c.Scale = Unprotected, 1, 1
	return c
}

// Strict spends the budget where node-level privacy lets it buy something: on
// the degree distribution.
func Strict() Config {
	return Config{Release: DegreeGraph, Theta: ByBudget}
}

// VariantA is deep PageRank with the whole gradient clipped and exact
// accounting. Depth and normalisation play no role for privacy.
func VariantA() Config {
	c := Published()
	c.Guard, c.Layers, c.Scale, c.Clip = ClipSum, 1, 1, 1
	c.EdgeRule, c.Theta, c.EdgeShare = PaidEdges, ByBudget, 0.1
	c.Dim = 16 // alignment with the signal falls as 1/√(N r)
	return c
}

// VariantB is VariantA with the gradients of public random blocks clipped one by
// one, over a fixed random network.
func VariantB() Config {
	c := VariantA()
	c.Guard, c.Blocks = ClipBlocks, 16
	return c
}

// Check reports the first setting that no run can mean.
func (c Config) Check() error {
	switch c.Release {
	case DegreeGraph:
		return c.checkTheta()
	case DeepPageRank:
		return c.checkDeep()
	}
	return fmt.Errorf("privdpr: release %d is unknown: start from Published, Strict, …", c.Release)
}

func (c Config) checkTheta() error {
	if c.Theta < 1 && c.Theta != ByBudget {
		return fmt.Errorf("privdpr: Theta is %d, want at least 1, or ByBudget", c.Theta)
	}
	return nil
}

func (c Config) checkDeep() error {
	for _, x := range []struct {
		name               string
		value, least, most int
	}{
		{"Epochs", c.Epochs, 1, 1 << 20}, {"Batch", c.Batch, 1, 1 << 30}, {"Walks", c.Walks, 1, 1 << 20}, {"WalkLength", c.WalkLength, 1, 1 << 20},
		{"Dim", c.Dim, 1, 1 << 16}, {"Hidden", c.Hidden, 1, 1 << 12}, {"Layers", c.Layers, ByTheorem, mostLayers},
	} {
		if x.value < x.least || x.value > x.most {
			return fmt.Errorf("privdpr: %s is %d, want %d … %d", x.name, x.value, x.least, x.most)
		}
	}
	for _, x := range []struct {
		name  string
		value float64
	}{{"Scale", c.Scale}, {"Rate", c.Rate}, {"Gamma", c.Gamma}, {"Preset", c.Preset}} {
		if !(x.value >= 1e-15 && x.value <= 1e15) {
			return fmt.Errorf("privdpr: %s is %v, want 10⁻¹⁵ … 10¹⁵", x.name, x.value)
		}
	}
	switch {
	case c.Pairs() > 1<<30:
		return fmt.Errorf("privdpr: %d pairs in a batch, want Batch times Walks times WalkLength of 2³⁰ at most", c.Pairs())
	case c.Gamma >= 1:
		return fmt.Errorf("privdpr: Gamma is %v, want less than 1", c.Gamma)
	case c.Layers == ByTheorem && c.Scale <= 1:
		return fmt.Errorf("privdpr: Scale is %v, but Eq. 13 gives a depth only above 1", c.Scale)
	case c.Guard < SplitBudget || c.Guard > Unprotected:
		return fmt.Errorf("privdpr: guard %d is unknown", c.Guard)
	case (c.Guard == ClipSum || c.Guard == ClipBlocks) && !(c.Clip >= 1e-15 && c.Clip <= 1e15):
		return fmt.Errorf("privdpr: Clip is %v, want 10⁻¹⁵ … 10¹⁵", c.Clip)
	case c.Guard == ClipBlocks && (c.Blocks < 1 || c.Blocks > 1<<20):
		return fmt.Errorf("privdpr: %d blocks, want 1 … 2²⁰", c.Blocks)
	case (c.Guard == ClipSum || c.Guard == ClipBlocks) && c.Author.leaks() != "":
		return fmt.Errorf("privdpr: clipping protects nothing when %s", c.Author.leaks())
	case c.EdgeRule < SigmoidEdges || c.EdgeRule > PaidEdges:
		return fmt.Errorf("privdpr: edge rule %d is unknown", c.EdgeRule)
	case c.EdgeRule == PublicEdges && c.Edges < 1:
		return fmt.Errorf("privdpr: %d public edges, want at least 1", c.Edges)
	case c.EdgeRule == PaidEdges && !(c.EdgeShare > 0 && c.EdgeShare < 1):
		return fmt.Errorf("privdpr: EdgeShare is %v, want a share strictly between 0 and 1", c.EdgeShare)
	case c.EdgeRule == PaidEdges:
		return c.checkTheta()
	}
	return nil
}
