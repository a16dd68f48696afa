package privdpr

import (
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math"

	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/graph"
)

// Result is what a run releases.
type Result struct {
	Graph     *graph.Graph   // undirected, on the ids of the original
	Edges     int            // the number of edges that was aimed at
	Embedding *Embedding     // V; nil for a [DegreeGraph]
	Pairs     int            // pairs with a positive score, for [DeepPageRank]
	Degrees   []float64      // the released share of nodes of degree 0, 1, …, for a [DegreeGraph]
	Guarantee *gdp.Guarantee // nil for [DPR]
}

// kept is a Result in a journal.
type kept struct {
	Nodes     int            `json:"nodes"`
	Graph     string         `json:"graph"` // ids of both ends of every edge, base64 of little-endian uint32
	Edges     int            `json:"edges"`
	Dim       int            `json:"dim,omitempty"`
	Embedding string         `json:"embedding,omitempty"` // base64 of little-endian float32
	Pairs     int            `json:"pairs,omitempty"`
	Degrees   []float64      `json:"degrees,omitempty"`
	Guarantee *gdp.Guarantee `json:"guarantee,omitempty"`
}

// MarshalJSON implements [json.Marshaler].
func (r *Result) MarshalJSON() ([]byte, error) {
	k := kept{Nodes: r.Graph.N(), Edges: r.Edges, Pairs: r.Pairs, Degrees: r.Degrees, Guarantee: r.Guarantee}
	var b []byte
	for u, v := range r.Graph.Edges() {
		b = binary.LittleEndian.AppendUint32(binary.LittleEndian.AppendUint32(b, uint32(u)), uint32(v))
	}
	k.Graph = base64.StdEncoding.EncodeToString(b)
	if r.Embedding != nil {
		b = b[:0]
		for _, x := range r.Embedding.values {
			b = binary.LittleEndian.AppendUint32(b, math.Float32bits(x))
		}
		k.Dim, k.Embedding = r.Embedding.dim, base64.StdEncoding.EncodeToString(b)
	}
	return json.Marshal(k)
}

// UnmarshalJSON implements [json.Unmarshaler].
func (r *Result) UnmarshalJSON(data []byte) error {
	var k kept
	if err := json.Unmarshal(data, &k); err != nil {
		return err
	}
	words, err := decode(k.Graph, -1)
	if err != nil {
		return fmt.Errorf("privdpr: a kept graph: %w", err)
	}
	edges := make([]graph.Edge, len(words)/2)
	for i := range edges {
		edges[i] = graph.Edge{U: int32(words[2*i]), V: int32(words[2*i+1])}
	}
	*r = Result{Edges: k.Edges, Pairs: k.Pairs, Degrees: k.Degrees, Guarantee: k.Guarantee}
	if r.Graph, _, err = graph.FromEdges(k.Nodes, edges, graph.Options{}); err != nil || k.Dim == 0 {
		return err
	}
	if words, err = decode(k.Embedding, k.Nodes*k.Dim); err != nil {
		return fmt.Errorf("privdpr: a kept embedding: %w", err)
	}
	r.Embedding = &Embedding{k.Dim, make([]float32, len(words))}
	for i, w := range words {
		r.Embedding.values[i] = math.Float32frombits(w)
	}
	return nil
}

// decode reads the given number of words, or an even one if that is -1.
func decode(text string, want int) ([]uint32, error) {
	b, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		return nil, err
	}
	if len(b)%4 != 0 || want >= 0 && len(b) != 4*want || want < 0 && len(b)%8 != 0 {
		return nil, fmt.Errorf("%d bytes", len(b))
	}
	words := make([]uint32, len(b)/4)
	for i := range words {
		words[i] = binary.LittleEndian.Uint32(b[4*i:])
	}
	return words, nil
}
