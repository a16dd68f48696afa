package graphio

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

// Options say how to read a file. The zero value finds everything out.
type Options struct {
	Format    Format
	Direction Direction
	Nodes     int    // of an edge list: when positive, ids are 0 … Nodes-1, whatever a comment says
	IDs       IDKind // of an edge list
	Header    Header // of an edge list
	Latin1    bool   // of text: bytes are Latin-1 (ISO 8859-1), not UTF-8
}
