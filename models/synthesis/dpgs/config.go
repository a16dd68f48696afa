package dpgs

import (
	"fmt"

	"github.com/graphdp/graphdp/models/null"
)

// mostClusters is the largest number of clusters of which all cells are drawn.
const mostClusters = 5000

// Table is what every summary by clusters has.
type Table struct {
	Clusters int // k
	Rounds   int // of k-means, at most
}

// Features is a summary whose clusters are those of public features.
type Features struct{ Table }

// Ids is a summary whose clusters are random: they depend on the number of nodes alone.
type Ids struct{ Table }

// Plain is a summary without noise, of clusters of features.
type Plain struct{ Table }

// Counted returns the setting of the noisy summary.
func Counted() Features { return Features{Table{Clusters: 30, Rounds: 20}} }

// Random returns the same with random clusters.
func Random() Ids { return Ids{Counted().Table} }

// Exact returns the same without noise.
func Exact() Plain { return Plain{Counted().Table} }

// Uniform returns the null: a noisy number of edges, which are anywhere.
func Uniform() null.Graphs { return null.Graphs{Shape: null.Uniform, Theta: 1 << 30} }

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
