// Package dpgs generates attributed graphs from a private graph summary [DPGS]: clusters of nodes
// and noisy edge counts between them; edge level.
//
//	relation  gdp.EdgeLevel: nodes, features and labels are public
//	releases  a graph on the public ids
//	spends    noisy counts of edges between clusters (cells.go); strict: degrees, edges of
//	          kinds of pairs, and triangles (strict.go)
//
// Clusters are found in public features (cluster.go). The summary (summary.go) is those
// clusters and the counts that stand out of their noise; the graph has as many edges between two
// clusters as a binomial law gives (data/graph/gen, Cells). No step needs an array of all pairs
// of nodes.
//
// [DPGS] DPGS: differentially private graph synthesis by graph summarisation. Equations, claims
// with their verdicts, and departures from the paper: docs/papers/dpgs.md.
package dpgs

import (
	"cmp"
	"errors"
	"fmt"
	"math"

	"github.com/graphdp/graphdp/data/embed"
	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/estimate/null"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/ranges"
	"github.com/graphdp/graphdp/models/method/release"
)

// Method is the method and its controls.
var Method = method.Method{
	Name: "dpgs", About: "synthetic graphs by graph summarisation: node clusters and noisy edge counts between them", Paper: "DPGS", Releases: release.KindGraph,
	Attack: onCounts.With(4000), Exhibits: exhibits(), Called: map[string]string{"DPGS": "published"}, Small: []string{"Clusters=4", "Steps=5"},
	Modes: []method.Mode{
		Published.Mode, Summary.Mode, Strict.Mode, RandomClusters.Mode, NonPrivatePublished.Mode, StrictNonPrivate.Mode, Null.Mode,
	},
}

