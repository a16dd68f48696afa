package dpgs

import (
	"fmt"

	"github.com/graphdp/graphdp/data/embed"
	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/release"
)

// Result is what a run releases.
type Result struct {
	Graph   *graph.Graph  `json:"graph"`             // undirected, on the ids of the original
	Summary *SummaryGraph `json:"summary,omitempty"` // nil for [Similar], [Known] and [Uniform]

	// What [Similar] asks for, and [Known] counts.
	Degrees   []float64 `json:"degrees,omitempty"`   // of each node, noisy
	Low       []float64 `json:"low,omitempty"`       // numbers of nodes of at most 0, 1, … neighbours
	Kinds     []float64 `json:"kinds,omitempty"`     // edges of each kind of pair
	Triangles float64   `json:"triangles,omitempty"` // at most Room at an edge
	Room      int       `json:"room,omitempty"`      // 0 for all

	// What pairs answered, each turned with the probability Flip; nil where none was asked.
	Answers *graph.Graph `json:"answers,omitempty"`
	Flip    float64      `json:"flip,omitempty"`

	Guarantee *gdp.Guarantee `json:"guarantee,omitempty"` // nil without privacy
	// Standard deviations of the noise of Degrees, Low and Kinds, the last where pairs were asked.
	DegreeNoise float64 `json:"noise_of_degrees,omitempty"`
	LowNoise    float64 `json:"noise_of_low,omitempty"`
	KindNoise   float64 `json:"noise_of_kinds,omitempty"`

	Noise     float64       `json:"noise_of_counts,omitempty"` // standard deviation, of a summary
	Embedding *embed.Matrix `json:"embedding,omitempty"`       // random rows, of a [Uniform] with a Dim

	kinds func() *likeness // of pairs, of [Similar] and [Known]
}

// details are what else is reported of a run.
type details struct {
	Clusters int     `json:"clusters"`
	Cells    int     `json:"cells"`
	Rest     float64 `json:"edges_elsewhere"`
	Noise    float64 `json:"noise_of_counts,omitempty"`
}

// String implements [fmt.Stringer].
func (d details) String() string {
	return fmt.Sprintf("%d clusters, %d cells with edges, %.0f edges elsewhere", d.Clusters, d.Cells, d.Rest)
}

// Outcome implements [method.Result]. Features and labels of the nodes are public: users of
// the graph have them.
func (r *Result) Outcome() method.Outcome {
	o := method.Outcome{Release: release.Graph{Network: &graph.Network{Graph: r.Graph}}, Guarantee: r.Guarantee}
	switch {
	case r.Summary != nil:
		o.Also = []release.Release{r.Summary.statistics()}
		o.Details = details{len(r.Summary.Sizes), len(r.Summary.Cells), r.Summary.Rest, r.Noise}
	case r.Degrees != nil:
		numbers, aims := r.numbers()
		o.Release = release.Graph{Network: &graph.Network{Graph: r.Graph}, Pairs: r.Links}
		o.Also, o.Details = []release.Release{numbers}, aims
		if r.Answers != nil {
			o.Also = append(o.Also, release.Graph{Network: &graph.Network{Graph: r.Answers}})
		}
	case r.Embedding != nil:
		o.Also = []release.Release{release.Embedding{Matrix: r.Embedding}}
	}
	return o
}
