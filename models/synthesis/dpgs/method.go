// Package dpgs generates attributed graphs from a private graph summary [DPGS]: clusters of nodes
// and noisy edge counts between them; edge level.
//
//	relation  gdp.EdgeLevel: nodes, features and labels are public
//	releases  a graph on the public ids
//	spends    noisy edge counts between clusters (summary.go); strict: degrees, edge counts of
//	          kinds of pairs, and triangles (strict.go)
//
// Clusters are computed from public features (cluster.go). The summary (summary.go) consists of the
// clusters and the counts that exceed their noise. The number of edges drawn between two clusters
// is binomial (data/graph/gen, Cells). No step needs an array of all pairs of nodes.
//
// [DPGS] DPGS: differentially private graph synthesis by graph summarisation. docs/papers/dpgs.md
// lists equations, claims with their verdicts, and departures from the paper.
package dpgs

import (
	"cmp"
	"errors"
	"fmt"
	"math"

	"github.com/graphdp/graphdp/data/embed"
	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/lists"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/estimate/null"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/ranges"
	"github.com/graphdp/graphdp/models/method/release"
)

// Method describes DPGS and its modes.
var Method = method.Method{
	Name: "dpgs", About: "synthetic graphs by graph summarisation: node clusters and noisy edge counts between them", Paper: "DPGS", Releases: release.KindGraph,
	Attack: onCounts.With(4000), Exhibits: exhibits(), Called: map[string]string{"DPGS": "published"}, Small: []string{"Clusters=4", "Steps=5"},
	Modes: []method.Mode{
		Published.Mode, Summary.Mode, Strict.Mode, RandomClusters.Mode, NonPrivatePublished.Mode, StrictNonPrivate.Mode, Null.Mode,
	},
}

var (
	// Published has the paper's β, the only setting that the paper states, and as many clusters as
	// Cora has classes. With more clusters the loss tends to put all nodes into one, even without
	// noise.
	Published = method.NewPrivate("dpgs", method.Mode{
		Role: method.Published, Name: "published", About: "Algorithms 1 to 4: clusters trained on cuts, noisy weights and features", Relation: gdp.EdgeLevel,
		Unproved: "one edge changes the sums over two-step walks, without a useful bound (G3)", Attack: &byWalks, Featured: true,
	}, printed, runPaper)
	Summary = method.NewPrivate("dpgs", method.Mode{
		Role: method.Other, Name: "summary", About: "k-means on public features, then noisy edge counts between clusters", Relation: gdp.EdgeLevel, Featured: true,
	}, Features{Partition: Partition{Clusters: 30}, Rounds: 20, Dim: 64, Candidates: 3, CountShare: 1}, runFeatures) // hops and refinement cost more than they gain
	// Strict has shares that were chosen on cora-ml, which is not among the paper's graphs, and a
	// rule for pairs that was chosen on generated graphs.
	Strict = method.NewPrivate("dpgs", method.Mode{
		Role: method.Strict, Name: "strict", About: "noisy degrees, edges by feature similarity, triangles; for large ε randomised response", Relation: gdp.EdgeLevel, Edition: 4,
	}, Similar{Pairs: pairs, Low: 32, DegreeShare: 0.7, LowShare: 0.05, KindShare: 0.05, TriangleShare: 0.2, Counts: 0.8, Least: 2.6, Turned: 256}, runSimilar)
	RandomClusters = method.NewPrivate("dpgs", method.Mode{
		Role: method.Control, Name: "random-clusters", About: "control for the clustering: summary with random clusters", Relation: gdp.EdgeLevel,
	}, Ids{Partition: Partition{Clusters: 30}}, runIds)
	NonPrivatePublished = method.NewPlain("dpgs", method.Mode{
		Role: method.NonPrivate, Name: "nonprivate-published", About: "published without noise; no upper bound", Featured: true,
	}, PaperExact(printed), runPaperExact)
	StrictNonPrivate = method.NewPlain("dpgs", method.Mode{
		Role: method.NonPrivate, Name: "strict-nonprivate", About: "strict's statistics without noise; at large ε strict can be better",
	}, Known{pairs}, runKnown)
	Null = method.NewPrivate("dpgs", method.Mode{
		Role: method.Null, Name: "null", About: "uniform random graph; knows the node set and a noisy edge count", Relation: gdp.EdgeLevel,
	}, Uniform{null.Graphs{Shape: null.Uniform, Theta: 1 << 30}}, runUniform)
)

