package eclipse

import "github.com/graphdp/graphdp/models/classification/gcn"

// Config is a network on a graph of noisy singular values.
type Config struct {
	gcn.Classifier
	Rank       int     `range:"[1,1024]"` // singular values that are kept
	CountShare float64 `range:"(0,1)"`    // of ε that the number of edges takes
}

// LowRank is a network on a graph of low rank without noise.
type LowRank struct {
	gcn.Classifier
	Rank int `range:"[1,1024]"` // singular values that are kept
}

const (
	mostNodes = 1 << 16 // whose pairs are all looked at
	mostKept  = 1 << 22 // edges of a made graph
)