// The modes.
var (
	// Published has the paper's β, the one setting that it gives, and as many clusters as Cora has
	// classes; with more the loss tends to put all nodes into one, without noise as well.
	Published = method.NewPrivate("dpgs", method.Mode{
		Role: method.Published, Name: "published", About: "Algorithms 1 to 4: clusters trained on cuts, noisy weights and features", Relation: gdp.EdgeLevel,
		Unproved: "one edge changes the sums over two-step walks, without a useful bound (G3)", Attack: &byWalks, Featured: true,
	}, printed, runPaper)
	Summary = method.NewPrivate("dpgs", method.Mode{
		Role: method.Other, Name: "summary", About: "k-means on public features, then noisy edge counts between clusters", Relation: gdp.EdgeLevel, Featured: true,
	}, Features{Partition: Partition{Clusters: 30}, Rounds: 20, Dim: 64, Candidates: 3, CountShare: 1}, runFeatures) // hops and refinement cost more than they give
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

// Partition holds the settings of every partition of the nodes into clusters.
type Partition struct {
	Clusters int    `range:"[2,5000]"` // k; all cells are drawn
	Start    uint64 // seed of clusters, projections and first weights, which are public
}

// Features is a summary whose clusters are those of public features, and of sums over neighbours
// if there are hops. Shares are of the budget as zero-concentrated privacy counts it, ρ, and sum
// to 1.
type Features struct {
	Partition
	Rounds      int     `range:"[1,2^20]"`  // of k-means, at most
	Hops        int     `range:"[0,64]"`    // K
	HopShare    float64 `range:"[0,1]"`     // for the sums of all hops
	Dim         int     `range:"[1,4096]"`  // d, of the rows that are summed: a random projection of features
	Refinements int     `range:"[0,1024]"`  // rounds of refinement
	RefineShare float64 `range:"[0,1]"`     // for all of them
	Candidates  int     `range:"[2,60000]"` // m, clusters that a node can be moved to
	CountShare  float64 `range:"(0,1]"`     // for the counts of edges between clusters
	EdgeShare   float64 `range:"[0,1]"`     // for the number of all edges; 0: it is the sum of all counts
}

// Ids is a summary whose clusters are random: they depend on the number of nodes alone.
type Ids struct {
	Partition
	EdgeShare float64 `range:"[0,0.999]"` // as in [Features]; the other part is for the counts
}

// tally is how the edges are counted, where one release of all the budget has the multiplier.
func (c Ids) tally(nodes int, from string, multiplier float64) tally {
	t := tally{nodes: nodes, k: c.Clusters, from: from, noise: multiplier / math.Sqrt(1-c.EdgeShare)}
	if c.EdgeShare > 0 {
		t.edges = multiplier / math.Sqrt(c.EdgeShare)
	}
	return t
}

// Holds returns how many bytes about as many drawn edges take, and the graph that is made of them.
func (c Ids) Holds(_, edges int) int64 { return 16 * int64(edges) }

// Uniform is the null control: a uniform graph with a noisy number of edges.
type Uniform struct{ null.Graphs }

// ByWeights as Tau takes the threshold that as many pairs reach as the released weights have edges.
const ByWeights = -1

// Paper is the method as printed. What the paper leaves open has a value here that is in its
// favour where there is a choice.
type Paper struct {
	Partition
	Dim        int     `range:"[1,4096]"`   // of a random projection of features, which hops add up
	Hops       int     `range:"[0,16]"`     // K
	Width      int     `range:"[1,4096]"`   // d', of rows and hidden layers
	Steps      int     `range:"[1,2^20]"`   // T
	Rate       float64 `range:"[1e-9,1e3]"` // of Adam
	Clip       float64 `range:"[1e-9,1e9]"` // η, of the whole gradient
	Refined    float64 `range:"[0,1]"`      // r, as a share of the nodes
	Candidates int     `range:"[2,60000]"`  // m
	Alpha      float64 `range:"[1e-9,1e9]"` // α
	Beta       float64 `range:"[0,1]"`      // β
	Tau        float64 `range:"[-2,1e12]"`  // τ, or ByWeights
}

// PaperExact is the same without noise.
type PaperExact Paper

// refined is the number of nodes of n that are refined.
func (c Paper) refined(n int) int { return int(math.Round(c.Refined * float64(n))) }

// fits refuses a graph of n nodes that the settings are not for.
func (c Features) fits(n int) error { return errors.Join(checkHops(c.Hops, n), c.Partition.fits(n)) }

// fits does the same.
func (c Paper) fits(n int) error { return errors.Join(checkHops(c.Hops, n), c.Partition.fits(n)) }

// fits refuses a number of clusters that n nodes cannot have.
func (c Partition) fits(n int) error {
	if c.Clusters > n {
		return fmt.Errorf("dpgs: %d clusters of %d nodes: use fewer clusters", c.Clusters, n)
	}
	return nil
}

// Check reports a setting that no run can have.
func (c Features) Check() error {
	return cmp.Or(ranges.Check("dpgs", c), checkPaid("HopShare", c.HopShare, c.Hops > 0), checkPaid("RefineShare", c.RefineShare, c.Refinements > 0),
		checkSum(c.HopShare, c.RefineShare, c.CountShare, c.EdgeShare))
}

// checkPaid refuses a share of the budget for something that is not done, and none for what is.
func checkPaid(name string, share float64, done bool) error {
	if done != (share > 0) {
		return fmt.Errorf("dpgs: %s is %v: want above 0 if the step runs, else 0", name, share)
	}
	return nil
}

// checkSum refuses shares of the budget that do not sum to 1.
func checkSum(shares ...float64) error {
	sum := 0.0
	for _, s := range shares {
		sum += s
	}
	if math.Abs(sum-1) > 1e-9 {
		return fmt.Errorf("dpgs: the shares of the budget sum to %v, want 1", sum)
	}
	return nil
}

// Result is what a run releases.
type Result struct {
	Graph   *graph.Graph  `json:"graph"`             // undirected, on the ids of the original
	Summary *SummaryGraph `json:"summary,omitempty"` // nil for [Similar], [Known] and [Uniform]

	// What [Similar] asks for, and [Known] counts.
	Degrees   []float64 `json:"degrees,omitempty"`   // of each node, noisy
	Low       []float64 `json:"low,omitempty"`       // numbers of nodes of at most 0, 1, … neighbours
	Kinds     []float64 `json:"kinds,omitempty"`     // edges of each kind of pair
	Triangles float64   `json:"triangles,omitempty"` // at most Room at an edge
	Room      int       `json:"room,omitempty"`      // 0 for all

	// What pairs answered, each turned with the probability Flip; nil where none was asked.
	Answers *graph.Graph `json:"answers,omitempty"`
	Flip    float64      `json:"flip,omitempty"`

	Guarantee *gdp.Guarantee `json:"guarantee,omitempty"` // nil without privacy
	// Standard deviations of the noise of Degrees, Low and Kinds, the last where pairs were asked.
	DegreeNoise float64 `json:"noise_of_degrees,omitempty"`
	LowNoise    float64 `json:"noise_of_low,omitempty"`
	KindNoise   float64 `json:"noise_of_kinds,omitempty"`

	Noise     float64       `json:"noise_of_counts,omitempty"` // standard deviation, of a summary
	Embedding *embed.Matrix `json:"embedding,omitempty"`       // random rows, of a [Uniform] with a Dim

	kinds func() *likeness // of pairs, of [Similar] and [Known]
}

// details are what else is reported of a run.
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

// Outcome implements [method.Result]. Features and labels of the nodes are public: users of
// the graph have them.
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