var (
	printed = Paper{
		Partition: Partition{Clusters: 7}, Dim: 64, Hops: 2, Width: 64, Steps: 100, Rate: 1e-2, Clip: 1,
		Refined: 0.05, Candidates: 3, Alpha: 1, Beta: 0.5, Tau: ByWeights,
	}
	pairs = Pairs{Near: 64, Common: 1000, Labels: true}
)

// Partition holds the settings of a partition into clusters.
type Partition struct {
	Clusters int    `range:"[2,5000]"` // k; all cells are drawn
	Start    uint64 // seed of the public clusters, projections and initial weights
}

// Features is a summary with clusters from public features and, if there are hops, from noisy
// neighbourhood sums. Shares are of ρ, the budget in zero-concentrated DP, and sum to 1.
type Features struct {
	Partition
	Rounds      int     `range:"[1,2^20]"`  // most rounds of k-means
	Hops        int     `range:"[0,64]"`    // K
	HopShare    float64 `range:"[0,1]"`     // share for the sums of all hops
	Dim         int     `range:"[1,4096]"`  // d, width of the summed rows: a random projection of features
	Refinements int     `range:"[0,1024]"`  // rounds of refinement
	RefineShare float64 `range:"[0,1]"`     // share for all of them
	Candidates  int     `range:"[2,60000]"` // m, clusters to which a node can move
	CountShare  float64 `range:"(0,1]"`     // share for edge counts between clusters
	EdgeShare   float64 `range:"[0,1]"`     // share for the total edge count; 0: the sum of all counts
}

// Ids is a summary with random clusters, which depend only on the number of nodes.
type Ids struct {
	Partition
	EdgeShare float64 `range:"[0,0.999]"` // as in [Features]; the rest is for the counts
}

// tally returns how edges are counted if one release of the whole budget would have the multiplier.
func (c Ids) tally(nodes int, from string, multiplier float64) tally {
	t := tally{nodes: nodes, k: c.Clusters, from: from, noise: multiplier / math.Sqrt(1-c.EdgeShare)}
	if c.EdgeShare > 0 {
		t.edges = multiplier / math.Sqrt(c.EdgeShare)
	}
	return t
}

// Holds returns the bytes of about that many drawn edges and of the graph made of them.
func (c Ids) Holds(_, edges int) int64 { return 16 * int64(edges) }

// Uniform is the null control: a uniform graph with a noisy edge count.
type Uniform struct{ null.Graphs }

// ByWeights as Tau selects the threshold that as many pairs reach as the released weights have
// edges.
const ByWeights = -1

// Paper is the method as printed. Where the paper leaves a choice open, it takes the value in the
// paper's favour.
type Paper struct {
	Partition
	Dim        int     `range:"[1,4096]"`   // width of a random projection of features, which hops sum
	Hops       int     `range:"[0,16]"`     // K
	Width      int     `range:"[1,4096]"`   // d', width of rows and hidden layers
	Steps      int     `range:"[1,2^20]"`   // T
	Rate       float64 `range:"[1e-9,1e3]"` // of Adam
	Clip       float64 `range:"[1e-9,1e9]"` // η, for the whole gradient
	Refined    float64 `range:"[0,1]"`      // r, as a share of the nodes
	Candidates int     `range:"[2,60000]"`  // m
	Alpha      float64 `range:"[1e-9,1e9]"` // α
	Beta       float64 `range:"[0,1]"`      // β
	Tau        float64 `range:"[-2,1e12]"`  // τ, or ByWeights
}

// PaperExact is [Paper] without noise.
type PaperExact Paper

// refined returns the number of refined nodes among n.
func (c Paper) refined(n int) int { return int(math.Round(c.Refined * float64(n))) }

// fits refuses numbers of nodes that the settings do not support.
func (c Features) fits(n int) error { return errors.Join(checkHops(c.Hops, n), c.Partition.fits(n)) }

// fits refuses numbers of nodes that the settings do not support.
func (c Paper) fits(n int) error { return errors.Join(checkHops(c.Hops, n), c.Partition.fits(n)) }

