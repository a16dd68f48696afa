package embed

import (
	"fmt"
	"io"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/parquet"
)

// parquet writes a row of a table for each node.
func (m *Matrix) parquet(w io.Writer, ids *graph.IDs) error {
	columns := make([]parquet.Column, 1+m.dim)
	columns[0].Name = "node"
	if numbers, ok := ids.Integers(); ids == nil || ok {
		list := make([]int64, m.N())
		for u := range list {
			list[u] = int64(u)
		}
		copy(list, numbers)
		columns[0].Values = list
	} else {
		list := make([]string, m.N())
		for u := range list {
			list[u] = ids.Name(int32(u))
		}
		columns[0].Values = list
	}
	for i := range m.dim {
		list := make([]float32, m.N())
		for u := range list {
			list[u] = m.Row(int32(u))[i]
		}
		columns[1+i] = parquet.Column{Name: fmt.Sprintf("d%d", i), Values: list}
	}
	if err := parquet.Write(w, nil, columns...); err != nil {
		return fmt.Errorf("embed: %w", err)
	}
	return nil
}
