package dpgs

import (
	"fmt"

	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/graph"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/release"
)

// Result is what a run releases.
type Result struct {
	Graph     *graph.Graph   `json:"graph"` // undirected, on the ids of the original
	Summary   *Summary       `json:"summary"`
	Guarantee *gdp.Guarantee `json:"guarantee,omitempty"`       // nil for [Draw]
	Rows      *RowGuarantee  `json:"rows,omitempty"`            // of [RunRows]
	Noise     float64        `json:"noise_of_counts,omitempty"` // standard deviation
}

// details are what else is reported of a run.
type details struct {
	Clusters int           `json:"clusters"`
	Cells    int           `json:"cells"`
	Rest     float64       `json:"edges_elsewhere"`
	Noise    float64       `json:"noise_of_counts,omitempty"`
	Rows     *RowGuarantee `json:"rows,omitempty"`
}

// String implements [fmt.Stringer].
func (d details) String() string {
	s := fmt.Sprintf("%d clusters, %d cells with edges, %.0f edges elsewhere", d.Clusters, d.Cells, d.Rest)
	if r := d.Rows; r != nil {
		s += fmt.Sprintf("; apart from that, where %s: ε = %.4g at δ = %.2g", r.Change, float64(r.Epsilon), float64(r.Delta))
	}
	return s
}

// Outcome implements [method.Result]. Features and labels of the nodes are public, and whoever
// uses the graph has them.
func (r *Result) Outcome() method.Outcome {
	return method.Outcome{
		Release: release.Graph{Network: &graph.Network{Graph: r.Graph}}, Also: []release.Release{r.Summary.statistics()}, Guarantee: r.Guarantee,
		Details: details{len(r.Summary.Sizes), len(r.Summary.Cells), r.Summary.Rest, r.Noise, r.Rows},
	}
}
