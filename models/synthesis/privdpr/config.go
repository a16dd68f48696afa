package privdpr

import "fmt"

const (
	// ByTheorem as the number of layers takes the least one that Eq. 13 allows.
	ByTheorem = -1
	// ByBudget as Theta takes a cap that grows with ε: [degrees.Theta].
	ByBudget = -1
)

// Net holds the settings of every deep PageRank.
type Net struct {
	Epochs     int     // n_epochs
	Batch      int     // b, start nodes of a step
	Walks      int     // R_wn, walks from each start node
	WalkLength int     // R_wl, the most moves of a walk
	Dim        int     // r, the length of a row of V
	Hidden     int     // d, the width of a hidden layer
	Layers     int     // L, or, for [DeepPageRank], ByTheorem
	Scale      float64 // s: weights are normalised to norm 1/s
	Gamma      float64 // γ, the damping of PageRank
	Rate       float64 // η, of Adam
}

// EdgeRule says how many edges the graph gets that is drawn from V·Vᵀ.
type EdgeRule int

const (
	// SigmoidEdges are the pairs with sigmoid(s_ij) > 0.5 of Appendix A: all pairs
	// that were ever drawn.
	SigmoidEdges EdgeRule = iota + 1
	// AuthorEdges is the authors' code: one in 250 of these.
	AuthorEdges
	// PublicEdges is the number Edges, which is public by being set.
	PublicEdges
	// TrueEdges is the true number, which the paper's experiments take for public.
	TrueEdges
)

// String names the rule.
func (r EdgeRule) String() string {
	names := []string{"SigmoidEdges", "AuthorEdges", "PublicEdges", "TrueEdges"}
	if r < 1 || int(r) > len(names) {
		return fmt.Sprintf("edge rule %d", int(r))
	}
	return names[r-1]
}

// Number is the number of edges of a graph.
type Number struct {
	EdgeRule EdgeRule
	Edges    int // under PublicEdges
}

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

// leaks returns which deviation, if any, makes the noisy gradient depend on data
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

// DeepPageRank is the paper's method, §4.3: no clipping, a depth by Eq. 13, noise for a
// budget split evenly over the steps. Its sensitivity is a claim.
type DeepPageRank struct {
	Net
	Number
	Preset float64 // S, the preset sensitivity
	Author Author
}

// SumClipped is deep PageRank with the summed gradient of a step clipped to norm Clip:
// replacing a node moves it by at most 2·Clip, whatever the network computes. Depth and
// normalisation play no role for privacy. Its number of edges is paid for.
type SumClipped struct {
	Net
	Clip      float64 // C
	Theta     int     // of the paid number of edges, at most Theta a node are counted; or ByBudget
	EdgeShare float64 // of ε, spent on that number
}

// BlockClipped cuts the ids into Blocks random blocks at every step, walks and counts
// degrees within blocks, and clips each block's gradient: a node moves one block only.
// The network's weights stay as they were drawn.
type BlockClipped struct {
	SumClipped
	Blocks int // K
}

// Unprotected is deep PageRank without noise: "DPR (No DP)".
type Unprotected struct {
	Net
	Number
}

// DegreeGraph is a paid degree distribution and a paid number of triangles, and a graph that
// has both and is random otherwise.
type DegreeGraph struct {
	Theta         int     // the largest degree that is counted, or ByBudget
	TriangleShare float64 // of the budget, for the number of triangles; 0: a graph as it comes
	TriangleCap   int     // the most triangles of a node that count, or ByBudget
}

// Published returns the paper's setting: §6, "Parameter Settings".
func Published() DeepPageRank {
	return DeepPageRank{
		Net: Net{
			Epochs: 5, Batch: 16, Walks: 2, WalkLength: 16, // a fifth of DeepWalk's
			Dim: 128, Hidden: 64, // §6.1 fixes d
			Layers: ByTheorem, Scale: 8, // §6.1 fixes s
			Gamma: 0.85, Rate: 1e-3,
		},
		Number: Number{EdgeRule: SigmoidEdges}, Preset: 5,
	}
}

