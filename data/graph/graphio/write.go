package graphio

import (
	"fmt"
	"io"
	"path/filepath"

	"github.com/graphdp/graphdp/data/file"
	"github.com/graphdp/graphdp/data/graph"
)

// Write writes a network to a file whose name says the format, such as x.txt,
// x.csv.gz, x.npz, x.gml or x.json, or to a TU folder when the name is that of
// one: see [FormatOf]. The file appears under its name only when it is complete.
// It is an error when the format cannot hold what the network has.
func Write(path string, w *graph.Network) error {
	format, err := FormatOf(path)
	if err != nil {
		return err
	}
	if format == TU {
		return WriteCollection(filepath.Clean(path), &graph.Collection{Graphs: []*graph.Network{w}})
	}
	return wrap(path, file.Write(path, 0o666, func(out io.Writer) error { return WriteAs(out, path, w) }))
}

// WriteAs writes a network as a file of that name holds it, compressed if the name ends in
// .gz. A TU folder is not one file: [Write] writes it.
func WriteAs(out io.Writer, name string, w *graph.Network) error {
	d := fileTypeOf(name)
	return file.Compress(out, name, func(out io.Writer) error { return writeAs(out, d, w) })
}

// WriteTo writes a network in a format that holds one graph. Fields of an edge
// list are separated by blanks.
func WriteTo(out io.Writer, format Format, w *graph.Network) error {
	return writeAs(out, fileType{format: format, separator: ' '}, w)
}

func writeAs(out io.Writer, d fileType, w *graph.Network) error {
	if err := w.Check(); err != nil {
		return err
	}
	switch d.format {
	case EdgeList:
		return writeEdgeList(out, w, d.separator)
	case NPZ:
		return writeNPZ(out, w)
	case GraphML:
		return writeGraphML(out, w)
	case METIS:
		return writeMETIS(out, w)
	case GML:
		return writeGML(out, w)
	case NodeLink:
		return writeNodeLink(out, w)
	case Parquet:
		return writeParquet(out, w)
	case MatrixMarket:
		return writeMatrixMarket(out, w)
	}
	return fmt.Errorf("graphio: cannot write one graph as %v", d.format)
}
