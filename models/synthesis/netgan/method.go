// Package netgan generates graphs by NetGAN [NETGAN18], a GAN of random walks, without privacy. It
// is a non-private reference for [dpggan].
//
//	relation  none: the data are read without noise
//	releases  a collection of graphs, one for each graph, on the same nodes and with as many edges
//
// A single graph is a collection of one. docs/papers/netgan.md lists the differences from the
// paper.
//
// [NETGAN18] A. Bojchevski, O. Shchur, D. Zügner and S. Günnemann, NetGAN: generating graphs via
// random walks, ICML 2018; arXiv 1803.00816.
//
// [dpggan]: https://pkg.go.dev/github.com/graphdp/graphdp/models/synthesis/dpggan
package netgan

import (
	"math"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/release"
)

// Method describes NetGAN and its mode.
var Method = method.Method{
	Name: "netgan", Called: map[string]string{"NetGAN": "nonprivate"}, About: "synthetic graphs by a GAN over random walks (non-private baseline)", Paper: "NETGAN18", Releases: release.KindGraphs,
	Modes: []method.Mode{NonPrivate.Mode},
}

// NonPrivate has the paper's setting with a quarter of its embedding width and batch size, and far
// fewer steps at a higher rate: see docs/papers/netgan.md.
var NonPrivate = method.NewPlainCollection("netgan", method.Mode{
	Role: method.NonPrivate, Name: "nonprivate", About: "NetGAN, one generator and one critic per graph", Edition: 1,
}, Unprotected{Length: 16, Noise: 16, Hidden: 40, Judge: 30, Down: 32, Batch: 32, Steps: 300, Critics: 3, Rate: 0.002, Penalty: 10, Walks: 2048}, fit)

// Unprotected holds the settings.
type Unprotected struct {
	Length  int     `range:"[2,1024]"` // of a walk
	Noise   int     `range:"[1,4096]"` // random numbers from which a walk starts
	Hidden  int     `range:"[1,4096]"` // width of the generator's LSTM
	Judge   int     `range:"[1,4096]"` // width of the critic's LSTM
	Down    int     `range:"[1,4096]"` // width of an embedded node in both
	Batch   int     `range:"[1,4096]"` // walks per step
	Steps   int     `range:"[1,2^24]"` // of the generator
	Critics int     `range:"[1,1024]"` // steps of the critic per step of the generator
	Rate    float64 `range:"(0,1]"`    // of Adam
	Penalty float64 `range:"[0,1e6]"`  // weight of the gradient penalty
	Walks   int     `range:"[1,2^24]"` // walks from which a graph is assembled
}

// temperature decreases geometrically from 5 to 0.5 over training.
func (c Unprotected) temperature(step int) float64 {
	return 5 * math.Pow(0.1, float64(step)/float64(c.Steps))
}

// Result holds a generated graph for each graph of the collection, with its class.
type Result struct {
	Graphs  []*graph.Graph `json:"graphs"`
	Labels  []int32        `json:"labels,omitempty"`
	Classes []string       `json:"classes,omitempty"`
	Apart   []float64      `json:"apart"` // final mean score of fake walks minus that of real walks, for each graph
}

// Outcome implements [method.Result].
func (r *Result) Outcome() method.Outcome {
	return method.Outcome{Release: release.GraphsOf(r.Graphs, r.Labels, r.Classes), Details: struct {
		Apart []float64 `json:"apart"`
	}{r.Apart}}
}
