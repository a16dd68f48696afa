package graphio

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/graphdp/graphdp/data/file"
	"github.com/graphdp/graphdp/data/nearest"
)

// Format is a file format.
type Format int

// The formats.
const (
	Auto          Format = iota // by name and content
	EdgeList                    // two ids a line, see the package comment
	NPZ                         // NumPy archive with the CSR arrays adj_*, attr_* and labels
	TU                          // folder (or .zip of one) with NAME_A.txt and NAME_graph_indicator.txt: many graphs
	GraphML                     // XML of graphml.graphdrawing.org
	METIS                       // adjacency lists, one node a line
	GML                         // nested lists of keys and values, as networkx and Gephi write them
	NodeLink                    // JSON with "nodes" and "links" or "edges", as networkx and d3 write it
	MatrixMarket                // coordinates of an adjacency matrix
	Parquet                     // table with the columns source and target, a row for each edge
	AdjacencyList               // an id and those of its neighbours a line; read, not written
)

var formatNames = [...]string{"auto", "edge list", "npz", "TU", "GraphML", "METIS", "GML", "node-link JSON", "Matrix Market", "Parquet", "adjacency list"}

func (f Format) String() string {
	if f < 0 || int(f) >= len(formatNames) {
		return fmt.Sprintf("Format(%d)", int(f))
	}
	return formatNames[f]
}

// A fileType is a format, and how it is written in a file of some extension.
type fileType struct {
	extension string
	format    Format
	separator byte // of an edge list
}

// fileTypes are the extensions that names of files can have, before .gz.
var fileTypes = []fileType{
	{".txt", EdgeList, ' '}, {".edges", EdgeList, ' '}, {".edgelist", EdgeList, ' '}, {".el", EdgeList, ' '},
	{".csv", EdgeList, ','}, {".tsv", EdgeList, '\t'},
	{".npz", NPZ, 0},
	{".graphml", GraphML, 0}, {".xml", GraphML, 0},
	{".metis", METIS, 0}, {".graph", METIS, 0},
	{".gml", GML, 0},
	{".json", NodeLink, 0},
	{".mtx", MatrixMarket, 0},
	{".parquet", Parquet, 0},
	{".adjlist", AdjacencyList, 0},
}

// Extensions lists the extensions that names of files can have, without the dot.
func Extensions() []string {
	var list []string
	for _, d := range fileTypes {
		list = append(list, d.extension[1:])
	}
	return list
}

// FormatNamed returns the format of files with an extension, such as "gml", with
// its dot or without.
func FormatNamed(extension string) (Format, error) {
	if f := fileTypeOf("." + strings.TrimPrefix(extension, ".")).format; f != Auto {
		return f, nil
	}
	return Auto, fmt.Errorf("graphio: no format with the extension %q; %s", extension, nearest.Hint(extension, Extensions()))
}

// fileTypeOf finds the type by the name of a file; its format is Auto when the
// name says none.
func fileTypeOf(name string) fileType {
	extension := strings.ToLower(filepath.Ext(file.WithoutGzip(name)))
	if i := slices.IndexFunc(fileTypes, func(d fileType) bool { return d.extension == extension }); i >= 0 {
		return fileTypes[i]
	}
	return fileType{}
}

// FormatOf returns the format in which [Write] writes a file of this name, so
// that a program can find out before it computes what to write. A name that
// ends in a slash, or is that of a folder, stands for a TU folder. The error
// lists the extensions that can be written.
func FormatOf(path string) (Format, error) {
	info, err := os.Stat(path)
	if strings.HasSuffix(path, "/") || strings.HasSuffix(path, string(filepath.Separator)) || err == nil && info.IsDir() {
		return TU, nil
	}
	if d := fileTypeOf(path); d.format != Auto && d.format != AdjacencyList {
		return d.format, nil
	}
	return Auto, &Error{File: path, Reason: fmt.Sprintf("unknown format; %s, each also with .gz, and NAME/ for a TU folder",
		nearest.Hint(filepath.Ext(file.WithoutGzip(path)), WritableExtensions()))}
}

// WritableExtensions lists the extensions of files that can be written, with the dot.
func WritableExtensions() (list []string) {
	for _, d := range fileTypes {
		if d.format != AdjacencyList {
			list = append(list, d.extension)
		}
	}
	return list
}
