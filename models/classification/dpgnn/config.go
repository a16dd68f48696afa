package dpgnn

import (
	"fmt"

	"github.com/graphdp/graphdp/models/split"
	"github.com/graphdp/graphdp/models/train"
)

// Config is how the network is built and trained.
type Config struct {
	Classes    int     // how many there are, a public fact; 0: as many as the network has names for
	Latent     int     // width of the layers
	MaxDegree  int     // K, subgraphs of others that a node is in at most
	Batch      int     // nodes of a step, m; all training nodes if there are fewer
	Steps      int     // T
	Percentile float64 // of the norms of first gradients that the clips are, in percent
	Rate       float64 // Adam's learning rate
	Split      split.Config
}

// Published returns the setting of the authors' code with batches and steps for graphs of
// some thousand nodes; that of ogbn-arxiv, with 90,941 nodes to learn from, is 10,000 and 3,000.
func Published() Config {
	return Config{Latent: 100, MaxDegree: 5, Batch: 256, Steps: 200, Percentile: 75, Rate: 3e-3, Split: split.Config{Share: 0.8}}
}

// NonPrivate returns the same setting.
func NonPrivate() Config { return Published() }

// Untrained is the configuration of the control, which trains nothing.
type Untrained struct {
	Classes int
	Latent  int
	Split   split.Config
}

// Null returns the same network.
func Null() Untrained { return Untrained{Latent: 100, Split: split.Config{Share: 0.8}} }

// mostSubgraph is the largest number of nodes of a subgraph, as in the authors' code.
const mostSubgraph = 100

// Check refuses settings that no run can mean.
func (c Config) Check() error {
	switch {
	case c.MaxDegree < 1 || c.MaxDegree > mostSubgraph:
		return fmt.Errorf("dpgnn: a largest degree of %d, want 1 … %d", c.MaxDegree, mostSubgraph)
	case c.Batch < 1:
		return fmt.Errorf("dpgnn: batches of %d nodes, want at least 1", c.Batch)
	case c.Steps < 1 || c.Steps > 1_000_000:
		return fmt.Errorf("dpgnn: %d steps, want 1 … 1000000", c.Steps)
	case !(c.Percentile > 0 && c.Percentile <= 100):
		return fmt.Errorf("dpgnn: clips at percentile %v, want one above 0, up to 100", c.Percentile)
	}
	if err := train.DefaultAdam(c.Rate).Check(); err != nil {
		return fmt.Errorf("dpgnn: %w", err)
	}
	return c.untrained().Check()
}

func (c Config) untrained() Untrained { return Untrained{c.Classes, c.Latent, c.Split} }

// Check refuses settings that no run can mean.
func (c Untrained) Check() error {
	switch {
	case c.Classes < 0 || c.Classes > 1<<14:
		return fmt.Errorf("dpgnn: %d classes, want at most %d", c.Classes, 1<<14)
	case c.Latent < 1 || c.Latent > 1<<12:
		return fmt.Errorf("dpgnn: layers of width %d, want 1 … %d", c.Latent, 1<<12)
	}
	if err := c.Split.Check(); err != nil {
		return fmt.Errorf("dpgnn: %w", err)
	}
	return nil
}
