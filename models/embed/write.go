package embed

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/graphdp/graphdp/gdp/graph"
	"github.com/graphdp/graphdp/gdp/nearest"
)

// A Format is how an embedding lies in a file.
type Format int

const (
	// Text is a line for each node: its id and its row, between blanks.
	Text Format = iota + 1
	// CSV is the same between commas, below a line "id,x1,x2,…".
	CSV
	// TSV is the same between tabs.
	TSV
	// NPY is NumPy's array of float32, without ids: row u is that of node u.
	NPY
)

var extensions = map[string]Format{".txt": Text, ".emb": Text, ".csv": CSV, ".tsv": TSV, ".npy": NPY}

// FormatOf is the format that the extension of a file's name says.
func FormatOf(path string) (Format, error) {
	if f, ok := extensions[strings.ToLower(filepath.Ext(path))]; ok {
		return f, nil
	}
	return 0, fmt.Errorf("embed: %s: an embedding is not written as %q; %s", path, filepath.Ext(path), nearest.Hint(filepath.Ext(path), Extensions()))
}

// Extensions lists the extensions of files that can be written.
func Extensions() []string { return slices.Sorted(maps.Keys(extensions)) }

// Write writes the embedding of nodes that have the given ids, or are known by their
// numbers if there are none.
func (m *Matrix) Write(w io.Writer, f Format, ids *graph.IDs) error {
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
		err = m.npy(b)
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
		if strings.ContainsAny(id, " \t\n\r\",") {
			return fmt.Errorf("embed: the id %q cannot be told from its row: write an .npy", id)
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

// npy writes version 1.0 of NumPy's format, whose head ends at a multiple of 64 bytes.
func (m *Matrix) npy(b *bufio.Writer) error {
	head := fmt.Sprintf("{'descr': '<f4', 'fortran_order': False, 'shape': (%d, %d), }", m.N(), m.dim)
	head += strings.Repeat(" ", (64-(10+len(head)+1)%64)%64) + "\n"
	b.WriteString("\x93NUMPY\x01\x00")
	if err := binary.Write(b, binary.LittleEndian, uint16(len(head))); err != nil {
		return err
	}
	b.WriteString(head)
	return binary.Write(b, binary.LittleEndian, m.values)
}
