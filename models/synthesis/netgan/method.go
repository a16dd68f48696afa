// Package netgan generates graphs by NetGAN [NETGAN18], a GAN of random walks, without privacy. It
// is a non-private reference of [dpggan].
//
//	relation  none: the data are read in the clear
//	releases  a collection of graphs, one for each graph, on the same nodes and with as many edges
//
// One graph is a collection of one. What is as in the paper, and what is not:
// docs/papers/netgan.md.
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

// Method is the method.
var Method = method.Method{
	Name: "netgan", Called: map[string]string{"NetGAN": "nonprivate"}, About: "synthetic graphs by a GAN over random walks (non-private baseline)", Paper: "NETGAN18", Releases: release.KindGraphs,
	Modes: []method.Mode{NonPrivate.Mode},
}

// NonPrivate has the paper's setting, with a quarter of its width of what is read and of its batch,
// and far fewer steps at a higher rate: see docs/papers/netgan.md.
var NonPrivate = method.NewPlainCollection("netgan", method.Mode{
	Role: method.NonPrivate, Name: "nonprivate", About: "NetGAN, one generator and one critic per graph", Edition: 1,
}, Unprotected{Length: 16, Noise: 16, Hidden: 40, Judge: 30, Down: 32, Batch: 32, Steps: 300, Critics: 3, Rate: 0.002, Penalty: 10, Walks: 2048}, fit)

// Unprotected holds the settings.
type Unprotected struct {
	Length  int     `range:"[2,1024]"` // of a walk
	Noise   int     `range:"[1,4096]"` // how many random numbers a walk begins with
	Hidden  int     `range:"[1,4096]"` // width of the generator's cell
	Judge   int     `range:"[1,4096]"` // width of the critic's cell
	Down    int     `range:"[1,4096]"` // width of what both read a node as
	Batch   int     `range:"[1,4096]"` // walks in a step
	Steps   int     `range:"[1,2^24]"` // of the generator
	Critics int     `range:"[1,1024]"` // steps of the critic before each of them
	Rate    float64 `range:"(0,1]"`    // of Adam
	Penalty float64 `range:"[0,1e6]"`  // weight of the gradient penalty
	Walks   int     `range:"[1,2^24]"` // walks that a graph is put together of
}

// temperature falls from 5 to 0.5 over a training, by the same factor each step.
func (c Unprotected) temperature(step int) float64 {
	return 5 * math.Pow(0.1, float64(step)/float64(c.Steps))
}

// Result is what a run releases: a graph for each graph of the collection, of its class.
type Result struct {
	Graphs  []*graph.Graph `json:"graphs"`
	Labels  []int32        `json:"labels,omitempty"`
	Classes []string       `json:"classes,omitempty"`
	Apart   []float64      `json:"apart"` // mean score of fake walks less that of real ones, last, for each graph
}

// Outcome implements [method.Result].
func (r *Result) Outcome() method.Outcome {
	return method.Outcome{Release: release.GraphsOf(r.Graphs, r.Labels, r.Classes), Details: struct {
		Apart []float64 `json:"apart"`
	}{r.Apart}}
}
