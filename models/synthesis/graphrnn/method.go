// Package graphrnn generates graphs by GraphRNN [GRAPHRNN18], without privacy. It is a
// non-private reference of [dpggan].
//
//	relation  none: the data are read in the clear
//	releases  a collection of graphs, one for each graph
//
// One graph is a collection of one. What is as in the paper, and what is not:
// docs/papers/graphrnn.md.
//
// [GRAPHRNN18] J. You, R. Ying, X. Ren, W. L. Hamilton and J. Leskovec, GraphRNN: generating
// realistic graphs with deep auto-regressive models, ICML 2018; arXiv 1802.08773.
//
// [dpggan]: https://pkg.go.dev/github.com/graphdp/graphdp/models/synthesis/dpggan
package graphrnn

import (
	"github.com/graphdp/graphdp/data/graph"
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

// Unprotected holds the settings.
type Unprotected struct {
	Layers        int     `range:"[1,16]"`   // of each of the two networks
	Hidden        int     `range:"[1,4096]"` // width of the states of the network that reads rows
	Embedding     int     `range:"[1,4096]"` // width of what it reads a row as
	EdgeHidden    int     `range:"[1,4096]"` // width of the states of the network that writes bits
	EdgeEmbedding int     `range:"[1,4096]"` // width of what it reads a bit as
	Batch         int     `range:"[1,4096]"` // orders of nodes in a step
	Steps         int     `range:"[1,2^24]"` // of a training
	Rate          float64 `range:"(0,1]"`    // of Adam; it is multiplied by 0.3 after 2/15 and after 1/3 of the steps
	Together      bool    // one network for all graphs of a collection, and not one for each
}

// rate returns the learning rate of a step. The paper's training has 3,000 epochs, and multiplies
// the rate after 400 and after 1,000.
func (c Unprotected) rate(step int) float64 {
	rate := c.Rate
	for _, epoch := range []int{400, 1000} {
		if 3000*step >= epoch*c.Steps {
			rate *= 0.3
		}
	}
	return rate
}

// Result is what a run releases: a graph for each graph of the collection, of its class.
type Result struct {
	Graphs     []*graph.Graph `json:"graphs"`
	Labels     []int32        `json:"labels,omitempty"`
	Classes    []string       `json:"classes,omitempty"`
	Bandwidths []int          `json:"bandwidths"` // M, of each network
	Losses     []float64      `json:"losses"`     // cross-entropy of a bit in the last step, of each network
}

// Outcome implements [method.Result].
func (r *Result) Outcome() method.Outcome {
	return method.Outcome{Release: release.GraphsOf(r.Graphs, r.Labels, r.Classes), Details: details{r.Bandwidths, r.Losses}}
}

type details struct {
	Bandwidths []int     `json:"bandwidths"`
	Losses     []float64 `json:"losses"`
}
