package graphio

import (
	"archive/zip"
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/graphdp/graphdp/data/file"
	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/columnar"
)

// Read reads one graph from a file, optionally compressed by gzip, or from a TU folder with one
// graph. The report counts what a simple unweighted graph cannot hold.
func Read(path string, o Options) (*graph.Network, graph.Report, error) {
	if o.Format == TU || o.Format == Auto && IsCollection(path) {
		c, report, err := ReadCollection(path, o)
		if err == nil && len(c.Graphs) != 1 {
			err = &Error{File: path, Reason: fmt.Sprintf("holds %d graphs, not one; see ReadCollection", len(c.Graphs))}
		}
		if err != nil {
			return nil, graph.Report{}, err
		}
		return c.Graphs[0], report, nil
	}
	f, err := file.Open(path)
	if err != nil {
		return nil, graph.Report{}, fmt.Errorf("graphio: %w", err)
	}
	defer f.Close()
	return ReadFrom(f, path, o)
}

// ReadFrom is like [Read] for an open file; name is used in errors, and to infer the format unless
// it is set in o.
func ReadFrom(r io.Reader, name string, o Options) (*graph.Network, graph.Report, error) {
	if r == nil {
		return nil, graph.Report{}, &Error{File: name, Reason: "no reader"}
	}
	if o.Nodes < 0 || o.Nodes > graph.MaxNodes {
		return nil, graph.Report{}, &Error{File: name, Reason: fmt.Sprintf("Options.Nodes is %d, want 0 … %d", o.Nodes, graph.MaxNodes)}
	}
	o, err := o.settled()
	if err != nil {
		return nil, graph.Report{}, wrap(name, err)
	}
	raw := bufio.NewReader(r)
	br, err := unzipped(raw)
	if err != nil {
		return nil, graph.Report{}, wrap(name, err)
	}
	format := o.Format
	if format == Auto {
		format = detect(br, name, o)
		if extension := strings.ToLower(filepath.Ext(file.WithoutGzip(name))); format == EdgeList && slices.Contains(unsupported, extension) {
			return nil, graph.Report{}, &Error{File: name, Reason: fmt.Sprintf("format %s is not supported; convert to .graphml, .npz, .mtx, .parquet or an edge list such as .txt", extension)}
		}
	}
	if format != EdgeList && (o.Header != AutoHeader || o.Separator != 0 || format != Parquet && o.Columns != [2]string{}) {
		return nil, graph.Report{}, &Error{File: name, Reason: fmt.Sprintf("a header, a separator and columns can be given for an edge list: this is read as %v", format)}
	}
	var (
		w      *graph.Network
		report graph.Report
	)
	if size := placesOf(r); format == NPZ && br == raw && size > 0 {
		w, report, err = readNPZAt(r.(io.ReaderAt), size, name, o)
	} else {
		w, report, err = readAs(format, br, name, o)
	}
	if err != nil {
		return nil, graph.Report{}, err
	}
	if w, err = o.spread(w); err != nil {
		return nil, graph.Report{}, at(name, 0, nil, err)
	}
	return w, report, nil
}

// placesOf returns the size of a regular file with random access, and 0 for anything else.
func placesOf(r io.Reader) int64 {
	f, ok := r.(*os.File)
	if !ok {
		return 0
	}
	info, err := f.Stat()
	if err != nil || !info.Mode().IsRegular() {
		return 0
	}
	return info.Size()
}

// unzipped decompresses gzip data, and passes other data through.
func unzipped(br *bufio.Reader) (*bufio.Reader, error) {
	if magic, _ := br.Peek(2); string(magic) != "\x1f\x8b" {
		return br, nil
	}
	z, err := gzip.NewReader(br)
	if err != nil {
		return nil, truncated(err)
	}
	return bufio.NewReader(z), nil
}

// readAs reads a graph in a format.
func readAs(format Format, br *bufio.Reader, name string, o Options) (*graph.Network, graph.Report, error) {
	if format < 0 || int(format) >= len(formats) || formats[format].read == nil {
		return nil, graph.Report{}, &Error{File: name, Reason: fmt.Sprintf("cannot read one graph as %v", format)}
	}
	f := formats[format]
	if f.text {
		var err error
		if br, err = decoded(br, name, o); err != nil {
			return nil, graph.Report{}, err
		}
	}
	return f.read(br, name, o)
}

