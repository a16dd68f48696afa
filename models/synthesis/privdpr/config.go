package privdpr

import (
	"cmp"
	"context"
	"fmt"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/estimate/null"
	"github.com/graphdp/graphdp/models/method/checkpoint"
	"github.com/graphdp/graphdp/models/method/ranges"
)

const (
	// ByTheorem as the number of layers takes the least one that Eq. 13 allows.
	ByTheorem = -1
	// ByBudget as Theta takes a cap that grows with ε: [degrees.Theta].
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

// BlockClipped cuts the ids into Blocks random blocks at every step, walks and counts
// degrees within blocks, and clips each block's gradient: a node moves one block only.
// The network's weights stay as they were drawn.
type BlockClipped struct {
	SumClipped
	Blocks int `range:"[1,2^20]"` // K
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

// Author returns the script that the authors published, as far as it runs.
func Author() DeepPageRank {
	c := Published()
	c.Epochs, c.EdgeRule = 1, AuthorEdges
	c.Author = Deviations{Frozen: true, SumCounts: true, MeanGradient: true, SkipEmpty: true, OneStepNorm: true, OneMatrixFewer: true}
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

// StrictNonPrivate returns [Strict] without noise and without caps, for [RunPlain]: what more ε
// could bring.
func StrictNonPrivate() Exact { return Exact{} }

// ClippedSum returns [SumClipped] with one hidden layer.
func ClippedSum() SumClipped {
	c := SumClipped{Net: NonPrivate().Net, Clip: 1, Theta: ByBudget, EdgeShare: 0.1}
	c.Dim = 16 // alignment with the signal falls as 1/√(N r)
	return c
}

// ClippedBlocks returns [BlockClipped] in 16 blocks.
func ClippedBlocks() BlockClipped { return BlockClipped{SumClipped: ClippedSum(), Blocks: 16} }

// Null returns the control whose number of edges is paid for, with rows as wide as the paper's.
func Null() RandomGraph { return wide(null.Paid()) }

// NullMatched returns the control that has the true number of edges, as published takes it.
func NullMatched() RandomGraph { return wide(null.Matched()) }

// wide returns a control with rows as wide as the paper's.
func wide(c null.Graphs) RandomGraph {
	c.Dim = Published().Dim
	return RandomGraph{c}
}

// Config is the configuration of a private mode: a [DeepPageRank], a [SumClipped], a
// [BlockClipped], a [DegreeGraph] or a [RandomGraph].
type Config interface {
	run(ctx context.Context, s *gdp.Session, w *checkpoint.Watch) (*Result, error)
}

// Plain is the configuration of a mode without privacy: an [Unprotected] or an [Exact].
type Plain interface {
	runPlain(ctx context.Context, net *graph.Network, seed uint64, w *checkpoint.Watch) (*Result, error)
}

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

// Check reports a setting that no run can have.
func (c Net) Check() error {
	if err := ranges.Check("privdpr", c); err != nil {
		return err
	}
	if c.Pairs() > 1<<30 {
		return fmt.Errorf("privdpr: %d pairs in a batch, want Batch times Walks times WalkLength of 2³⁰ at most", c.Pairs())
	}
	return nil
}

// checkLayers refuses a depth by Eq. 13, which is of [DeepPageRank].
func (c Net) checkLayers() error {
	if c.Layers == ByTheorem {
		return fmt.Errorf("privdpr: Layers is ByTheorem, %d, want at least 0: the depth of Eq. 13 is for its sensitivity", ByTheorem)
	}
	return nil
}

// Check reports a setting that no run can have.
func (c Number) Check() error {
	if err := ranges.Check("privdpr", c); err != nil {
		return err
	}
	if (c.EdgeRule == PublicEdges) != (c.Edges > 0) {
		return fmt.Errorf("privdpr: Edges is %d and EdgeRule %v, want at least 1 under PublicEdges, and else 0", c.Edges, c.EdgeRule)
	}
	return nil
}

// Check reports a setting that no run can have.
func (c DeepPageRank) Check() error {
	if err := ranges.Check("privdpr", c); err != nil {
		return err
	}
	if c.Layers == ByTheorem && c.Scale <= 1 {
		return fmt.Errorf("privdpr: Scale is %v, but Eq. 13 gives a depth only above 1", c.Scale)
	}
	return nil
}

// Check reports a setting that no run can have.
func (c Unprotected) Check() error { return cmp.Or(ranges.Check("privdpr", c), c.checkLayers()) }

// Check reports a setting that no run can have.
func (c SumClipped) Check() error { return cmp.Or(ranges.Check("privdpr", c), c.checkLayers()) }

// Check reports a setting that no run can have.
func (c BlockClipped) Check() error { return ranges.Check("privdpr", c) }
