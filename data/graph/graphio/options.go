package graphio

import "github.com/graphdp/graphdp/data/graph"

// Direction determines whether a graph is read as directed.
type Direction int

// The directions.
const (
	AsWritten  Direction = iota // as in the file; undirected if it does not say
	Directed                    // edges are arcs
	Undirected                  // drop directions
)

func (d Direction) directed(file bool) bool { return d == Directed || d == AsWritten && file }

// IDKind is the type of the ids of an edge list.
type IDKind int

// The kinds of ids.
const (
	AutoIDs    IDKind = iota // integers if the first edge has two, else strings
	IntegerIDs               // integers; anything else is an error
	StringIDs                // strings, even if they look like numbers
)

// Header determines whether the first line of an edge list, after empty lines and comments, is a
// header.
type Header int

// The values.
const (
	AutoHeader Header = iota // by the rule of the package comment
	NoHeader                 // no, it is an edge
	OneHeader                // yes, in any case
)

// Options determine how to read a file. The zero value infers everything. Errors name options as on
// the command line and in Python: format=txt, header=yes, columns=source,target, latin1, nodes.
type Options struct {
	Format    Format
	Direction Direction
	// Nodes and NodeIDs declare the nodes: a positive number N means 0 … N-1; NodeIDs lists the
	// ids, in order. Nodes without an edge are added, and an undeclared id is an error, whatever
	// the file declares. The declaration also determines the type of ids, and whether the first
	// line is a header.
	Nodes   int
	NodeIDs *graph.IDs
	// Occurring reads only what occurs, even if that is nothing: the graph has those of Nodes or
	// NodeIDs that occur, or no node, and a folder may have no graphs.
	Occurring bool
	IDs       IDKind    // of an edge list
	Header    Header    // of an edge list
	Columns   [2]string // of the ids, by names or by numbers from 1; empty: by known names, or the first two
	Separator byte      // of an edge list, by [SeparatorNamed]; 0 infers it
	Latin1    bool      // text is Latin-1 (ISO 8859-1), not UTF-8
}
