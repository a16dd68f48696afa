package graphio

import "github.com/graphdp/graphdp/data/graph"

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

// Header says whether the first line of an edge list, after empty lines and
// comments, names its columns.
type Header int

// The answers.
const (
	AutoHeader Header = iota // where the package comment says so
	NoHeader                 // no, it is an edge
	OneHeader                // yes, whatever it says
)

// Options say how to read a file. The zero value finds everything out. Errors name an option as the
// command line and Python do: format=txt, header=yes, columns=source,target, latin1, nodes.
type Options struct {
	Format    Format
	Direction Direction
	// Nodes and NodeIDs declare the nodes: a positive number N means 0 … N-1, and ids those
	// that they list, in that order. Nodes without an edge are added, and another id is an error,
	// whatever the file says. What ids look like, and whether the first line is a header, is then
	// decided by what is declared.
	Nodes   int
	NodeIDs *graph.IDs
	// Occurring keeps to what occurs, even if that is nothing: the graph has those of Nodes or
	// NodeIDs that occur, or no node, and a folder may be without graphs.
	Occurring bool
	IDs       IDKind    // of an edge list
	Header    Header    // of an edge list
	Columns   [2]string // of the ids, by names or by numbers from 1; empty: found by their names, or the first two
	Separator byte      // of an edge list: one of [SeparatorNamed]; 0 finds it out
	Latin1    bool      // of text: bytes are Latin-1 (ISO 8859-1), not UTF-8
}
