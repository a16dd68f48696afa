package graphrnn

import (
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/release"
)

// Method is the method.
var Method = method.Method{
	Name: "graphrnn", Called: map[string]string{"GraphRNN": "nonprivate"}, About: "synthetic graphs by an autoregressive recurrent network (non-private baseline)", Paper: "GRAPHRNN18", Releases: release.KindGraphs,
	Modes: []method.Mode{NonPrivate.Mode},
}

// NonPrivate has the paper's networks at half the width and half the depth, as its authors take the
// width for small graphs, trained for less long: see docs/papers/graphrnn.md. A sampled graph has
// as many nodes as the network gives it, and no more than the largest graph of the training.
var NonPrivate = method.NewPlainCollection("graphrnn", method.Mode{
	Role: method.NonPrivate, Name: "nonprivate", About: "GraphRNN, one network per graph", Edition: 1,
}, Unprotected{Layers: 2, Hidden: 64, Embedding: 32, EdgeHidden: 16, EdgeEmbedding: 8, Batch: 4, Steps: 300, Rate: 0.003}, fit)
