package privdpr

import (
	"cmp"
	"fmt"

	"github.com/graphdp/graphdp/models/estimate/null"
	"github.com/graphdp/graphdp/models/method/ranges"
)

const (
	// ByTheorem as Layers takes the least depth that Eq. 13 allows.
	ByTheorem = -1
	// ByBudget as Theta takes a cap that grows with ε: [degrees.Theta]. In [DegreeGraph] it takes a
	// cap that suits the graph, chosen by noisy edge counts.
	ByBudget = -1
)

// Net holds the settings of every deep PageRank.
type Net struct {
	Epochs     int     `range:"[1,2^20]"`                 // n_epochs
	Batch      int     `range:"[1,2^30]"`                 // b, start nodes per step
	Walks      int     `range:"[1,2^20]"`                 // R_wn, walks per start node
	WalkLength int     `range:"[1,2^20]"`                 // R_wl, most moves of a walk
	Dim        int     `range:"[1,65536]"`                // r, width of V
	Hidden     int     `range:"[1,4096]"`                 // d, width of a hidden layer
	Layers     int     `range:"ByTheorem=-1 or [0,1024]"` // L, or ByTheorem for [DeepPageRank]
	Scale      float64 `range:"[1e-15,1e15]"`             // s: weights are normalised to norm 1/s
	Gamma      float64 `range:"[1e-15,1)"`                // γ, the damping of PageRank
	Rate       float64 `range:"[1e-15,1e15]"`             // η, of Adam
}

// EdgeRule determines the number of edges drawn from V·Vᵀ.
type EdgeRule int

const (
	// SigmoidEdges takes the pairs with sigmoid(s_ij) > 0.5 of Appendix A: all pairs that were ever
	// drawn.
	SigmoidEdges EdgeRule = iota + 1
	// AuthorEdges takes one in 250 of these, like the authors' code.
	AuthorEdges
	// PublicEdges takes the setting Edges, which is public.
	PublicEdges
	// TrueEdges takes the exact edge count, which the paper's experiments treat as public.
	TrueEdges
)

// String returns the name of the rule.
func (r EdgeRule) String() string {
	names := []string{"SigmoidEdges", "AuthorEdges", "PublicEdges", "TrueEdges"}
	if r < 1 || int(r) > len(names) {
		return fmt.Sprintf("edge rule %d", int(r))
	}
	return names[r-1]
}

// Number sets the number of edges.
type Number struct {
	EdgeRule EdgeRule
	Edges    int `range:"[0,∞)"` // with PublicEdges
}

// Deviations are the differences of the authors' published code from the paper. The zero value is
// the paper.
type Deviations struct {
	Frozen         bool // the optimiser's step is commented out: V keeps its initial values
	SumCounts      bool // S + Sᵀ instead of the maximum
	MeanGradient   bool // divides gradient and noise by the exact number of pairs, which is private
	SkipEmpty      bool // a batch without pairs gets no noise
	OneStepNorm    bool // |W|₂ by one step of power iteration
	OneMatrixFewer bool // L weight matrices instead of L+1
}

