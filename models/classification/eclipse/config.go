package eclipse

import (
	"fmt"

	"github.com/graphdp/graphdp/models/classification/gcn"
)

// Config is a network on a graph of low rank.
type Config struct {
	gcn.Classifier
	Rank       int     // singular values that are kept
	CountShare float64 // of ε that the number of edges takes
}

// Published returns the setting of the authors' code: 20 singular values, and 1 % of ε for
// the number of edges.
func Published() Config {
	return Config{Classifier: gcn.NonPrivate(), Rank: 20, CountShare: 0.01}
}

// LowRank is a network on a graph of low rank without noise.
type LowRank struct {
	gcn.Classifier
	Rank int // singular values that are kept
}

// NonPrivate returns the same setting.
func NonPrivate() LowRank { return LowRank{Classifier: gcn.NonPrivate(), Rank: 20} }

const (
	mostRank  = 1 << 10 // beyond it a setting is likely a typo
	mostNodes = 1 << 16 // whose pairs are all looked at
	mostKept  = 1 << 22 // edges of a made graph
)

// Check refuses settings that no run can mean.
func (c Config) Check() error {
	if !(c.CountShare > 0 && c.CountShare < 1) {
		return fmt.Errorf("eclipse: a share of %v of ε for the number of edges, want one strictly between 0 and 1", c.CountShare)
	}
	return LowRank{c.Classifier, c.Rank}.Check()
}

// Check refuses settings that no run can mean.
func (c LowRank) Check() error {
	if c.Rank < 1 || c.Rank > mostRank {
		return fmt.Errorf("eclipse: a rank of %d, want 1 … %d", c.Rank, mostRank)
	}
	if err := c.Classifier.Check(); err != nil {
		return fmt.Errorf("eclipse: %w", err)
	}
	return nil
}
