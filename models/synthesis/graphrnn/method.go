// Package graphrnn generates graphs by GraphRNN [GRAPHRNN18], without privacy. It is a non-private
// reference for [dpggan].
//
//	relation  none: the data are read without noise
//	releases  a collection of graphs, one for each graph
//
// A single graph is a collection of one. docs/papers/graphrnn.md lists the differences from the
// paper.
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

// Method describes GraphRNN and its mode.
var Method = method.Method{
	Name: "graphrnn", Called: map[string]string{"GraphRNN": "nonprivate"}, About: "synthetic graphs by an autoregressive recurrent network (non-private baseline)", Paper: "GRAPHRNN18", Releases: release.KindGraphs,
	Modes: []method.Mode{NonPrivate.Mode},
}

// NonPrivate has the paper's networks at half the width, which the authors use for small graphs,
// and half the depth, with shorter training: see docs/papers/graphrnn.md. The network determines a
// sampled graph's number of nodes, at most that of the largest training graph.
var NonPrivate = method.NewPlainCollection("graphrnn", method.Mode{
	Role: method.NonPrivate, Name: "nonprivate", About: "GraphRNN, one network per graph", Edition: 1,
}, Unprotected{Layers: 2, Hidden: 64, Embedding: 32, EdgeHidden: 16, EdgeEmbedding: 8, Batch: 4, Steps: 300, Rate: 0.003}, fit)

// Unprotected holds the settings.
type Unprotected struct {
	Layers        int     `range:"[1,16]"`   // in each of the two networks
	Hidden        int     `range:"[1,4096]"` // state width of the row network
	Embedding     int     `range:"[1,4096]"` // width of an embedded row
	EdgeHidden    int     `range:"[1,4096]"` // state width of the bit network
	EdgeEmbedding int     `range:"[1,4096]"` // width of an embedded bit
	Batch         int     `range:"[1,4096]"` // node orders per step
	Steps         int     `range:"[1,2^24]"` // of training
	Rate          float64 `range:"(0,1]"`    // of Adam; multiplied by 0.3 after 2/15 and again after 1/3 of the steps
	Together      bool    // one network for all graphs of a collection instead of one per graph
}

// rate returns the learning rate of a step. The paper trains for 3,000 epochs and reduces the rate
// after 400 and after 1,000.
func (c Unprotected) rate(step int) float64 {
	rate := c.Rate
	for _, epoch := range []int{400, 1000} {
		if 3000*step >= epoch*c.Steps {
			rate *= 0.3
		}
	}
	return rate
}

// Result holds a generated graph for each graph of the collection, with its class.
type Result struct {
	Graphs     []*graph.Graph `json:"graphs"`
	Labels     []int32        `json:"labels,omitempty"`
	Classes    []string       `json:"classes,omitempty"`
	Bandwidths []int          `json:"bandwidths"` // M of each network
	Losses     []float64      `json:"losses"`     // cross-entropy per bit in the last step of each network
}

// Outcome implements [method.Result].
func (r *Result) Outcome() method.Outcome {
	return method.Outcome{Release: release.GraphsOf(r.Graphs, r.Labels, r.Classes), Details: details{r.Bandwidths, r.Losses}}
}

type details struct {
	Bandwidths []int     `json:"bandwidths"`
	Losses     []float64 `json:"losses"`
}
