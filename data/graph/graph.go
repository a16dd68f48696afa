package graph

import (
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"iter"
	"slices"

	"github.com/graphdp/graphdp/data/lists"
)

// MaxNodes is the largest number of nodes that a graph can have: ids are int32.
const MaxNodes = 1<<31 - 1

// Graph is an immutable simple graph on the nodes 0 … N-1, directed or not. Its methods are safe
// for concurrent use. The zero value and nil are the empty undirected graph. A node outside the
// graph is out of range, like a slice index.
type Graph struct {
	directed bool
	out      rows
	in       rows // the transpose of out when directed, else out itself
}

// rows is a 0/1 matrix in compressed sparse rows: row u is
// targets[offsets[u]:offsets[u+1]], strictly ascending.
type rows struct {
	offsets []int64
	targets []int32
}

func (r rows) row(u int32) []int32 {
	lo, hi := r.offsets[u], r.offsets[u+1]
	return r.targets[lo:hi:hi]
}

// N returns the number of nodes, isolated ones included.
func (g *Graph) N() int {
	if g == nil {
		return 0
	}
	return max(0, len(g.out.offsets)-1)
}

// M returns the number of edges: unordered pairs, or arcs when g is directed.
func (g *Graph) M() int {
	g = g.orEmpty()
	if g.directed {
		return len(g.out.targets)
	}
	return len(g.out.targets) / 2
}

// Directed reports whether edges have a direction.
func (g *Graph) Directed() bool { return g != nil && g.directed }

// orEmpty returns g, or the empty graph for nil.
func (g *Graph) orEmpty() *Graph {
	if g == nil {
		return new(Graph)
	}
	return g
}

// Degree returns the number of neighbours of u; its out-degree if g is directed.
func (g *Graph) Degree(u int32) int {
	return int(g.out.offsets[u+1] - g.out.offsets[u])
}

// InDegree returns the number of arcs into u; its degree if g is undirected.
func (g *Graph) InDegree(u int32) int {
	return int(g.in.offsets[u+1] - g.in.offsets[u])
}

// Neighbors returns the neighbours of u in ascending order; the heads of the arcs from u if g is
// directed. The slice is part of the graph: do not modify it.
func (g *Graph) Neighbors(u int32) []int32 { return g.out.row(u) }

// InNeighbors returns, in ascending order, the tails of the arcs into u; the neighbours of u if g
// is undirected. The slice is part of the graph: do not modify it.
func (g *Graph) InNeighbors(u int32) []int32 { return g.in.row(u) }

// HasEdge reports whether there is an edge {u,v}, or an arc from u to v if g is directed. It takes
// time logarithmic in the shorter of the two lists.
func (g *Graph) HasEdge(u, v int32) bool {
	list, want := g.out.row(u), v
	if other := g.in.row(v); len(other) < len(list) {
		list, want = other, u
	}
	_, ok := slices.BinarySearch(list, want)
	return ok
}

// Edges yields every edge once, in ascending order: with u < v if g is undirected, with tail u and
// head v if it is directed. It does not allocate.
func (g *Graph) Edges() iter.Seq2[int32, int32] {
	return func(yield func(u, v int32) bool) {
		for u := range int32(g.N()) {
			list := g.out.row(u)
			if !g.directed { // each edge is in two lists: take the upper triangle
				first, _ := slices.BinarySearch(list, u)
				list = list[first:]
			}
			for _, v := range list {
				if !yield(u, v) {
					return
				}
			}
		}
	}
}

// Degrees returns a new slice of the node degrees; out-degrees if g is directed.
func (g *Graph) Degrees() []int32 { return g.orEmpty().out.lengths() }

func (r rows) lengths() []int32 {
	d := make([]int32, max(0, len(r.offsets)-1))
	for u := range d {
		d[u] = int32(r.offsets[u+1] - r.offsets[u])
	}
	return d
}

// CSR returns the underlying arrays, for inner loops: the neighbours of u are
// targets[offsets[u]:offsets[u+1]], and len(offsets) is N+1. They are part of the graph: do not
// modify them.
func (g *Graph) CSR() (offsets []int64, targets []int32) { return g.orEmpty().out.arrays() }

func (r rows) arrays() ([]int64, []int32) {
	if r.offsets == nil { // the zero Graph
		return []int64{0}, nil
	}
	return r.offsets, r.targets
}

// Equal reports whether g and h have the same number of nodes, the same directedness and the same
// edges. Isomorphic graphs need not be equal.
func (g *Graph) Equal(h *Graph) bool {
	g, h = g.orEmpty(), h.orEmpty()
	return g.N() == h.N() && g.directed == h.directed && slices.Equal(g.out.targets, h.out.targets) &&
		(g.N() == 0 || slices.Equal(g.out.offsets, h.out.offsets))
}

// Nodes returns the nodes 0, 1, …, n-1.
func Nodes(n int) []int32 {
	return lists.Upto[int32](n)
}

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
