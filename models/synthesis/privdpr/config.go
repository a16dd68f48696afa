package privdpr

import (
	"cmp"
	"fmt"

	"github.com/graphdp/graphdp/models/estimate/null"
	"github.com/graphdp/graphdp/models/method/ranges"
)

const (
	// ByTheorem as the number of layers takes the least one that Eq. 13 allows.
	ByTheorem = -1
	// ByBudget as Theta takes a cap that grows with ε: [degrees.Theta]. In [DegreeGraph] it takes
	// one that suits the graph, chosen by counts of edges that are paid for.
	ByBudget = -1
)

// Net holds the settings of every deep PageRank.
type Net struct {
	Epochs     int     `range:"[1,2^20]"`                 // n_epochs
	Batch      int     `range:"[1,2^30]"`                 // b, start nodes of a step
	Walks      int     `range:"[1,2^20]"`                 // R_wn, walks from each start node
	WalkLength int     `range:"[1,2^20]"`                 // R_wl, the most moves of a walk
	Dim        int     `range:"[1,65536]"`                // r, the length of a row of V
	Hidden     int     `range:"[1,4096]"`                 // d, the width of a hidden layer
	Layers     int     `range:"ByTheorem=-1 or [0,1024]"` // L, or, for [DeepPageRank], ByTheorem
	Scale      float64 `range:"[1e-15,1e15]"`             // s: weights are normalised to norm 1/s
	Gamma      float64 `range:"[1e-15,1)"`                // γ, the damping of PageRank
	Rate       float64 `range:"[1e-15,1e15]"`             // η, of Adam
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
	Edges    int `range:"[0,∞)"` // under PublicEdges
}

// Deviations are what the authors' published code does otherwise than the paper.
// The zero value is the paper.
type Deviations struct {
	Frozen         bool // the optimiser's step is commented out: V stays as it was drawn
	SumCounts      bool // S + Sᵀ in place of the maximum
	MeanGradient   bool // divides gradient and noise by the true number of pairs, a secret
	SkipEmpty      bool // a batch without pairs gets no noise
	OneStepNorm    bool // |W|₂ by one step of power iteration
	OneMatrixFewer bool // L weight matrices, not L+1
}

// leaks returns which deviation, if any, makes the noisy gradient depend on data
// in a way that no noise covers.
func (a Deviations) leaks() string {
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
	Preset float64 `range:"[1e-15,1e15]"` // S, the preset sensitivity
	Author Deviations
}

// SumClipped is deep PageRank with the summed gradient of a step clipped to norm Clip:
// replacing a node moves it by at most 2·Clip, whatever the network computes. Depth and
// normalisation play no role for privacy. Its number of edges is paid for.
type SumClipped struct {
	Net
	Clip      float64 `range:"[1e-15,1e15]"`         // C
	Theta     int     `range:"ByBudget=-1 or [1,∞)"` // of the paid number of edges, at most Theta a node are counted; or ByBudget
	EdgeShare float64 `range:"(0,1)"`                // of ε, spent on that number
}

// Unprotected is deep PageRank without noise: "DPR (No DP)".
type Unprotected struct {
	Net
	Number
}

// DegreeGraph is a paid degree distribution and a paid number of triangles, and a graph that
// has both and is random otherwise.
type DegreeGraph struct {
	Theta         int     `range:"ByBudget=-1 or [1,∞)"`    // the largest degree that is counted, or ByBudget
	TriangleShare float64 `range:"[0,1)"`                   // of the budget, for the number of triangles; 0: a graph as it comes
	TriangleCap   int     `range:"ByBudget=-1 or [1,2^20]"` // the most triangles of a node that count, or ByBudget
}

// Exact is [DegreeGraph] with exact answers. It has no settings.
type Exact struct{}

// RandomGraph is the null control: a random graph with a number of edges that is paid for, or that
// is the true one, and rows as training starts from.
type RandomGraph struct{ null.Graphs }

// guard says how the gradient of V is protected.
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

// mostLayers are more than any setting of the paper asks for.
const mostLayers = 1 << 10

// Check reports a setting that no run can have.
func (c Net) Check() error {
	if err := ranges.Check("privdpr", c); err != nil {
		return err
	}
	if c.Pairs() > 1<<30 {
		return fmt.Errorf("privdpr: %d pairs in a batch: Batch times Walks times WalkLength must be at most 2³⁰", c.Pairs())
	}
	return nil
}

// checkLayers refuses ByTheorem, which only [DeepPageRank] has.
func (c Net) checkLayers() error {
	if c.Layers == ByTheorem {
		return fmt.Errorf("privdpr: Layers is ByTheorem (%d): must be at least 0, as Eq. 13 gives a depth for the paper's sensitivity only", ByTheorem)
	}
	return nil
}

// Check reports a setting that no run can have.
func (c Number) Check() error {
	if err := ranges.Check("privdpr", c); err != nil {
		return err
	}
	if (c.EdgeRule == PublicEdges) != (c.Edges > 0) {
		return fmt.Errorf("privdpr: Edges is %d and EdgeRule %v: Edges must be at least 1 under PublicEdges, else 0", c.Edges, c.EdgeRule)
	}
	return nil
}

// Check reports a setting that no run can have.
func (c DeepPageRank) Check() error {
	if err := ranges.Check("privdpr", c); err != nil {
		return err
	}
	if c.Layers == ByTheorem && c.Scale <= 1 {
		return fmt.Errorf("privdpr: Scale is %v: must be above 1 for a depth by Eq. 13", c.Scale)
	}
	return nil
}

// Check reports a setting that no run can have.
func (c Unprotected) Check() error { return cmp.Or(ranges.Check("privdpr", c), c.checkLayers()) }

// Check reports a setting that no run can have.
func (c SumClipped) Check() error { return cmp.Or(ranges.Check("privdpr", c), c.checkLayers()) }
