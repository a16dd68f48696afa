package parquet

import (
	"io"

	"github.com/graphdp/graphdp/data/graph/columnar"
)

// Link does nothing: to import the package is enough. A cell that reads or writes Parquet calls
// it, because the kernel drops imports that a cell does not name.
func Link() {}

func init() {
	columnar.Parquet = columnar.Format{
		Open:  func(content []byte) (columnar.Table, error) { return asTable(Open(content)) },
		Head:  func(r io.ReaderAt, size int64) (columnar.Table, error) { return asTable(Head(r, size)) },
		Write: Write,
	}
}

// asTable is no table where there is no file.
func asTable(f *File, err error) (columnar.Table, error) {
	if err != nil {
		return nil, err
	}
	return f, nil
}
