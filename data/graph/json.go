package graph

import (
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"fmt"
)

// kept is a Graph in JSON.
type kept struct {
	Nodes    int    `json:"nodes"`
	Directed bool   `json:"directed,omitempty"`
	Edges    string `json:"edges"` // both ends of every edge: base64 of little-endian uint32
}

// MarshalJSON implements [json.Marshaler].
func (g *Graph) MarshalJSON() ([]byte, error) {
	b := make([]byte, 0, 8*g.M())
	for u, v := range g.Edges() {
		b = binary.LittleEndian.AppendUint32(binary.LittleEndian.AppendUint32(b, uint32(u)), uint32(v))
	}
	return json.Marshal(kept{g.N(), g.Directed(), base64.StdEncoding.EncodeToString(b)})
}

// UnmarshalJSON implements [json.Unmarshaler].
func (g *Graph) UnmarshalJSON(text []byte) error {
	var k kept
	if err := json.Unmarshal(text, &k); err != nil {
		return err
	}
	b, err := base64.StdEncoding.DecodeString(k.Edges)
	if err != nil {
		return fmt.Errorf("graph: edges in JSON: %w", err)
	}
	if len(b)%8 != 0 {
		return fmt.Errorf("graph: edges in JSON: %d bytes, want a multiple of 8", len(b))
	}
	edges := make([]Edge, len(b)/8)
	for i := range edges {
		edges[i] = Edge{U: int32(binary.LittleEndian.Uint32(b[8*i:])), V: int32(binary.LittleEndian.Uint32(b[8*i+4:]))}
	}
	read, report, err := FromEdges(k.Nodes, edges, Options{Directed: k.Directed})
	if err != nil {
		return err
	}
	if report != (Report{}) {
		return fmt.Errorf("graph: edges in JSON: %+v", report)
	}
	*g = *read
	return nil
}