// leaks names a deviation that makes the noisy gradient depend on the data beyond its noise, if
// there is one.
func (a Deviations) leaks() string {
	switch {
	case a.Frozen: // uses nothing computed from the data
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

// DeepPageRank is the paper's method, §4.3: no clipping, a depth by Eq. 13, and noise for a budget
// split evenly over the steps. Its sensitivity is a claim.
type DeepPageRank struct {
	Net
	Number
	Preset float64 `range:"[1e-15,1e15]"` // S, the preset sensitivity
	Author Deviations
}

// SumClipped is deep PageRank with a step's summed gradient clipped to norm Clip. Replacing a node
// changes it by at most 2·Clip, whatever the network computes: depth and normalisation do not
// matter for privacy. It pays for the edge count.
type SumClipped struct {
	Net
	Clip      float64 `range:"[1e-15,1e15]"`         // C
	Theta     int     `range:"ByBudget=-1 or [1,∞)"` // most edges per node in the noisy edge count, or ByBudget
	EdgeShare float64 `range:"(0,1)"`                // share of ε for the edge count
}

// Unprotected is deep PageRank without noise: "DPR (No DP)".
type Unprotected struct {
	Net
	Number
}

// DegreeGraph releases a noisy degree distribution and a noisy triangle count, and draws a random
// graph with both.
type DegreeGraph struct {
	Theta         int     `range:"ByBudget=-1 or [1,∞)"`    // largest degree that is counted, or ByBudget
	TriangleShare float64 `range:"[0,1)"`                   // share of ε for the triangle count; 0: triangles as they come
	TriangleCap   int     `range:"ByBudget=-1 or [1,2^20]"` // most triangles of a node that count, or ByBudget
}

// Exact is [DegreeGraph] with exact answers. It has no settings.
type Exact struct{}

// RandomGraph is the null control: a random graph with a noisy or the exact edge count, and an
// embedding with the initial values of training.
type RandomGraph struct{ null.Graphs }

// guard determines the protection of the gradient of V.
type guard int

const (
	splitBudget guard = iota + 1 // §4.3 of the paper
	clipSum
	unprotected
)

// settings holds all settings of deep PageRank.
type settings struct {
	DeepPageRank
	guard     guard
	clip      float64
	theta     int     // cap of the noisy edge count
	edgeShare float64 // share of ε for the noisy edge count; 0: none
}

func (c DeepPageRank) settings() settings { return settings{DeepPageRank: c, guard: splitBudget} }

func (c Unprotected) settings() settings {
	return settings{DeepPageRank: DeepPageRank{Net: c.Net, Number: c.Number}, guard: unprotected}
}

func (c SumClipped) settings() settings {
	return settings{DeepPageRank: DeepPageRank{Net: c.Net}, guard: clipSum, clip: c.Clip, theta: c.Theta, edgeShare: c.EdgeShare}
}

// mostLayers is more than any setting of the paper needs.
const mostLayers = 1 << 10

// Check refuses settings out of range and batches that are too large.
func (c Net) Check() error {
	if err := ranges.Check("privdpr", c); err != nil {
		return err
	}
	if c.Pairs() > 1<<30 {
		return fmt.Errorf("privdpr: %d pairs in a batch: Batch times Walks times WalkLength must be at most 2³⁰", c.Pairs())
	}
	return nil
}

// checkLayers refuses ByTheorem, which only [DeepPageRank] supports.
func (c Net) checkLayers() error {
	if c.Layers == ByTheorem {
		return fmt.Errorf("privdpr: Layers is ByTheorem (%d): want at least 0; Eq. 13 applies to the paper's sensitivity alone", ByTheorem)
	}
	return nil
}

// Check refuses settings out of range, and Edges that does not match the EdgeRule.
func (c Number) Check() error {
	if err := ranges.Check("privdpr", c); err != nil {
		return err
	}
	if (c.EdgeRule == PublicEdges) != (c.Edges > 0) {
		return fmt.Errorf("privdpr: Edges is %d and EdgeRule %v: Edges must be at least 1 under PublicEdges, else 0", c.Edges, c.EdgeRule)
	}
	return nil
}

// Check refuses settings out of range, and ByTheorem with a Scale of at most 1.
func (c DeepPageRank) Check() error {
	if err := ranges.Check("privdpr", c); err != nil {
		return err
	}
	if c.Layers == ByTheorem && c.Scale <= 1 {
		return fmt.Errorf("privdpr: Scale is %v: must be above 1 for a depth by Eq. 13", c.Scale)
	}
	return nil
}

// Check refuses settings out of range, and ByTheorem.
func (c Unprotected) Check() error { return cmp.Or(ranges.Check("privdpr", c), c.checkLayers()) }

// Check refuses settings out of range, and ByTheorem.
func (c SumClipped) Check() error { return cmp.Or(ranges.Check("privdpr", c), c.checkLayers()) }
