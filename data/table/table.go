// Package table formats small tables for terminals and notebooks.
package table

import (
	"fmt"
	"html"
	"math"
	"strconv"
	"strings"
	"text/tabwriter"

	"github.com/graphdp/graphdp/data/lists"
)

// Table is a small table of values, for a notebook or a terminal. Cells are formatted by fmt;
// numbers are right-aligned.
type Table struct {
	Caption string
	Header  []string
	Rows    [][]any
}

// HTML returns the table for a notebook.
func (t Table) HTML() string {
	var b strings.Builder
	b.WriteString("<table>")
	if t.Caption != "" {
		fmt.Fprintf(&b, "<caption>%s</caption>", html.EscapeString(t.Caption))
	}
	b.WriteString("<thead><tr>")
	for i, h := range t.Header {
		fmt.Fprintf(&b, `<th style="text-align:%s">%s</th>`, t.align(i), html.EscapeString(h))
	}
	b.WriteString("</tr></thead><tbody>")
	for _, row := range t.Rows {
		b.WriteString("<tr>")
		for i, cell := range row {
			fmt.Fprintf(&b, `<td style="text-align:%s">%s</td>`, t.align(i), html.EscapeString(format(cell)))
		}
		b.WriteString("</tr>")
	}
	b.WriteString("</tbody></table>")
	return b.String()
}

// String returns the table for a terminal.
func (t Table) String() string {
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	fmt.Fprint(w, t.Tabs())
	_ = w.Flush() // a strings.Builder cannot fail
	return b.String()
}

// Tabs returns the caption, the header and the rows, with tabs between cells.
func (t Table) Tabs() string {
	var b strings.Builder
	if t.Caption != "" {
		fmt.Fprintln(&b, t.Caption)
	}
	for _, line := range t.Texts() {
		fmt.Fprintln(&b, strings.Join(line, "\t"))
	}
	return b.String()
}

// Texts returns the header and the formatted rows.
func (t Table) Texts() [][]string {
	lines := [][]string{t.Header}
	for _, row := range t.Rows {
		cells := lists.Map(row, format)
		lines = append(lines, cells)
	}
	return lines
}

// align returns "right" for a column of numbers.
func (t Table) align(column int) string {
	for _, row := range t.Rows {
		if column < len(row) {
			switch row[column].(type) {
			case int, int32, int64, float32, float64:
			default:
				return "left"
			}
		}
	}
	return "right"
}

// format formats numbers with four significant digits, integers with all.
func format(v any) string {
	x, ok := v.(float64)
	if y, small := v.(float32); small {
		x, ok = float64(y), true
	}
	switch {
	case !ok:
		return fmt.Sprint(v)
	case x == math.Trunc(x) && math.Abs(x) < 1e15:
		return strconv.FormatFloat(x, 'f', 0, 64)
	}
	return strconv.FormatFloat(x, 'g', 4, 64)
}