// AuthorCode returns the script that the authors published, as far as it runs.
func AuthorCode() DeepPageRank {
	c := Published()
	c.Epochs, c.EdgeRule = 1, AuthorEdges
	c.Author = Author{Frozen: true, SumCounts: true, MeanGradient: true, SkipEmpty: true, OneStepNorm: true, OneMatrixFewer: true}
	return c
}

// NonPrivate returns "DPR (No DP)" with one hidden layer and weights of norm 1. The
// paper does not say its depth. At the depth that Eq. 13 gives, V does not move
// even without noise (docs/papers/privdpr.md, G2), so that would be a second null.
func NonPrivate() Unprotected {
	c := Unprotected{Net: Published().Net, Number: Number{EdgeRule: SigmoidEdges}}
	c.Layers, c.Scale = 1, 1
	return c
}

// Strict spends the budget where node-level privacy lets it buy something: on
// the degree distribution and the number of triangles.
func Strict() DegreeGraph {
	return DegreeGraph{Theta: ByBudget, TriangleShare: 0.2, TriangleCap: ByBudget}
}

// ClippedSum returns [SumClipped] with one hidden layer.
func ClippedSum() SumClipped {
	c := SumClipped{Net: NonPrivate().Net, Clip: 1, Theta: ByBudget, EdgeShare: 0.1}
	c.Dim = 16 // alignment with the signal falls as 1/√(N r)
	return c
}

// ClippedBlocks returns [BlockClipped] in 16 blocks.
func ClippedBlocks() BlockClipped { return BlockClipped{SumClipped: ClippedSum(), Blocks: 16} }

// Config is the configuration of a mode: a [DeepPageRank], a [SumClipped], a
// [BlockClipped] or a [DegreeGraph].
type Config interface{ Check() error }

// guard says how the gradient of V is protected.
type guard int

const (
	splitBudget guard = iota + 1 // §4.3 of the paper
	clipSum
	clipBlocks
	unprotected
)

// settings holds all settings of deep PageRank.
type settings struct {
	DeepPageRank
	guard     guard
	clip      float64
	blocks    int
	theta     int     // of a paid number of edges
	edgeShare float64 // of ε, for a paid number of edges; 0 where none is paid for
}

func (c DeepPageRank) settings() settings { return settings{DeepPageRank: c, guard: splitBudget} }

func (c Unprotected) settings() settings {
	return settings{DeepPageRank: DeepPageRank{Net: c.Net, Number: c.Number}, guard: unprotected}
}

func (c SumClipped) settings() settings {
	return settings{DeepPageRank: DeepPageRank{Net: c.Net}, guard: clipSum, clip: c.Clip, theta: c.Theta, edgeShare: c.EdgeShare}
}

func (c BlockClipped) settings() settings {
	s := c.SumClipped.settings()
	s.guard, s.blocks = clipBlocks, c.Blocks
	return s
}

// mostLayers are more than any setting of the paper asks for.
const mostLayers = 1 << 10

// within refuses a number that is not in 10⁻¹⁵ … 10¹⁵.
func within(name string, value float64) error {
	if !(value >= 1e-15 && value <= 1e15) {
		return fmt.Errorf("privdpr: %s is %v, want 10⁻¹⁵ … 10¹⁵", name, value)
	}
	return nil
}

func checkTheta(theta int) error {
	if theta < 1 && theta != ByBudget {
		return fmt.Errorf("privdpr: Theta is %d, want at least 1, or ByBudget, %d", theta, ByBudget)
	}
	return nil
}

