package netgan

import (
	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/release"
)

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
