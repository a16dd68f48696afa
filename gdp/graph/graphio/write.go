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

// Write writes a network to a file whose name says the format, such as
// x.txt, x.csv.gz, x.npz, x.graphml or x.metis. The file appears under its
// name only when it is complete. It is an error when the format cannot hold
// what the network has.
func Write(path string, w *graph.Network) (err error) {
	format := formatOf(path)
	if format == Auto {
		return &Error{File: path, Reason: "the name does not say a format that can be written"}
	}
	f, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+".*.part")
	if err != nil {
		return fmt.Errorf("graphio: %w", err)
	}
	defer func() {
		if err != nil {
			f.Close()
			os.Remove(f.Name())
			err = wrap(path, err)
		}
	}()
	if strings.HasSuffix(strings.ToLower(path), ".gz") {
		z := gzip.NewWriter(f)
		if err := WriteTo(z, format, w); err != nil {
			return err
		}
		if err := z.Close(); err != nil {
			return err
		}
	} else if err := WriteTo(f, format, w); err != nil {
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

// WriteTo writes a network in a format that holds one graph.
func WriteTo(out io.Writer, format Format, w *graph.Network) error {
	if err := w.Check(); err != nil {
		return err
	}
	switch format {
	case EdgeList:
		return writeEdgeList(out, w)
	case NPZ:
		return writeNPZ(out, w)
	case GraphML:
		return writeGraphML(out, w)
	case METIS:
		return writeMETIS(out, w)
	}
	return fmt.Errorf("graphio: cannot write one graph as %v", format)
}
