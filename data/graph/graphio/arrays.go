package graphio

import (
	"bufio"
	"bytes"
	"fmt"

	"github.com/graphdp/graphdp/data/file"
	"github.com/graphdp/graphdp/data/graph"
)

// Arrays holds the arrays of a NumPy archive, by name, and the first error in reading one.
type Arrays struct {
	a   *archive
	Err error
}

// ReadArrays opens an .npz archive, optionally compressed by gzip.
func ReadArrays(path string) (*Arrays, error) {
	f, err := file.Open(path)
	if err != nil {
		return nil, fmt.Errorf("graphio: %w", err)
	}
	defer f.Close()
	in, err := unzipped(bufio.NewReader(f))
	if err != nil {
		return nil, wrap(path, err)
	}
	raw, err := file.ReadAll(in)
	if err != nil {
		return nil, wrap(path, err)
	}
	a, err := openArchive(bytes.NewReader(raw), int64(len(raw)), path)
	return &Arrays{a: a}, err
}

// Has reports whether an array of that name exists.
func (x *Arrays) Has(name string) bool { return x.a.has(name) }

// Floats returns finite numbers in rows; a vector or a single number is one row.
func (x *Arrays) Floats(name string) (rows [][]float64) { return arrayOf(x, name, (*npyArray).floats) }

// Ints returns integers in rows.
func (x *Arrays) Ints(name string) (rows [][]int32) {
	return arrayOf(x, name, func(a *npyArray, f func(int32) error) error {
		list, err := readInts[int32](a)
		for i := 0; i < len(list) && err == nil; i++ {
			err = f(list[i])
		}
		return err
	})
}

// IDs returns node ids, or nil if there are none.
func (x *Arrays) IDs(name string) *graph.IDs {
	ids, err := x.a.ids(name)
	if err != nil && x.Err == nil {
		x.Err = err
	}
	return ids
}

// arrayOf returns the rows of an array, or nil if the array is missing or after an earlier error.
func arrayOf[T any](x *Arrays, name string, each func(*npyArray, func(T) error) error) (rows [][]T) {
	if x.Err != nil || !x.a.has(name) {
		return nil
	}
	width := 0
	list, err := load(x.a, name, func(a *npyArray) (list []T, err error) {
		if width = a.count; len(a.shape) == 2 {
			width = a.shape[1]
		}
		err = each(a, func(v T) error {
			list = append(list, v)
			return nil
		})
		return list, err
	})
	if x.Err = err; err != nil {
		return nil
	}
	for i := 0; width > 0 && i < len(list); i += width {
		rows = append(rows, list[i:i+width:i+width])
	}
	return rows
}
