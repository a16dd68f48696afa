package graphio

import (
	"compress/gzip"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/graphdp/graphdp/gdp/graph"
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
		return WriteCollection(strings.TrimRight(path, `/`+string(filepath.Separator)), &graph.Collection{Graphs: []*graph.Network{w}})
	}
	return wrap(path, create(path, func(out io.Writer) error {
		if !hasGzip(path) {
			return writeAs(out, fileTypeOf(path), w)
		}
		z := gzip.NewWriter(out)
		if err := writeAs(z, fileTypeOf(path), w); err != nil {
			return err
		}
		return z.Close()
	}))
}

// create makes a file of what write writes. It appears when it is complete.
func create(path string, write func(io.Writer) error) (err error) {
	f, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+".*.part")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			f.Close()
			os.Remove(f.Name())
		}
	}()
	if err := write(f); err != nil {
		return err
	}
	if err := f.Chmod(0o644); err != nil {
		return err
	}
	if err := f.Close(); err != nil {
		return err
	}
	return os.Rename(f.Name(), path)
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
	case MatrixMarket:
		return writeMatrixMarket(out, w)
	}
	return fmt.Errorf("graphio: cannot write one graph as %v", d.format)
}
