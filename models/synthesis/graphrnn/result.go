package graphrnn

import (
	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/release"
)

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
