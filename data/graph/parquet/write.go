// Package parquet reads and writes tables as Parquet. A program that imports it also reads and
// writes graphs and releases as Parquet:
//
//	import _ "github.com/graphdp/graphdp/data/graph/parquet"
//
// The commands import it.
package parquet

import (
	"errors"
	"fmt"
	"io"
	"unicode/utf8"

	pq "github.com/parquet-go/parquet-go"

	"github.com/graphdp/graphdp/data/graph/columnar"
	"github.com/graphdp/graphdp/data/lists"
)

// Column is a column of a table.
type Column = columnar.Column

// Write writes a table, with notes that other readers ignore. Columns have equal length and
// distinct names.
func Write(w io.Writer, notes map[string]string, columns ...Column) error {
	if w == nil || len(columns) == 0 {
		return errors.New("parquet: no columns or no writer")
	}
	root := table{Group: pq.Group{}}
	values := make([]func(row int) pq.Value, len(columns))
	rows := 0
	for i, c := range columns {
		if c.Name == "" || root.Group[c.Name] != nil {
			return fmt.Errorf("parquet: the name of column %d is empty or repeated: %q", i, c.Name)
		}
		node, n, value, err := open(c, i)
		if err != nil {
			return fmt.Errorf("parquet: column %s: %w", c.Name, err)
		}
		if i > 0 && n != rows {
			return fmt.Errorf("parquet: column %s has %d values, want %d", c.Name, n, rows)
		}
		root.Group[c.Name] = node
		root.order = append(root.order, c.Name)
		values[i], rows = value, n
	}
	options := []pq.WriterOption{pq.NewSchema("table", root), pq.Compression(&pq.Snappy), pq.CreatedBy("graphdp", "1", "")}
	for name, note := range notes {
		options = append(options, pq.KeyValueMetadata(name, note))
	}
	out := pq.NewGenericWriter[any](w, options...)
	const most = 1024 // rows per block
	var block []pq.Row
	for row := range rows {
		line := make(pq.Row, len(columns))
		for i, value := range values {
			line[i] = value(row)
		}
		if block = append(block, line); len(block) == most || row == rows-1 {
			if _, err := out.WriteRows(block); err != nil {
				return fmt.Errorf("parquet: %w", err)
			}
			block = block[:0]
		}
	}
	if err := out.Close(); err != nil {
		return fmt.Errorf("parquet: %w", err)
	}
	return nil
}

// table is a group of columns in the given order.
type table struct {
	pq.Group
	order []string
}

// Fields implements [pq.Node].
func (t table) Fields() []pq.Field {
	byName := map[string]pq.Field{}
	for _, f := range t.Group.Fields() {
		byName[f.Name()] = f
	}
	return lists.Map(t.order, func(name string) pq.Field { return byName[name] })
}

// open returns the type, length and values of the i-th column of a table.
func open(c Column, i int) (pq.Node, int, func(row int) pq.Value, error) {
	plain := func(t pq.Node) pq.Node { return pq.Encoded(t, &pq.Plain) }
	ints, doubles, texts := plain(pq.Int(64)), plain(pq.Leaf(pq.DoubleType)), plain(pq.String())
	switch list := c.Values.(type) {
	case []int64:
		return ints, len(list), func(row int) pq.Value { return pq.Int64Value(list[row]).Level(0, 0, i) }, nil
	case []float32:
		return plain(pq.Leaf(pq.FloatType)), len(list), func(row int) pq.Value { return pq.FloatValue(list[row]).Level(0, 0, i) }, nil
	case []float64:
		return doubles, len(list), func(row int) pq.Value { return pq.DoubleValue(list[row]).Level(0, 0, i) }, nil
	case []string:
		for row, text := range list {
			if !utf8.ValidString(text) {
				return nil, 0, nil, fmt.Errorf("row %d: %.40q is not UTF-8", row, text)
			}
		}
		return texts, len(list), func(row int) pq.Value { return pq.ByteArrayValue([]byte(list[row])).Level(0, 0, i) }, nil
	case []any:
		kind, err := kindOf(list)
		if err != nil {
			return nil, 0, nil, err
		}
		node := map[string]pq.Node{"int": ints, "float": doubles, "text": texts}[kind]
		return pq.Optional(node), len(list), func(row int) pq.Value { return value(list[row], kind, i) }, nil
	}
	return nil, 0, nil, fmt.Errorf("values of type %T", c.Values)
}

// kindOf returns the narrowest kind that holds all values.
func kindOf(list []any) (string, error) {
	kind := ""
	for row, x := range list {
		switch v := x.(type) {
		case nil:
		case int64:
			if kind == "" {
				kind = "int"
			}
		case float64:
			if kind != "text" {
				kind = "float"
			}
		case string:
			if !utf8.ValidString(v) {
				return "", fmt.Errorf("row %d: %.40q is not UTF-8", row, v)
			}
			kind = "text"
		default:
			return "", fmt.Errorf("row %d: value of type %T", row, x)
		}
	}
	if kind == "" {
		kind = "text"
	}
	return kind, nil
}

// value returns a value, possibly null, in a column of the given kind.
func value(x any, kind string, i int) pq.Value {
	if x == nil {
		return pq.NullValue().Level(0, 0, i)
	}
	n, whole := x.(int64)
	switch {
	case kind == "int":
		return pq.Int64Value(n).Level(0, 1, i)
	case kind == "float" && whole:
		return pq.DoubleValue(float64(n)).Level(0, 1, i)
	case kind == "float":
		return pq.DoubleValue(x.(float64)).Level(0, 1, i)
	}
	return pq.ByteArrayValue([]byte(fmt.Sprint(x))).Level(0, 1, i)
}
