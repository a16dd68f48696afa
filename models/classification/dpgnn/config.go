package dpgnn

import "github.com/graphdp/graphdp/models/method/split"

// Config is how the network is built and trained.
type Config struct {
	Classes    int     `range:"[0,16384]"`   // how many there are, a public fact; 0: as many as the network has names for
	Latent     int     `range:"[1,4096]"`    // width of the layers
	MaxDegree  int     `range:"[1,100]"`     // K, subgraphs of others that a node is in at most
	Batch      int     `range:"[1,∞)"`       // nodes of a step, m; all training nodes if there are fewer
	Steps      int     `range:"[1,1000000]"` // T
	Percentile float64 `range:"(0,100]"`     // of the norms of first gradients that the clips are, in percent
	Rate       float64 `range:"(0,∞)"`       // Adam's learning rate
	Split      split.Config
}

// Untrained is the control: initial weights.
type Untrained struct {
	Classes int `range:"[0,16384]"`
	Latent  int `range:"[1,4096]"`
	Split   split.Config
}

// mostSubgraph is the largest number of nodes of a subgraph, as in the authors' code.
const mostSubgraph = 100
