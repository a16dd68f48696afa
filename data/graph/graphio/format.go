package graphio

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/graphdp/graphdp/data/file"
	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/lists"
	"github.com/graphdp/graphdp/data/nearest"
)

// Format is a file format.
type Format int

// The formats.
const (
	Auto         Format = iota // by content and name
	EdgeList                   // two ids per line, see the package comment
	NPZ                        // NumPy archive with the CSR arrays adj_*, attr_* and labels
	TU                         // folder (or .zip of one) with NAME_A.txt and NAME_graph_indicator.txt: many graphs
	GraphML                    // XML of graphml.graphdrawing.org
	MatrixMarket               // coordinates of an adjacency matrix
	Parquet                    // table with columns source and target, one row per edge
)

// formats holds, for each format, the reader, the writer and what a file can hold besides edges.
var formats = [...]struct {
	name                    string
	text                    bool // in UTF-8 or Latin-1
	read                    func(*bufio.Reader, string, Options) (*graph.Network, graph.Report, error)
	write                   func(out io.Writer, w *graph.Network, separator byte) error
	attributes, labels, ids bool
}{
	Auto:         {name: "auto"},
	EdgeList:     {name: "edge list", text: true, read: readEdgeList, write: writeEdgeList, ids: true},
	NPZ:          {name: "npz", read: readNPZ, write: writeNPZ, attributes: true, labels: true, ids: true},
	TU:           {name: "TU", attributes: true, labels: true},
	GraphML:      {name: "GraphML", text: true, read: readGraphML, write: writeGraphML, labels: true, ids: true},
	MatrixMarket: {name: "Matrix Market", text: true, read: readMatrixMarket, write: writeMatrixMarket},
	Parquet:      {name: "Parquet", read: readParquet, write: writeParquet, ids: true},
}

func (f Format) String() string {
	if f < 0 || int(f) >= len(formats) {
		return fmt.Sprintf("Format(%d)", int(f))
	}
	return formats[f].name
}

// A fileType is a format with the variant for a file extension.
type fileType struct {
	extension string
	format    Format
	separator byte // of an edge list
}

// fileTypes lists the supported file extensions, without .gz.
var fileTypes = []fileType{
	{".txt", EdgeList, ' '}, {".edges", EdgeList, ' '}, {".edgelist", EdgeList, ' '}, {".el", EdgeList, ' '},
	{".csv", EdgeList, ','}, {".tsv", EdgeList, '\t'},
	{".npz", NPZ, 0},
	{".graphml", GraphML, 0}, {".xml", GraphML, 0},
	{".mtx", MatrixMarket, 0},
	{".parquet", Parquet, 0},
}

// Extensions lists the supported file extensions, with the dot.
func Extensions() (list []string) {
	return lists.Map(fileTypes, func(d fileType) string { return d.extension })
}

// unsupported lists extensions of graph formats that this package does not support. A file with
// such a name is not read as an edge list.
var unsupported = []string{".gml", ".json", ".metis", ".graph", ".adjlist"}

// FormatNamed returns the format of a file extension, such as "csv", with or without the dot.
func FormatNamed(extension string) (Format, error) {
	if f := fileTypeOf("." + strings.TrimPrefix(extension, ".")).format; f != Auto {
		return f, nil
	}
	return Auto, fmt.Errorf("graphio: no format with the extension %q; %s", extension, nearest.Hint("."+strings.TrimPrefix(extension, "."), Extensions()))
}

// fileTypeOf returns the type for a file name; its format is Auto if the name has none.
func fileTypeOf(name string) fileType {
	extension := strings.ToLower(filepath.Ext(file.WithoutGzip(name)))
	if i := slices.IndexFunc(fileTypes, func(d fileType) bool { return d.extension == extension }); i >= 0 {
		return fileTypes[i]
	}
	return fileType{}
}

// FormatOf returns the format in which [Write] writes a file of this name, so that a program can
// check the name before it computes. A name that ends in a slash, or names a folder, means a TU
// folder. The error lists the supported extensions.
func FormatOf(path string) (Format, error) {
	info, err := os.Stat(path)
	if strings.HasSuffix(path, "/") || strings.HasSuffix(path, string(filepath.Separator)) || err == nil && info.IsDir() {
		return TU, nil
	}
	if d := fileTypeOf(path); d.format != Auto {
		return d.format, nil
	}
	return Auto, &Error{File: path, Reason: fmt.Sprintf("unknown format; %s, each also with .gz",
		nearest.Hint(filepath.Ext(file.WithoutGzip(path)), Extensions()))}
}

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
