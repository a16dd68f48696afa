package dpggan

import (
	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/release"
)

// Result is what a run releases: one graph for each graph of the collection, on as many
// nodes and of its class.
type Result struct {
	Graphs    []*graph.Graph `json:"graphs"`
	Labels    []int32        `json:"labels,omitempty"` // the classes of the graphs, which are public at edge level
	Classes   []string       `json:"classes,omitempty"`
	Guarantee *gdp.Guarantee `json:"guarantee,omitempty"` // nil without privacy
}

// Outcome implements [method.Result].
func (r *Result) Outcome() method.Outcome {
	all := release.GraphsOf(r.Graphs, r.Labels, r.Classes)
	return method.Outcome{Release: all, Also: all.Single(), Guarantee: r.Guarantee}
}

// result returns a result without graphs.
func (k known) result() *Result { return &Result{Labels: k.labels, Classes: k.classes} }

// guarded notes what protects the release.
func (r *Result) guarded(s *gdp.Session) error {
	g, err := s.Guarantee()
	r.Guarantee = &g
	return err
}