// fits refuses more clusters than nodes.
func (c Partition) fits(n int) error {
	if c.Clusters > n {
		return fmt.Errorf("dpgs: %d clusters of %d nodes: use fewer clusters", c.Clusters, n)
	}
	return nil
}

// Check refuses settings out of range, and shares that do not match the steps or do not sum to 1.
func (c Features) Check() error {
	return cmp.Or(ranges.Check("dpgs", c), checkPaid("HopShare", c.HopShare, c.Hops > 0), checkPaid("RefineShare", c.RefineShare, c.Refinements > 0),
		checkSum(c.HopShare, c.RefineShare, c.CountShare, c.EdgeShare))
}

// checkPaid refuses a positive share for a step that does not run, and a share of 0 for one that
// does.
func checkPaid(name string, share float64, done bool) error {
	if done != (share > 0) {
		return fmt.Errorf("dpgs: %s is %v: want above 0 if the step runs, else 0", name, share)
	}
	return nil
}

// checkSum refuses shares of the budget that do not sum to 1.
func checkSum(shares ...float64) error {
	sum := lists.Sum(shares)
	if math.Abs(sum-1) > 1e-9 {
		return fmt.Errorf("dpgs: the shares of the budget sum to %v, want 1", sum)
	}
	return nil
}

// Result is the result of a run.
type Result struct {
	Graph   *graph.Graph  `json:"graph"`             // undirected, on the original ids
	Summary *SummaryGraph `json:"summary,omitempty"` // nil for [Similar], [Known] and [Uniform]

	// Queries of [Similar], which [Known] counts exactly.
	Degrees   []float64 `json:"degrees,omitempty"`   // noisy degree of each node
	Low       []float64 `json:"low,omitempty"`       // numbers of nodes of degree at most 0, 1, …
	Kinds     []float64 `json:"kinds,omitempty"`     // edge counts by kind of pair
	Triangles float64   `json:"triangles,omitempty"` // counted with at most Room at an edge
	Room      int       `json:"room,omitempty"`      // 0 for all

	// Randomised responses of all pairs, flipped with probability Flip; nil if not released.
	Answers *graph.Graph `json:"answers,omitempty"`
	Flip    float64      `json:"flip,omitempty"`

	Guarantee *gdp.Guarantee `json:"guarantee,omitempty"` // nil without privacy
	// Standard deviations of the noise in Degrees, Low and Kinds; the last only with Answers.
	DegreeNoise float64 `json:"noise_of_degrees,omitempty"`
	LowNoise    float64 `json:"noise_of_low,omitempty"`
	KindNoise   float64 `json:"noise_of_kinds,omitempty"`

	Noise     float64       `json:"noise_of_counts,omitempty"` // standard deviation, for a summary
	Embedding *embed.Matrix `json:"embedding,omitempty"`       // random rows, for a [Uniform] with a Dim

	kinds func() *likeness // for [Similar] and [Known]
}

// details are reported beside the release.
type details struct {
	Clusters int     `json:"clusters"`
	Cells    int     `json:"cells"`
	Rest     float64 `json:"edges_elsewhere"`
	Noise    float64 `json:"noise_of_counts,omitempty"`
}

// String implements [fmt.Stringer].
func (d details) String() string {
	return fmt.Sprintf("%d clusters, %d cells with edges, %.0f edges elsewhere", d.Clusters, d.Cells, d.Rest)
}

// Outcome implements [method.Result]. It leaves out features and labels, which are public.
func (r *Result) Outcome() method.Outcome {
	o := method.Outcome{Release: release.Graph{Network: &graph.Network{Graph: r.Graph}}, Guarantee: r.Guarantee}
	switch {
	case r.Summary != nil:
		o.Also = []release.Release{r.Summary.statistics()}
		o.Details = details{len(r.Summary.Sizes), len(r.Summary.Cells), r.Summary.Rest, r.Noise}
	case r.Degrees != nil:
		numbers, aims := r.numbers()
		o.Release = release.Graph{Network: &graph.Network{Graph: r.Graph}, Pairs: r.Links}
		o.Also, o.Details = []release.Release{numbers}, aims
		if r.Answers != nil {
			o.Also = append(o.Also, release.Graph{Network: &graph.Network{Graph: r.Answers}})
		}
	case r.Embedding != nil:
		o.Also = []release.Release{release.Embedding{Matrix: r.Embedding}}
	}
	return o
}
