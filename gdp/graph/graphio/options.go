package graphio

import (
	"fmt"
	"strings"
)

// Format is a file format.
type Format int

// The formats.
const (
	Auto     Format = iota // by name and content
	EdgeList               // two ids a line, see the package comment
	NPZ                    // NumPy archive with the CSR arrays adj_*, attr_* and labels
	TU                     // folder (or .zip of one) with NAME_A.txt and NAME_graph_indicator.txt: many graphs
	GraphML                // XML of graphml.graphdrawing.org
	METIS                  // adjacency lists, one node a line
)

var formatNames = [...]string{"auto", "edge list", "npz", "TU", "GraphML", "METIS"}

func (f Format) String() string {
	if f < 0 || int(f) >= len(formatNames) {
		return fmt.Sprintf("Format(%d)", int(f))
	}
	return formatNames[f]
}

// Direction says whether a graph is read as directed.
type Direction int

// The directions.
const (
	AsWritten  Direction = iota // what the file says; undirected when it says nothing
	Directed                    // edges are arcs
	Undirected                  // directions are forgotten
)

func (d Direction) directed(file bool) bool { return d == Directed || d == AsWritten && file }

// IDKind says what ids of an edge list are.
type IDKind int

// The kinds of ids.
const (
	AutoIDs    IDKind = iota // integers when the first edge has two, else strings
	IntegerIDs               // integers; anything else is an error
	StringIDs                // strings, even those that look like numbers
)

// Options say how to read a file. The zero value finds everything out.
type Options struct {
	Format    Format
	Direction Direction
	Nodes     int    // of an edge list: when positive, ids are 0 … Nodes-1, whatever a header says
	IDs       IDKind // of an edge list
	Skip      int    // of an edge list: lines to skip first, such as a header above string ids
}

// formatOf is the format that a file's name says, after .gz; Auto when it says none.
func formatOf(name string) Format {
	name = strings.TrimSuffix(strings.ToLower(name), ".gz")
	for _, known := range []struct {
		suffix string
		format Format
	}{
		{".npz", NPZ},
		{".graphml", GraphML}, {".xml", GraphML},
		{".metis", METIS}, {".graph", METIS},
		{".txt", EdgeList}, {".csv", EdgeList}, {".tsv", EdgeList}, {".edges", EdgeList},
		{".edgelist", EdgeList}, {".el", EdgeList},
	} {
		if strings.HasSuffix(name, known.suffix) {
			return known.format
		}
	}
	return Auto
}
