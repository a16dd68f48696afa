package figure

import (
	"github.com/graphdp/graphdp/data/table"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Tables draws tables below each other under a title.
func Tables(title string, tables ...Table) *Figure {
	const (
		points = 8
		step   = vg.Length(12) // line height
		gap    = vg.Length(14) // between columns
		margin = vg.Length(10) // of a page; see inside
	)
	style := blank("").Title.TextStyle
	write(&style, points)
	head := blank("").Title.TextStyle
	write(&head, 11)
	style.XAlign, head.XAlign = draw.XLeft, draw.XLeft
	style.YAlign, head.YAlign = draw.YBottom, draw.YBottom
	width, height := head.Width(title), 2*step
	type column struct{ x, width vg.Length }
	columns := make([][]column, len(tables))
	texts := make([][][]string, len(tables)) // starting with the header
	for i, t := range tables {
		texts[i] = t.Texts()
		x := vg.Length(0)
		for j := range t.Header {
			c := column{x: x}
			for _, row := range texts[i] {
				if j < len(row) {
					c.width = max(c.width, style.Width(row[j]))
				}
			}
			columns[i] = append(columns[i], c)
			x += c.width + gap
		}
		width = max(width, x-gap, style.Width(t.Caption))
		height += step * vg.Length(len(texts[i])+1)
		if t.Caption != "" {
			height += step
		}
	}
	return &Figure{
		title: title, width: wider*width + 2*margin, height: height + 2*margin,
		draw: func(c draw.Canvas) {
			y := c.Max.Y - step
			at := func(style text.Style, x vg.Length, words string) {
				c.FillText(style, vg.Point{X: c.Min.X + x, Y: y}, words)
			}
			at(head, 0, title)
			y -= step
			for i, t := range tables {
				if t.Caption != "" {
					y -= step
					at(style, 0, t.Caption)
				}
				for k, row := range texts[i] {
					y -= step
					for j, words := range row {
						if j < len(columns[i]) {
							at(style, columns[i][j].x, words)
						}
					}
					if k == 0 && len(columns[i]) > 0 {
						last := columns[i][len(columns[i])-1]
						c.StrokeLine2(draw.LineStyle{Color: grey, Width: vg.Points(0.6)}, c.Min.X, y-3, c.Min.X+last.x+last.width, y-3)
					}
				}
				y -= step / 2
			}
		},
	}
}

// Table is a small table of values, for a notebook or a terminal.
type Table = table.Table
