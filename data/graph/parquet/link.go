package parquet

import (
	"io"

	"github.com/graphdp/graphdp/data/graph/columnar"
)

// Link does nothing: importing the package is enough. Notebook cells that read or write Parquet
// call it, because the kernel drops unused imports.
func Link() {}

func init() {
	columnar.Parquet = columnar.Format{
		Open:  func(content []byte) (columnar.Table, error) { return asTable(Open(content)) },
		Head:  func(r io.ReaderAt, size int64) (columnar.Table, error) { return asTable(Head(r, size)) },
		Write: Write,
	}
}

// asTable returns a nil table for a nil file.
func asTable(f *File, err error) (columnar.Table, error) {
	if err != nil {
		return nil, err
	}
	return f, nil
}
