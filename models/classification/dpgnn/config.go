package dpgnn

import (
	"github.com/graphdp/graphdp/models/classification"
	"github.com/graphdp/graphdp/models/method/split"
)

// Config is the configuration of a private mode: a [Subgraphs] or an [Untrained].
type Config interface {
	begin(in *classification.Input) (classification.Fit[*Result], error)
}

// Subgraphs is how the network is built and trained.
type Subgraphs struct {
	Classes    int     `range:"[0,16384]"`   // how many there are, a public fact; 0: as many as the network has names for
	Latent     int     `range:"[1,4096]"`    // width of the layers
	MaxDegree  int     `range:"[1,100]"`     // K, subgraphs of others that a node is in at most
	Batch      int     `range:"[1,∞)"`       // nodes of a step, m; all training nodes if there are fewer
	Steps      int     `range:"[1,1000000]"` // T
	Percentile float64 `range:"(0,100]"`     // of the norms of first gradients that the clips are, in percent
	Rate       float64 `range:"(0,∞)"`       // Adam's learning rate
	Split      split.Config
}

// Unprotected is the same without clips and noise.
type Unprotected Subgraphs

// Published returns the setting of the authors' code with batches and steps for graphs of
// some thousand nodes; that of ogbn-arxiv, with 90,941 nodes to learn from, is 10,000 and 3,000.
func Published() Subgraphs {
	return Subgraphs{Latent: 100, MaxDegree: 5, Batch: 256, Steps: 200, Percentile: 75, Rate: 3e-3, Split: split.Config{Share: 0.8}}
}

// NonPrivate returns the same setting.
func NonPrivate() Unprotected { return Unprotected(Published()) }

// Untrained is the configuration of the control, which trains nothing.
type Untrained struct {
	Classes int `range:"[0,16384]"`
	Latent  int `range:"[1,4096]"`
	Split   split.Config
}

// Null returns the same network.
func Null() Untrained { return Untrained{Latent: 100, Split: split.Config{Share: 0.8}} }

// mostSubgraph is the largest number of nodes of a subgraph, as in the authors' code.
const mostSubgraph = 100

// KeptAs implements [checkpoint.Renamed].
func (Subgraphs) KeptAs() string { return "Config" }
