// Package columnar holds what the Parquet readers and writers of graphs and releases share.
// Package data/graph/parquet does the work, in programs that import it: a program without it links
// sooner.
package columnar

import (
	"bytes"
	"errors"
	"io"
)

// Column is a column of a table: its values are a list of int64, float64, float32 or string, or
// of any, whose values are nil, int64, float64 or string.
type Column struct {
	Name   string
	Values any
}

// Table is an open file, whose columns are read one by one.
type Table interface {
	Rows() int
	Note(name string) (note string, ok bool)
	Columns() (names []string)
	Read(name string) (values any, err error) // []int64 or []string
}

// Format opens files, all of them or their heads alone, and writes them.
type Format struct {
	Open  func(content []byte) (Table, error)
	Head  func(r io.ReaderAt, size int64) (Table, error)
	Write func(w io.Writer, notes map[string]string, columns ...Column) error
}

// Parquet is the format, once package parquet is imported.
var Parquet = Format{
	Open:  func([]byte) (Table, error) { return nil, errMissing },
	Head:  func(io.ReaderAt, int64) (Table, error) { return nil, errMissing },
	Write: func(io.Writer, map[string]string, ...Column) error { return errMissing },
}

var errMissing = errors.New("parquet: this program does not import data/graph/parquet, of which a notebook's cell calls parquet.Link()")

// Magic begins and ends a file of Parquet.
const Magic = "PAR1"

// Begins reports whether bytes are those with which a file of Parquet begins, and not a text.
func Begins(start []byte) bool {
	return bytes.HasPrefix(start, []byte(Magic+"\x15")) // a head whose first field is an integer
}
