package dpgs

import (
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/graphdp/graphdp/models/null"
)

const (
	// mostDense is the largest number of clusters of which all cells are drawn.
	mostDense = 5000
	// mostClusters is the largest number of clusters whose cells have numbers.
	mostClusters = 60_000
)

// Table is what every summary by clusters has.
type Table struct {
	Clusters int    // k
	Rounds   int    // of k-means, at most
	Start    uint64 // seed of the clusters, which is public
}

// Features is a summary whose clusters are those of public features, and of sums over neighbours
// if there are hops. Shares are of the budget as zero-concentrated privacy counts it, ρ, and sum
// to 1.
type Features struct {
	Table
	Hops        int     // K
	HopShare    float64 // for the sums of all hops
	Dim         int     // d, of the rows that are summed: a random projection of features
	Refinements int     // rounds of refinement
	RefineShare float64 // for all of them
	Candidates  int     // m, clusters that a node can be moved to
	CountShare  float64 // for the counts of edges between clusters
	EdgeShare   float64 // for the number of all edges; 0: it is the sum of all counts, if there are 5000 clusters at most
}

// Ids is a summary whose clusters are random: they depend on the number of nodes alone.
type Ids struct {
	Table
	EdgeShare float64 // as in [Features]; the other part is for the counts
}

// tally is how the edges are counted, where one release of all the budget has the multiplier.
func (c Ids) tally(nodes int, from string, multiplier float64) tally {
	t := tally{nodes: nodes, k: c.Clusters, from: from, noise: multiplier / math.Sqrt(1-c.EdgeShare)}
	if c.EdgeShare > 0 {
		t.edges = multiplier / math.Sqrt(c.EdgeShare)
	}
	return t
}

// checkEdges refuses a number of clusters whose counts are not all drawn, where nothing else says how
// many edges there are.
func (c Table) checkEdges(share float64) error {
	if c.Clusters > mostDense && share == 0 {
		return fmt.Errorf("dpgs: %d clusters, more than %d, need an EdgeShare above 0: the counts of all cells are not drawn, and do not say how many edges there are", c.Clusters, mostDense)
	}
	return nil
}

// Check reports a setting that no run can have.
func (c Ids) Check() error {
	if err := inRange(number{"EdgeShare", c.EdgeShare, 0, 0.999}); err != nil {
		return err
	}
	if err := c.checkEdges(c.EdgeShare); err != nil {
		return err
	}
	return c.Table.Check()
}

// Plain is a summary without noise, of clusters of features.
type Plain struct{ Table }

func table() Table { return Table{Clusters: 30, Rounds: 20} }

// Counted returns the setting of the noisy summary: no hops and no refinement, which cost more
// than they give.
func Counted() Features {
	return Features{Table: table(), Dim: 64, Candidates: 3, CountShare: 1}
}

// Random returns the same with random clusters.
func Random() Ids { return Ids{Table: table()} }

// Exact returns the same without noise.
func Exact() Plain { return Plain{table()} }

// Uniform returns the null: a noisy number of edges, which are anywhere.
func Uniform() null.Graphs { return null.Graphs{Shape: null.Uniform, Theta: 1 << 30} }

// ByWeights as Tau takes the threshold that as many pairs reach as the released weights have edges.
const ByWeights = -1

// Paper is the method as printed. What the paper leaves open has a value here that is in its
// favour where there is a choice.
type Paper struct {
	Clusters   int     // k
	Start      uint64  // seed of rows and first weights, which are public
	Dim        int     // of a random projection of features, which hops add up
	Hops       int     // K
	Width      int     // d', of rows and hidden layers
	Steps      int     // T
	Rate       float64 // of Adam
	Clip       float64 // η, of the whole gradient
	Refined    float64 // r, as a share of the nodes
	Candidates int     // m
	Alpha      float64 // α
	Beta       float64 // β
	Tau        float64 // τ, or ByWeights
}

// Unprotected is the same without noise.
type Unprotected struct{ Paper }

