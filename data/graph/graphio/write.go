package graphio

import (
	"bufio"
	"fmt"
	"io"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/graphdp/graphdp/data/file"
	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/npy"
)

// Write writes a network to a file in the format of its name, such as x.txt, x.csv.gz, x.npz or
// x.graphml, or to a TU folder if the name is one: see [FormatOf]. The file appears under its name
// only when it is complete. It returns an error if the format cannot hold the network.
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

// WriteAs writes a network in the format of the file name, compressed if the name ends in .gz. An
// .npz archive also holds the arrays in beside. For a TU folder, which is no single file, use
// [Write].
func WriteAs(out io.Writer, name string, w *graph.Network, beside ...npy.Array) error {
	d := fileTypeOf(name)
	return file.Compress(out, name, func(out io.Writer) error { return writeAs(out, d, w, beside...) })
}

// Fit returns the part of a network that a format can hold, and the names of the parts left out:
// attributes, labels, ids. Directions and ids are checked when writing.
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

// writeEdgeList writes "u v" lines in ascending order, below the comments needed to read back the
// same graph.
func writeEdgeList(out io.Writer, w *graph.Network, separator byte) error {
	bw := bufio.NewWriterSize(out, 1<<16)
	g := w.Graph
	name := func(b []byte, u int32) []byte { return strconv.AppendInt(b, int64(u), 10) }
	if g.Directed() {
		bw.WriteString("# directed\n")
	}
	if declaresByNumber(w) {
		fmt.Fprintf(bw, "# nodes %d\n", g.N())
	} else {
		if w.IDs == nil {
			// node numbers are the ids
		} else if ints, ok := w.IDs.Integers(); ok {
			name = func(b []byte, u int32) []byte { return strconv.AppendInt(b, ints[u], 10) }
		} else {
			if err := checkWords(w.IDs, separator); err != nil {
				return err
			}
			bw.WriteString("# string ids\n")
			name = func(b []byte, u int32) []byte { return appendID(b, w.IDs.Name(u), separator) }
		}
		for u := range int32(g.N()) {
			if g.Degree(u)+g.InDegree(u) == 0 {
				bw.Write(append(appendID(append(bw.AvailableBuffer(), "# node "...), w.IDs.Name(u), ' '), '\n'))
			}
		}
	}
	for u, v := range g.Edges() {
		bw.Write(append(name(append(name(bw.AvailableBuffer(), u), separator), v), '\n'))
	}
	return bw.Flush()
}

// appendID appends an id as a field, quoted if it would not read back otherwise.
func appendID(b []byte, id string, separator byte) []byte {
	quoted := strings.ContainsAny(id, ",;\"#|") || id != strings.TrimSpace(id) || isComment([]byte(id)) || id[0] == '{' || strings.HasPrefix(id, "\ufeff")
	if !quoted && (separator == ',' || strings.IndexByte(id, ' ') < 0) {
		return append(b, id...)
	}
	return append(append(append(b, '"'), strings.ReplaceAll(id, `"`, `""`)...), '"')
}

// checkWords returns an error for ids that would not read back as one field of a line. With blanks
// as separator, where readers do not support quotation marks, these are ids that need them.
func checkWords(ids *graph.IDs, separator byte) error {
	for u := range int32(ids.Len()) {
		id := ids.Name(u)
		if checkID([]byte(id)) != nil {
			return fmt.Errorf("node %d has the id %q, which an edge list cannot hold: write .npz or .graphml", u, quote(id))
		}
		if separator == ' ' && string(appendID(nil, id, separator)) != id {
			return fmt.Errorf("node %d has the id %q, which a list with blanks between ids cannot hold: write .csv, .npz or .graphml", u, quote(id))
		}
	}
	return nil
}
