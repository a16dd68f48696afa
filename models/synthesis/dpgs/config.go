package dpgs

import (
	"cmp"
	"errors"
	"fmt"
	"math"

	"github.com/graphdp/graphdp/models/estimate/null"
	"github.com/graphdp/graphdp/models/method/ranges"
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
		return fmt.Errorf("dpgs: %d clusters of %d nodes", c.Clusters, n)
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
