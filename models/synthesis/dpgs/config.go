package dpgs

import (
	"cmp"
	"errors"
	"fmt"
	"math"

	"github.com/graphdp/graphdp/models/estimate/null"
	"github.com/graphdp/graphdp/models/method/ranges"
)

// mostDense is the largest number of clusters of which all cells are drawn.
const mostDense = 5000

// Partition holds the settings of every partition of the nodes into clusters.
type Partition struct {
	Clusters int    `range:"[2,60000]"` // k
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
	EdgeShare   float64 `range:"[0,1]"`     // for the number of all edges; 0: it is the sum of all counts, if there are 5000 clusters at most
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

// checkEdges refuses a number of clusters whose counts are not all drawn, where nothing else says
// how many edges there are.
func (c Partition) checkEdges(share float64) error {
	if c.Clusters > mostDense && share == 0 {
		return fmt.Errorf("dpgs: %d clusters, more than %d, need an EdgeShare above 0: the counts of all cells are not drawn, and do not say how many edges there are", c.Clusters, mostDense)
	}
	return nil
}

// Check reports a setting that no run can have.
func (c Ids) Check() error { return cmp.Or(ranges.Check("dpgs", c), c.checkEdges(c.EdgeShare)) }

// Exact is a summary without noise, of clusters of features.
type Exact struct {
	Partition
	Rounds int `range:"[1,2^20]"` // of k-means, at most
}

const (
	usualClusters = 30
	usualRounds   = 20
)

// Summary returns the setting of the noisy summary: no hops and no refinement, which cost more
// than they give.
func Summary() Features {
	return Features{Partition: Partition{Clusters: usualClusters}, Rounds: usualRounds, Dim: 64, Candidates: 3, CountShare: 1}
}

// RandomClusters returns the same with random clusters.
func RandomClusters() Ids { return Ids{Partition{Clusters: usualClusters}, 0} }

// NonPrivate returns the same without noise.
func NonPrivate() Exact { return Exact{Partition{Clusters: usualClusters}, usualRounds} }

// Uniform is the null control: a uniform graph with a noisy number of edges.
type Uniform struct{ null.Graphs }

// Null returns the setting of the null control.
func Null() Uniform { return Uniform{null.Graphs{Shape: null.Uniform, Theta: 1 << 30}} }

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

// Published returns the setting of the paper, as far as it gives one: β. It has as many clusters as
// Cora has classes; with more the loss tends to put all nodes into one, without noise as well.
func Published() Paper {
	return Paper{
		Partition: Partition{Clusters: 7}, Dim: 64, Hops: 2, Width: 64, Steps: 100, Rate: 1e-2, Clip: 1,
		Refined: 0.05, Candidates: 3, Alpha: 1, Beta: 0.5, Tau: ByWeights,
	}
}

// NonPrivatePublished returns the same without noise.
func NonPrivatePublished() PaperExact { return PaperExact(Published()) }

// TrainedClusters is a summary whose clusters a perceptron on features learns from edges. Shares
// are of the budget, about as zero-concentrated privacy counts it, and sum to 1.
type TrainedClusters struct {
	Partition
	Dim        int     `range:"[1,4096]"`   // of a random projection of features
	Hops       int     `range:"[0,16]"`     // K, of sums over neighbours that it reads besides
	HopShare   float64 `range:"[0,1]"`      // for the sums of all hops
	Width      int     `range:"[1,4096]"`   // of hidden layers
	Steps      int     `range:"[1,2^20]"`   // T
	SampleRate float64 `range:"[1e-9,1]"`   // q, of an edge in a step
	Rate       float64 `range:"[1e-9,1e3]"` // of Adam
	Clip       float64 `range:"[1e-9,1e9]"` // η, of the gradient of an edge
	PerNode    float64 `range:"[1e-9,1e9]"` // M₀ over the number of nodes: what is taken for the number of edges
	Apart      float64 `range:"[0,1e9]"`    // λ, the weight of L_o
	TrainShare float64 `range:"(0,1]"`      // for the steps
	CountShare float64 `range:"(0,1]"`      // for the counts of edges between clusters
}

// KeptAs implements [checkpoint.Renamed].
func (TrainedClusters) KeptAs() string { return "Trained" }

// Trained returns the setting of the trained summary.
func Trained() TrainedClusters {
	return TrainedClusters{
		Partition: Partition{Clusters: usualClusters}, Dim: 64, Width: 32, Steps: 100, SampleRate: 0.05, Rate: 1e-2, Clip: 1, PerNode: 2, Apart: 1, TrainShare: 0.5, CountShare: 0.5,
	}
}

// Rows is a summary with noisy features of clusters, which hide rows of features: clusters know
// of a node which one it is, and nothing else.
type Rows struct {
	Features
	Alpha      float64 `range:"[1e-9,1e9]"` // α, of the distance to the noisy features against smoothness
	RowEpsilon float64 `range:"[1e-3,1e3]"` // what hides a row, apart from the budget of edges
	Replaced   bool    // a row may become any other; else it may be set to zeros
}

// NoisyFeatures returns the setting of the summary that hides features.
func NoisyFeatures() Rows { return Rows{Features: Summary(), Alpha: 1, RowEpsilon: 1} }

// refined is the number of nodes of n that are refined.
func (c Paper) refined(n int) int { return int(math.Round(c.Refined * float64(n))) }

// checkDense refuses more clusters than all cells are drawn of.
func (c Partition) checkDense() error {
	if c.Clusters > mostDense {
		return fmt.Errorf("dpgs: Clusters is %d, want at most %d", c.Clusters, mostDense)
	}
	return nil
}

// Check reports a setting that no run can have.
func (c Paper) Check() error { return cmp.Or(ranges.Check("dpgs", c), c.checkDense()) }

// Check reports a setting that no run can have.
func (c PaperExact) Check() error { return Paper(c).Check() }

// Check reports a setting that no run can have.
func (c TrainedClusters) Check() error {
	return cmp.Or(ranges.Check("dpgs", c), checkPaid("HopShare", c.HopShare, c.Hops > 0), checkSum(c.HopShare, c.TrainShare, c.CountShare), c.checkDense())
}

// Check reports a setting that no run can have.
func (c Rows) Check() error { return cmp.Or(ranges.Check("dpgs", c), c.checkDense()) }

// fits refuses a graph of n nodes that the settings are not for.
func (c Features) fits(n int) error { return errors.Join(checkHops(c.Hops, n), c.Partition.fits(n)) }

// fits does the same.
func (c TrainedClusters) fits(n int) error {
	return errors.Join(checkHops(c.Hops, n), c.Partition.fits(n))
}

// fits does the same.
func (c Paper) fits(n int) error { return errors.Join(checkHops(c.Hops, n), c.Partition.fits(n)) }

// fits refuses a number of clusters that n nodes cannot have.
func (c Partition) fits(n int) error {
	if c.Clusters > n {
		return fmt.Errorf("dpgs: %d clusters of %d nodes", c.Clusters, n)
	}
	return nil
}

// Check reports a setting that no run can have.
func (c Features) Check() error {
	return cmp.Or(ranges.Check("dpgs", c), checkPaid("HopShare", c.HopShare, c.Hops > 0), checkPaid("RefineShare", c.RefineShare, c.Refinements > 0),
		checkSum(c.HopShare, c.RefineShare, c.CountShare, c.EdgeShare), c.checkEdges(c.EdgeShare))
}

// checkPaid refuses a share of the budget for something that is not done, and none for what is.
func checkPaid(name string, share float64, done bool) error {
	if done != (share > 0) {
		return fmt.Errorf("dpgs: %s is %v: want a share above 0 for what is done, and 0 for what is not", name, share)
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