// whole returns the content of a file of a format that cannot be read incrementally. If the content
// does not begin like the format, it returns only the beginning, so that the format's reader
// reports the error.
func whole(br *bufio.Reader, begin string) ([]byte, error) {
	if start, err := br.Peek(len(begin)); err == nil && string(start) != begin {
		return start, nil
	}
	return file.ReadAll(br)
}

// detect infers the format from the content if possible, else from the name; anything else is an
// edge list. If node names are declared, which may look like anything, the file name comes first.
func detect(br *bufio.Reader, name string, o Options) Format {
	if f := fileTypeOf(name).format; o.named() && f != Auto {
		return f
	}
	start, _ := br.Peek(512)
	text := bytes.TrimLeft(bytes.TrimPrefix(start, []byte("\ufeff")), " \t\r\n")
	switch {
	case bytes.HasPrefix(start, []byte("PK\x03\x04")):
		return NPZ
	case columnar.Begins(start):
		return Parquet
	case bytes.HasPrefix(text, []byte("<?xml")), bytes.HasPrefix(text, []byte("<graphml")):
		return GraphML
	case isMatrixMarket(text):
		return MatrixMarket
	}
	if f := fileTypeOf(name).format; f != Auto {
		return f
	}
	return EdgeList
}

// truncated replaces an unexpected end of input by a clear error.
func truncated(err error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return fmt.Errorf("file is cut short: %w", io.ErrUnexpectedEOF)
	}
	return err
}

// Size returns the number of nodes of a file, and a lower bound on the number of edges, from the
// headers of its arrays or its table. ok is false except for readable .npz and Parquet files: the
// size of others is known after reading. Nodes that a table does not declare are not counted.
func Size(path string) (nodes, edges int, ok bool) {
	f, err := file.Regular(path, os.O_RDONLY, 0)
	if err != nil {
		return 0, 0, false
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return 0, 0, false
	}
	if table, err := columnar.Parquet.Head(f, info.Size()); err == nil {
		var notes parquetNotes
		if note, ours := table.Note(parquetNote); ours && json.Unmarshal([]byte(note), &notes) == nil && notes.Nodes != nil {
			nodes = *notes.Nodes
		}
		return nodes, table.Rows(), true
	}
	z, err := zip.NewReader(f, info.Size())
	if err != nil {
		return 0, 0, false
	}
	heads := map[string]int{}
	for _, m := range z.File {
		name := strings.TrimSuffix(m.Name, ".npy")
		if other, ok := otherNames[name]; ok {
			name = other
		}
		if name != adjIndptr && name != adjIndices {
			continue
		}
		body, err := m.Open()
		if err != nil {
			return 0, 0, false
		}
		array, err := openNPY(body)
		body.Close()
		if err != nil {
			return 0, 0, false
		}
		heads[name] = array.count
	}
	rows, ok := heads[adjIndptr]
	return max(0, rows-1), heads[adjIndices] / 2, ok // an edge has two entries, or an arc in each direction
}

// readFolder reads a collection from a folder with one file per graph, such as edge lists, ordered
// by name. An empty folder is an error, or an empty collection with Options.Occurring. Hidden files
// are ignored.
func readFolder(fsys fs.FS, name string, o Options) (*graph.Collection, graph.Report, error) {
	var report graph.Report
	entries, err := fs.ReadDir(fsys, ".")
	if err != nil {
		return nil, report, wrap(name, err)
	}
	c := new(graph.Collection)
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), ".") {
			continue
		}
		file := path.Join(name, e.Name())
		if e.IsDir() || o.Format == Auto && fileTypeOf(e.Name()).format == Auto {
			return nil, report, &Error{File: file, Reason: fmt.Sprintf("is not a file of one graph: a folder holds either one file NAME%s of a collection in TU format, or nothing but a file for each graph", tuEdges)}
		}
		w, dropped, err := readFile(fsys, e.Name(), file, o)
		if err != nil {
			return nil, report, err
		}
		report.Add(dropped)
		c.Graphs = append(c.Graphs, w)
	}
	if len(c.Graphs) == 0 && !o.Occurring {
		return nil, report, &Error{File: name, Reason: fmt.Sprintf("want one file NAME%s of a collection in TU format, or a file for each graph, found none", tuEdges)}
	}
	return c, report, nil
}

func readFile(fsys fs.FS, at, name string, o Options) (*graph.Network, graph.Report, error) {
	f, err := fsys.Open(at)
	if err != nil {
		return nil, graph.Report{}, wrap(name, err)
	}
	defer f.Close()
	return ReadFrom(f, name, o)
}
