package gdp

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"hash"
	"math"

	"github.com/graphdp/graphdp/data/graph"
)

// Data is the input of a query: the private graph or the private collection. A query returns
// numbers computed from it, which the mechanism perturbs. A query must not store or print any of
// it.
type Data struct {
	Network    *graph.Network    // nil for a collection, except at edge level: the union of its graphs
	Collection *graph.Collection // nil for a single graph
	// Present reports for each declared id whether it is present, under NodeUnbounded; nil
	// otherwise. An absent id has no edges.
	Present []bool
}

// Graphs returns the graphs of a collection, or the single graph.
func (d *Data) Graphs() []*graph.Network {
	switch {
	case d == nil:
		return nil
	case d.Collection != nil:
		return d.Collection.Graphs
	}
	return []*graph.Network{d.Network}
}

// Format prints no private value, whichever verb is used.
func (d Data) Format(f fmt.State, _ rune) { _, _ = fmt.Fprint(f, "gdp.Data(private)") }

// Public is the part of the data that the relation makes public; other fields are zero. Attribute
// columns, the presence of labels and the names of classes are public: they are declared, as the
// nodes are ([Nodes], [graph.Network.WithClasses]).
type Public struct {
	Nodes    int        // edge and node level: the number of nodes, or the size of the universe
	IDs      *graph.IDs // the ids of the nodes; nil if nodes are identified by their numbers
	Directed bool       // whether arcs are directed
	Columns  int        // edge and node level: the number of attributes of a node
	Labelled bool       // edge and node level: whether nodes have labels
	Graphs   int        // of a collection, at edge level and under GraphLevel: the number of graphs
	Classes  []string
	Attrs    *graph.Attributes // edge level
	Labels   []int32           // edge level

	// For a collection at edge level: the number of nodes of each graph, in the order of the nodes
	// above, and the classes of the graphs.
	Sizes        []int
	GraphLabels  []int32
	GraphClasses []string
}

// Network returns the public part of a single graph as a network without edges.
func (p Public) Network() (*graph.Network, error) {
	g, _, err := graph.FromEdges(p.Nodes, nil, graph.Options{})
	if err != nil {
		return nil, fmt.Errorf("gdp: %w", err)
	}
	return &graph.Network{Graph: g, Attrs: p.Attrs, Labels: p.Labels, Classes: p.Classes}, nil
}

// public returns the part of the data that the relation makes public.
func (d *Data) public(r Relation) Public {
	if r.OfGraphs() {
		p := Public{Classes: d.Collection.Classes}
		if r == GraphLevel {
			p.Graphs = len(d.Collection.Graphs)
		}
		return p
	}
	net := d.Network
	p := Public{Nodes: net.Graph.N(), IDs: net.IDs, Directed: net.Graph.Directed(), Classes: net.Classes}
	p.Labelled = net.Labels != nil
	if net.Attrs != nil {
		p.Columns = net.Attrs.Cols()
	}
	if r == EdgeLevel {
		p.Attrs, p.Labels = net.Attrs, net.Labels
	}
	if c := d.Collection; c != nil {
		p.Graphs, p.Sizes, p.GraphLabels, p.GraphClasses = len(c.Graphs), c.Sizes(), c.Labels, c.Classes
	}
	return p
}

// fingerprint identifies the data set of a journal. Keep the journal as private as the data: a
// fingerprint confirms a guess at the graph.
func (d *Data) fingerprint(salt []byte) string {
	h := sha256.New()
	h.Write(salt)
	if d.Network != nil {
		hashNetwork(h, d.Network)
		put(h, len(d.Present))
		for _, there := range d.Present {
			put(h, there)
		}
	}
	if d.Collection != nil {
		for _, net := range d.Collection.Graphs {
			hashNetwork(h, net)
		}
		put(h, d.Collection.Labels)
	}
	return hex.EncodeToString(h.Sum(nil))
}

func hashNetwork(h hash.Hash, net *graph.Network) {
	g := net.Graph
	put(h, g.N(), g.Directed(), int(g.M()))
	for u := range g.N() {
		put(h, g.Neighbors(int32(u)))
	}
	put(h, net.Labels, net.Seen)
	if a := net.Attrs; a != nil {
		put(h, a.Rows(), a.Cols())
		for u := range a.Rows() {
			columns, values := a.Row(int32(u))
			put(h, columns)
			for _, v := range values {
				put(h, int(math.Float32bits(v)))
			}
		}
	}
}

// put hashes fixed-size values, and lists after their lengths.
func put(h hash.Hash, values ...any) {
	var b []byte
	for _, v := range values {
		switch v := v.(type) {
		case int:
			b = binary.LittleEndian.AppendUint64(b, uint64(v))
		case bool:
			b = append(b, 0)
			if v {
				b[len(b)-1] = 1
			}
		case []int32:
			b = binary.LittleEndian.AppendUint64(b, uint64(len(v)))
			for _, x := range v {
				b = binary.LittleEndian.AppendUint32(b, uint32(x))
			}
		}
	}
	h.Write(b)
}
