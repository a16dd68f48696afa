// Package columnar holds the types shared by the Parquet readers and writers of graphs and
// releases. Package data/graph/parquet implements them, for programs that import it: a program
// without it links faster.
package columnar

import (
	"bytes"
	"errors"
	"io"
)

// Column is a column of a table. Its values are a slice of int64, float64, float32 or string, or of
// any with values nil, int64, float64 or string.
type Column struct {
	Name   string
	Values any
}

// Table is an open file whose columns are read one at a time.
type Table interface {
	Rows() int
	Note(name string) (note string, ok bool)
	Columns() (names []string)
	Read(name string) (values any, err error) // []int64 or []string
}

// Format opens files, completely or only their headers, and writes them.
type Format struct {
	Open  func(content []byte) (Table, error)
	Head  func(r io.ReaderAt, size int64) (Table, error)
	Write func(w io.Writer, notes map[string]string, columns ...Column) error
}

// Parquet is the format, set by importing package parquet.
var Parquet = Format{
	Open:  func([]byte) (Table, error) { return nil, errMissing },
	Head:  func(io.ReaderAt, int64) (Table, error) { return nil, errMissing },
	Write: func(io.Writer, map[string]string, ...Column) error { return errMissing },
}

var errMissing = errors.New("parquet: this program does not import data/graph/parquet, of which a notebook's cell calls parquet.Link()")

// Magic begins and ends a Parquet file.
const Magic = "PAR1"

// Begins reports whether the bytes begin a Parquet file rather than a text.
func Begins(start []byte) bool {
	return bytes.HasPrefix(start, []byte(Magic+"\x15")) // a footer whose first field is an integer
}