// Published returns the setting of the paper, as far as it gives one: β.
func Published() Paper {
	return Paper{
		Clusters: 30, Dim: 64, Hops: 2, Width: 64, Steps: 100, Rate: 1e-2, Clip: 1,
		Refined: 0.05, Candidates: 3, Alpha: 1, Beta: 0.5, Tau: ByWeights,
	}
}

// NonPrivate returns the same without noise.
func NonPrivate() Unprotected { return Unprotected{Published()} }

// Trained is a summary whose clusters a perceptron on features learns from edges. Shares are of the
// budget, about as zero-concentrated privacy counts it, and sum to 1.
type Trained struct {
	Clusters   int     // k
	Start      uint64  // seed of rows and first weights, which are public
	Dim        int     // of a random projection of features
	Width      int     // of hidden layers
	Steps      int     // T
	SampleRate float64 // q, of an edge in a step
	Rate       float64 // of Adam
	Clip       float64 // η, of the gradient of an edge
	PerNode    float64 // M₀ over the number of nodes: what is taken for the number of edges
	Apart      float64 // λ, the weight of L_o
	TrainShare float64 // for the steps
	CountShare float64 // for the counts of edges between clusters
}

// ByEdges returns the setting of the trained summary.
func ByEdges() Trained {
	return Trained{
		Clusters: 30, Dim: 64, Width: 32, Steps: 100, SampleRate: 0.05, Rate: 1e-2, Clip: 1, PerNode: 2, Apart: 1, TrainShare: 0.5, CountShare: 0.5,
	}
}

func (c Trained) table() Table { return Table{Clusters: c.Clusters, Rounds: 1, Start: c.Start} }

func (c Trained) coins() *rand.Rand { return c.table().coins() }

func (c Trained) fits(n int) error { return c.table().fits(n) }

// Rows is a summary with noisy features of clusters, which hide rows of features: clusters know
// of a node which one it is, and nothing else.
type Rows struct {
	Features
	Alpha      float64 // α, of the distance to the noisy features against smoothness
	RowEpsilon float64 // what hides a row, apart from the budget of edges
	Replaced   bool    // a row may become any other; else it may be set to zeros
}

// NoisyFeatures returns the setting of the summary that hides features.
func NoisyFeatures() Rows { return Rows{Features: Counted(), Alpha: 1, RowEpsilon: 1} }

// refined is the number of nodes of n that are refined.
func (c Paper) refined(n int) int { return int(math.Round(c.Refined * float64(n))) }

// checkDense refuses more clusters than all cells are drawn of.
func checkDense(k int) error {
	if k > mostDense {
		return fmt.Errorf("dpgs: %d clusters, want at most %d", k, mostDense)
	}
	return nil
}

func (c Paper) table() Table { return Table{Clusters: c.Clusters, Rounds: 1, Start: c.Start} }

func (c Paper) coins() *rand.Rand { return c.table().coins() }

func (c Paper) fits(n int) error { return c.table().fits(n) }

// Check reports a setting that no run can have.
func (c Paper) Check() error {
	if err := inRange(
		number{"Dim", float64(c.Dim), 1, 1 << 12}, number{"Hops", float64(c.Hops), 0, 16}, number{"Width", float64(c.Width), 1, 1 << 12},
		number{"Steps", float64(c.Steps), 1, 1 << 20}, number{"Candidates", float64(c.Candidates), 2, mostClusters},
		number{"Rate", c.Rate, 1e-9, 1e3}, number{"Clip", c.Clip, 1e-9, 1e9}, number{"Refined", c.Refined, 0, 1},
		number{"Alpha", c.Alpha, 1e-9, 1e9}, number{"Beta", c.Beta, 0, 1}, number{"Tau", c.Tau, -2, 1e12},
	); err != nil {
		return err
	}
	if err := checkDense(c.Clusters); err != nil {
		return err
	}
	return c.table().Check()
}

