package graphio

import (
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/graphdp/graphdp/data/file"
	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/npy"
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
// .gz; an .npz archive also holds the arrays beside it. A TU folder is not one file: [Write] writes
// it.
func WriteAs(out io.Writer, name string, w *graph.Network, beside ...npy.Array) error {
	d := fileTypeOf(name)
	return file.Compress(out, name, func(out io.Writer) error { return writeAs(out, d, w, beside...) })
}

// Fit returns what of a network a format can hold, and the names of the parts that are left out:
// attributes, labels, ids. Whether it holds directions and these ids shows when it is written.
func Fit(format Format, w *graph.Network) (fit *graph.Network, lost []string) {
	if w == nil || format < 0 || int(format) >= len(formats) {
		return nil, nil
	}
	f := *w
	can := formats[format]
	if w.Attrs != nil && !can.attributes {
		f.Attrs, lost = nil, append(lost, "attributes")
	}
	if w.Labels != nil && !can.labels {
		f.Labels, f.Classes, lost = nil, nil, append(lost, "labels")
	}
	if w.IDs != nil && !can.ids {
		f.IDs, lost = nil, append(lost, "ids")
	}
	return &f, lost
}

func writeAs(out io.Writer, d fileType, w *graph.Network, beside ...npy.Array) error {
	if err := w.Check(); err != nil {
		return err
	}
	if d.format < 0 || int(d.format) >= len(formats) || formats[d.format].write == nil {
		return fmt.Errorf("graphio: cannot write one graph as %v", d.format)
	}
	if _, lost := Fit(d.format, w); lost != nil {
		return fmt.Errorf("%[2]v cannot store %[1]s: write .npz, or remove them from the network", strings.Join(lost, " or "), d.format)
	}
	if d.format == NPZ {
		return writeArchive(out, w, beside)
	}
	return formats[d.format].write(out, w, d.separator)
}
