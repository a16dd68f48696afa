package embed

import (
	"fmt"
	"io"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/columnar"
)

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