// Check reports a setting that no run can have.
func (c DegreeGraph) Check() error {
	switch {
	case !(c.TriangleShare >= 0 && c.TriangleShare < 1):
		return fmt.Errorf("privdpr: TriangleShare is %v, want 0 … 1, 1 excluded", c.TriangleShare)
	case c.TriangleCap != ByBudget && (c.TriangleCap < 1 || c.TriangleCap > 1<<20):
		return fmt.Errorf("privdpr: TriangleCap is %d, want 1 … %d or ByBudget, %d", c.TriangleCap, 1<<20, ByBudget)
	}
	return checkTheta(c.Theta)
}

func (c Net) check(leastLayers int) error {
	for _, x := range []struct {
		name               string
		value, least, most int
	}{
		{"Epochs", c.Epochs, 1, 1 << 20}, {"Batch", c.Batch, 1, 1 << 30}, {"Walks", c.Walks, 1, 1 << 20}, {"WalkLength", c.WalkLength, 1, 1 << 20},
		{"Dim", c.Dim, 1, 1 << 16}, {"Hidden", c.Hidden, 1, 1 << 12}, {"Layers", c.Layers, leastLayers, mostLayers},
	} {
		if x.value < x.least || x.value > x.most {
			return fmt.Errorf("privdpr: %s is %d, want %d … %d", x.name, x.value, x.least, x.most)
		}
	}
	for _, x := range []struct {
		name  string
		value float64
	}{{"Scale", c.Scale}, {"Rate", c.Rate}, {"Gamma", c.Gamma}} {
		if err := within(x.name, x.value); err != nil {
			return err
		}
	}
	switch {
	case c.Pairs() > 1<<30:
		return fmt.Errorf("privdpr: %d pairs in a batch, want Batch times Walks times WalkLength of 2³⁰ at most", c.Pairs())
	case c.Gamma >= 1:
		return fmt.Errorf("privdpr: Gamma is %v, want less than 1", c.Gamma)
	}
	return nil
}

// Check reports a setting that no run can have.
func (c Number) Check() error {
	switch {
	case c.EdgeRule < SigmoidEdges || c.EdgeRule > TrueEdges:
		return fmt.Errorf("privdpr: invalid %v, want SigmoidEdges, AuthorEdges, PublicEdges or TrueEdges", c.EdgeRule)
	case c.EdgeRule == PublicEdges && c.Edges < 1:
		return fmt.Errorf("privdpr: %d public edges, want at least 1", c.Edges)
	case c.EdgeRule != PublicEdges && c.Edges != 0:
		return fmt.Errorf("privdpr: Edges is %d, but EdgeRule is %v, not PublicEdges", c.Edges, c.EdgeRule)
	}
	return nil
}

// Check reports a setting that no run can have.
func (c DeepPageRank) Check() error {
	if err := c.Net.check(ByTheorem); err != nil {
		return err
	}
	if c.Layers == ByTheorem && c.Scale <= 1 {
		return fmt.Errorf("privdpr: Scale is %v, but Eq. 13 gives a depth only above 1", c.Scale)
	}
	if err := within("Preset", c.Preset); err != nil {
		return err
	}
	return c.Number.Check()
}

// Check reports a setting that no run can have.
func (c Unprotected) Check() error {
	if err := c.Net.check(0); err != nil {
		return err
	}
	return c.Number.Check()
}

// Check reports a setting that no run can have.
func (c SumClipped) Check() error {
	if err := c.Net.check(0); err != nil {
		return err
	}
	if err := within("Clip", c.Clip); err != nil {
		return err
	}
	if !(c.EdgeShare > 0 && c.EdgeShare < 1) {
		return fmt.Errorf("privdpr: EdgeShare is %v, want a share strictly between 0 and 1", c.EdgeShare)
	}
	return checkTheta(c.Theta)
}

// Check reports a setting that no run can have.
func (c BlockClipped) Check() error {
	if c.Blocks < 1 || c.Blocks > 1<<20 {
		return fmt.Errorf("privdpr: %d blocks, want 1 … 2²⁰", c.Blocks)
	}
	return c.SumClipped.Check()
}
