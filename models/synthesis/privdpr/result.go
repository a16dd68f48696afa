package privdpr

import (
	"github.com/graphdp/graphdp/data/embed"
	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp"
)

// Result is the result of a run.
type Result struct {
	Graph     *graph.Graph   `json:"graph"`               // undirected, on the original ids
	Edges     int            `json:"edges"`               // target number of edges
	Embedding *embed.Matrix  `json:"embedding,omitempty"` // V; nil for [DegreeGraph]
	Pairs     int            `json:"pairs,omitempty"`     // pairs with a positive score, for deep PageRank
	Degrees   []float64      `json:"degrees,omitempty"`   // released degree distribution of [DegreeGraph]
	Guarantee *gdp.Guarantee `json:"guarantee,omitempty"` // nil for [RunPlain]
}
