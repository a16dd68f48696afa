package privdpr

import (
	"github.com/graphdp/graphdp/data/embed"
	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp"
)

// Result is what a run releases.
type Result struct {
	Graph     *graph.Graph   `json:"graph"`               // undirected, on the ids of the original
	Edges     int            `json:"edges"`               // the number of edges that was aimed at
	Embedding *embed.Matrix  `json:"embedding,omitempty"` // V; nil for a [DegreeGraph]
	Pairs     int            `json:"pairs,omitempty"`     // pairs with a positive score, of deep PageRank
	Degrees   []float64      `json:"degrees,omitempty"`   // the released share of nodes of degree 0, 1, …, of a [DegreeGraph]
	Guarantee *gdp.Guarantee `json:"guarantee,omitempty"` // nil for [RunPlain]
}
