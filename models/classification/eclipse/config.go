package eclipse

import (
	"github.com/graphdp/graphdp/models/classification"
	"github.com/graphdp/graphdp/models/classification/gcn"
)

// Config is the configuration of a private mode: a [NoisyRank] or an [Edgeless].
type Config interface {
	begin(in *classification.Input) (classification.Fit[*Result], error)
}

// Edgeless is the network on the graph without edges.
type Edgeless struct{ gcn.Edgeless }

// NoisyRank is a network on a graph of noisy singular values.
type NoisyRank struct {
	gcn.Classifier
	Rank       int     `range:"[1,1024]"` // singular values that are kept
	CountShare float64 `range:"(0,1)"`    // of ε that the number of edges takes
}

// Published returns the setting of the authors' code: 20 singular values, and 1 % of ε for
// the number of edges.
func Published() NoisyRank {
	return NoisyRank{Classifier: gcn.NonPrivate().Classifier, Rank: 20, CountShare: 0.01}
}

// KeptAs implements [checkpoint.Renamed].
func (NoisyRank) KeptAs() string { return "Config" }

// Null returns the control of package gcn.
func Null() Edgeless { return Edgeless{gcn.Null()} }

// LowRank is a network on a graph of low rank without noise.
type LowRank struct {
	gcn.Classifier
	Rank int `range:"[1,1024]"` // singular values that are kept
}

// NonPrivate returns the same setting.
func NonPrivate() LowRank { return LowRank{Classifier: gcn.NonPrivate().Classifier, Rank: 20} }

const (
	mostNodes = 1 << 16 // whose pairs are all looked at
	mostKept  = 1 << 22 // edges of a made graph
)
