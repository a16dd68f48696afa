package graphio

import (
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/graphdp/graphdp/data/file"
	"github.com/graphdp/graphdp/data/graph"
)

// Write writes a network to a file whose name says the format, such as x.txt,
// x.csv.gz, x.npz or x.graphml, or to a TU folder when the name is that of
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

// Fit returns what of a network a format can hold, and the names of the parts that are left out:
// attributes, labels, ids. Whether it holds directions and these ids shows when it is written.
func Fit(format Format, w *graph.Network) (fit *graph.Network, lost []string) {
	if w == nil {
		return nil, nil
	}
	f := *w
	drop := func(name string, has bool, none ...Format) bool {
		if has = has && slices.Contains(none, format); has {
			lost = append(lost, name)
		}
		return has
	}
	if drop("attributes", w.Attrs != nil, EdgeList, GraphML, Parquet, MatrixMarket) {
		f.Attrs = nil
	}
	if drop("labels", w.Labels != nil, EdgeList, Parquet, MatrixMarket) {
		f.Labels, f.Classes = nil, nil
	}
	if drop("ids", w.IDs != nil, MatrixMarket, TU) {
		f.IDs = nil
	}
	return &f, lost
}

func writeAs(out io.Writer, d fileType, w *graph.Network) error {
	if err := w.Check(); err != nil {
		return err
	}
	if _, lost := Fit(d.format, w); lost != nil {
		return fmt.Errorf("%[2]v cannot store %[1]s: write .npz, or remove them from the network", strings.Join(lost, " or "), d.format)
	}
	switch d.format {
	case EdgeList:
		return writeEdgeList(out, w, d.separator)
	case NPZ:
		return writeNPZ(out, w)
	case GraphML:
		return writeGraphML(out, w)
	case Parquet:
		return writeParquet(out, w)
	case MatrixMarket:
		return writeMatrixMarket(out, w)
	}
	return fmt.Errorf("graphio: cannot write one graph as %v", d.format)
}
