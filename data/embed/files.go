package embed

import (
	"bufio"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/graphdp/graphdp/data/file"
	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/columnar"
	"github.com/graphdp/graphdp/data/graph/npy"
	"github.com/graphdp/graphdp/data/nearest"
)

// A Format is a file format of embeddings.
type Format int

const (
	// Text has one line per node: id and row, separated by blanks.
	Text Format = iota + 1
	// CSV has a header "id,x1,x2,…", and quotes ids where necessary.
	CSV
	// TSV is CSV with tabs.
	TSV
	// NPY is a NumPy array of float32, without ids: row u is that of node u.
	NPY
	// NPZ is an archive of that array, named rows, and of the ids.
	NPZ
	// Parquet is a table with the column node, of ids, and the columns d0, d1 … of the rows.
	Parquet
)

var extensions = map[string]Format{".txt": Text, ".emb": Text, ".csv": CSV, ".tsv": TSV, ".npy": NPY, ".npz": NPZ, ".parquet": Parquet}

// FormatOf returns the format for a file name's extension.
func FormatOf(path string) (Format, error) {
	extension := strings.ToLower(filepath.Ext(file.WithoutGzip(path)))
	if f, ok := extensions[extension]; ok {
		return f, nil
	}
	return 0, fmt.Errorf("embed: %s: no format for the extension %q; %s, each also with .gz", path, extension, nearest.Hint(extension, Extensions()))
}

// Extensions lists the extensions that can be written.
func Extensions() []string { return slices.Sorted(maps.Keys(extensions)) }

// WriteAs writes the embedding in the format of the file name, compressed if the name ends in .gz.
// An archive also holds extra arrays. See [Matrix.Write].
func (m *Matrix) WriteAs(w io.Writer, name string, ids *graph.IDs, beside ...npy.Array) error {
	f, err := FormatOf(name)
	if err != nil {
		return err
	}
	return file.Compress(w, name, func(w io.Writer) error { return m.Write(w, f, ids, beside...) })
}

// Write writes the embedding with the given node ids, or with node numbers if there are none.
func (m *Matrix) Write(w io.Writer, f Format, ids *graph.IDs, beside ...npy.Array) error {
	if m.N() == 0 || w == nil {
		return errors.New("embed: no rows or no writer")
	}
	if ids != nil && ids.Len() != m.N() {
		return fmt.Errorf("embed: %d ids for %d rows", ids.Len(), m.N())
	}
	b := bufio.NewWriter(w)
	var err error
	switch f {
	case Text:
		err = m.lines(b, " ", ids)
	case CSV, TSV:
		between := map[Format]string{CSV: ",", TSV: "\t"}[f]
		b.WriteString("id")
		for i := range m.dim {
			fmt.Fprintf(b, "%sx%d", between, i+1)
		}
		b.WriteByte('\n')
		err = m.lines(b, between, ids)
	case NPY:
		rows := m.Array("rows")
		err = npy.Write(b, rows.Kind, rows.Shape, rows.Data)
	case NPZ:
		err = npy.Archive(b, append(m.archive(ids), beside...)...)
	case Parquet:
		err = m.parquet(b, ids)
	default:
		err = fmt.Errorf("embed: invalid format %d", f)
	}
	if err != nil {
		return err
	}
	return b.Flush()
}

// lines writes a line for each row.
func (m *Matrix) lines(b *bufio.Writer, between string, ids *graph.IDs) error {
	var line []byte
	for u := range int32(m.N()) {
		id := ids.Name(u)
		if strings.ContainsAny(id, between+"\"\n\r") {
			if between == " " {
				return fmt.Errorf("embed: the id %q contains blanks, which separate fields: write .csv or .npz", id)
			}
			id = `"` + strings.ReplaceAll(id, `"`, `""`) + `"`
		}
		line = append(line[:0], id...)
		for _, x := range m.Row(u) {
			line = append(line, between...)
			line = strconv.AppendFloat(line, float64(x), 'g', -1, 32)
		}
		if _, err := b.Write(append(line, '\n')); err != nil {
			return err
		}
	}
	return nil
}

// archive returns the arrays of the rows and of the ids.
func (m *Matrix) archive(ids *graph.IDs) []npy.Array {
	arrays := []npy.Array{m.Array("rows")}
	if ids != nil {
		arrays = append(arrays, npy.List("ids", ids.Values(m.N())))
	}
	return arrays
}

// Array returns the rows as an array of an archive.
func (m *Matrix) Array(name string) npy.Array {
	if m == nil {
		m = new(Matrix)
	}
	return npy.Array{Name: name, Kind: "<f4", Shape: fmt.Sprintf("%d, %d", m.N(), m.dim), Data: m.values}
}

// parquet writes a row of a table for each node.
func (m *Matrix) parquet(w io.Writer, ids *graph.IDs) error {
	columns := make([]columnar.Column, 1+m.dim)
	columns[0] = columnar.Column{Name: "node", Values: ids.Values(m.N())}
	for i := range m.dim {
		list := make([]float32, m.N())
		for u := range list {
			list[u] = m.Row(int32(u))[i]
		}
		columns[1+i] = columnar.Column{Name: fmt.Sprintf("d%d", i), Values: list}
	}
	if err := columnar.Parquet.Write(w, nil, columns...); err != nil {
		return fmt.Errorf("embed: %w", err)
	}
	return nil
}

// Read reads rows in the format [Text]: an id and its numbers per line. It skips a first line with
// the numbers of rows and columns, as written by word2vec. The input may be gzip-compressed.
func Read(r io.Reader) (ids []string, m *Matrix, err error) {
	if r == nil {
		return nil, nil, fmt.Errorf("embed: nothing to read")
	}
	var rows [][]float32
	seen := map[string]bool{}
	in := bufio.NewReader(r)
	r = in
	if magic, _ := in.Peek(2); string(magic) == "\x1f\x8b" {
		if r, err = gzip.NewReader(in); err != nil {
			return nil, nil, fmt.Errorf("embed: %w", err)
		}
	}
	b := bufio.NewScanner(r)
	b.Buffer(nil, 1<<26)
	for line := 1; b.Scan() && b.Err() == nil; line++ {
		words := strings.Fields(b.Text())
		if len(words) == 0 {
			continue
		}
		row := make([]float32, len(words)-1)
		for i, word := range words[1:] {
			x, err := strconv.ParseFloat(word, 32)
			if err != nil || math.IsInf(x, 0) || math.IsNaN(x) {
				return nil, nil, fmt.Errorf("embed: line %d: %q is not a finite number", line, word)
			}
			row[i] = float32(x)
		}
		if len(rows) == 1 && heads(ids[0], rows[0], len(row)) {
			ids, rows, seen = nil, nil, map[string]bool{}
		}
		switch {
		case len(row) == 0 || len(rows) > 0 && len(row) != len(rows[0]):
			return nil, nil, fmt.Errorf("embed: line %d has %d numbers: must be as many as on the other lines, and at least one", line, len(row))
		case seen[words[0]]:
			return nil, nil, fmt.Errorf("embed: line %d: the id %q is repeated", line, words[0])
		}
		seen[words[0]] = true
		ids, rows = append(ids, words[0]), append(rows, row)
	}
	if err := b.Err(); err != nil {
		return nil, nil, fmt.Errorf("embed: %w", err)
	}
	m, err = FromRows(rows)
	return ids, m, err
}

// heads reports whether the first line holds the numbers of rows and columns.
func heads(id string, row []float32, columns int) bool {
	_, err := strconv.Atoi(id)
	return err == nil && columns > 1 && len(row) == 1 && row[0] == float32(columns)
}