// Check reports a setting that no run can have.
func (c Trained) Check() error {
	if err := inRange(
		number{"Dim", float64(c.Dim), 1, 1 << 12}, number{"Width", float64(c.Width), 1, 1 << 12}, number{"Steps", float64(c.Steps), 1, 1 << 20},
		number{"SampleRate", c.SampleRate, 1e-9, 1}, number{"Rate", c.Rate, 1e-9, 1e3}, number{"Clip", c.Clip, 1e-9, 1e9},
		number{"PerNode", c.PerNode, 1e-9, 1e9}, number{"Apart", c.Apart, 0, 1e9},
	); err != nil {
		return err
	}
	if err := checkShares(share{"TrainShare", c.TrainShare, true}, share{"CountShare", c.CountShare, true}); err != nil {
		return err
	}
	if err := checkDense(c.Clusters); err != nil {
		return err
	}
	return c.table().Check()
}

// Check reports a setting that no run can have.
func (c Rows) Check() error {
	if err := inRange(number{"Alpha", c.Alpha, 1e-9, 1e9}, number{"RowEpsilon", c.RowEpsilon, 1e-3, 1e3}); err != nil {
		return err
	}
	return c.Features.Check()
}

// A number is a setting and its range.
type number struct {
	name               string
	value, least, most float64
}

// inRange refuses a number that is not in its range.
func inRange(list ...number) error {
	for _, x := range list {
		if !(x.value >= x.least && x.value <= x.most) {
			return fmt.Errorf("dpgs: %s is %v, want %v … %v", x.name, x.value, x.least, x.most)
		}
	}
	return nil
}

// Check reports a setting that no run can have.
func (c Table) Check() error {
	switch {
	case c.Clusters < 2 || c.Clusters > mostClusters:
		return fmt.Errorf("dpgs: %d clusters, want 2 … %d; one alone is mode null", c.Clusters, mostClusters)
	case c.Rounds < 1 || c.Rounds > 1<<20:
		return fmt.Errorf("dpgs: %d rounds of k-means, want 1 … %d", c.Rounds, 1<<20)
	}
	return nil
}

// fits refuses a number of clusters that n nodes cannot have.
func (c Table) fits(n int) error {
	if c.Clusters > n {
		return fmt.Errorf("dpgs: %d clusters of %d nodes", c.Clusters, n)
	}
	return nil
}

// Check reports a setting that no run can have.
func (c Features) Check() error {
	switch {
	case c.Hops < 0 || c.Hops > 64:
		return fmt.Errorf("dpgs: %d hops, want 0 … 64", c.Hops)
	case c.Dim < 1 || c.Dim > 1<<12:
		return fmt.Errorf("dpgs: rows of %d numbers, want 1 … %d", c.Dim, 1<<12)
	case c.Refinements < 0 || c.Refinements > 1<<10:
		return fmt.Errorf("dpgs: %d rounds of refinement, want 0 … %d", c.Refinements, 1<<10)
	case c.Candidates < 2:
		return fmt.Errorf("dpgs: %d candidates, want at least 2", c.Candidates)
	}
	if err := checkShares(share{"HopShare", c.HopShare, c.Hops > 0}, share{"RefineShare", c.RefineShare, c.Refinements > 0}, share{"CountShare", c.CountShare, true}, share{"EdgeShare", c.EdgeShare, c.EdgeShare > 0}); err != nil {
		return err
	}
	if err := c.checkEdges(c.EdgeShare); err != nil {
		return err
	}
	return c.Table.Check()
}

// A share is a part of the budget, for something that is done or is not.
type share struct {
	name string
	part float64
	done bool
}

// checkShares refuses shares that do not sum to 1, and those for nothing.
func checkShares(list ...share) error {
	sum := 0.0
	for _, s := range list {
		switch {
		case !(s.part >= 0 && s.part <= 1):
			return fmt.Errorf("dpgs: %s is %v, want 0 … 1", s.name, s.part)
		case s.done != (s.part > 0):
			return fmt.Errorf("dpgs: %s is %v: want a share above 0 for what is done, and 0 for what is not", s.name, s.part)
		}
		sum += s.part
	}
	if math.Abs(sum-1) > 1e-9 {
		return fmt.Errorf("dpgs: the shares of the budget sum to %v, want 1", sum)
	}
	return nil
}
