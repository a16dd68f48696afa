package figure

import (
	"cmp"
	"image"
	"image/color"
	"math"
	"slices"
	"strconv"

	"github.com/graphdp/graphdp/data/graph"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Heat is a table of non-negative numbers: a row has a number for each column of each group.
type Heat struct {
	Title                 string
	Rows, Groups, Columns []string
	Values                [][]float64
}

// HeatMap draws a table as a heat map: larger numbers are darker. A cell shows its number, rounded,
// unless it is 0.
func HeatMap(h Heat) *Figure {
	const side, margin = vg.Length(15.4), vg.Length(10)
	style := blank("").Title.TextStyle
	write(&style, 9)
	style.XAlign, style.YAlign = draw.XCenter, draw.YCenter
	head, left := style, style
	write(&head, 11)
	left.XAlign = draw.XLeft
	names, most := vg.Length(0), 0.0
	for i, name := range h.Rows {
		if names = max(names, style.Width(name)*wider+6); i >= len(h.Values) || len(h.Values[i]) != len(h.Groups)*len(h.Columns) {
			return failed("a heat map of %d rows and %d groups of %d columns has other numbers of values", len(h.Rows), len(h.Groups), len(h.Columns))
		}
		for _, x := range h.Values[i] {
			if bad(x, false) || x < 0 {
				return failed("a heat map of %v, want finite numbers from 0 on", x)
			}
			most = max(most, x)
		}
	}
	if len(h.Rows)*len(h.Groups)*len(h.Columns) == 0 {
		return failed("a heat map without cells")
	}
	columns := len(h.Groups) * len(h.Columns)
	return &Figure{
		title: h.Title, width: names + side*vg.Length(columns) + 2*margin, height: side*vg.Length(len(h.Rows)+4) + 2*margin,
		draw: func(c draw.Canvas) {
			at := func(row, column float64) vg.Point { // the middle of a cell
				return vg.Point{X: c.Min.X + names + side*vg.Length(column+0.5), Y: c.Max.Y - side*vg.Length(row+3.5)}
			}
			c.FillText(head, vg.Point{X: (c.Min.X + c.Max.X) / 2, Y: c.Max.Y - side/2}, h.Title)
			for g, name := range h.Groups {
				c.FillText(style, at(-2, float64(g*len(h.Columns))+float64(len(h.Columns)-1)/2), name)
			}
			for i, name := range h.Rows {
				c.FillText(left, vg.Point{X: c.Min.X, Y: at(float64(i), 0).Y}, name)
				for j, x := range h.Values[i] {
					h.cell(c, style, at(float64(i), float64(j)), side/2, x, x/max(most, 1e-300))
				}
			}
			for j := range columns {
				c.FillText(style, at(-1, float64(j)), h.Columns[j%len(h.Columns)])
				if j%len(h.Columns) == 0 && j > 0 {
					x := at(0, float64(j)).X - side/2
					c.StrokeLine2(draw.LineStyle{Color: grey, Width: vg.Points(0.6)}, x, at(-1, 0).Y+side/2, x, at(float64(len(h.Rows)), 0).Y+side/2)
				}
			}
		},
	}
}

// cell draws one number in its shade, from 0 for white to 1.
func (h Heat) cell(c draw.Canvas, style text.Style, at vg.Point, half vg.Length, x, shade float64) {
	full := Hues[0].Light
	mix := func(to uint8) uint8 { return uint8(math.Round(255 - shade*(255-float64(to)))) }
	half -= 0.5
	c.FillPolygon(color.RGBA{R: mix(full.R), G: mix(full.G), B: mix(full.B), A: 255}, []vg.Point{
		{X: at.X - half, Y: at.Y - half}, {X: at.X + half, Y: at.Y - half}, {X: at.X + half, Y: at.Y + half}, {X: at.X - half, Y: at.Y + half},
	})
	if shade > 0.5 {
		style.Color = color.White
	}
	if n := math.Round(x); n > 0 {
		c.FillText(style, at, strconv.FormatFloat(n, 'f', -1, 64))
	}
}

// cells is the number of rows and columns of an adjacency picture.
const cells = 160

// Adjacency draws the adjacency matrix of a graph of any size as a grey-scale picture: the darker a
// cell, the larger its share of connected pairs, on a logarithmic scale. Nodes are ordered by
// group, if there are groups, and by descending degree within a group.
func Adjacency(title string, g *graph.Graph, groups []int32) *Figure {
	n := g.N()
	if n == 0 {
		return failed("a graph without nodes has no adjacency matrix")
	}
	if groups != nil && len(groups) != n {
		return failed("%d groups for %d nodes", len(groups), n)
	}
	order := graph.Nodes(n)
	slices.SortFunc(order, func(u, v int32) int {
		if groups != nil && groups[u] != groups[v] {
			return cmp.Compare(groups[u], groups[v])
		}
		return cmp.Or(cmp.Compare(g.Degree(v), g.Degree(u)), cmp.Compare(u, v))
	})
	side := min(cells, n)
	row := make([]int, n) // cell of each node
	for place, u := range order {
		row[u] = place * side / n
	}
	joined := make([]float64, side*side)
	for u := range int32(n) {
		for _, v := range g.Neighbors(u) {
			joined[row[u]*side+row[v]]++
		}
	}
	size := make([]float64, side)
	for _, r := range row {
		size[r]++
	}

	shades := image.NewGray(image.Rect(0, 0, side, side))
	for i := range side {
		for j := range side {
			density := joined[i*side+j] / (size[i] * size[j])
			shades.SetGray(j, i, color.Gray{Y: shade(density, float64(n)/float64(side))})
		}
	}
	p := blank(title)
	p.HideAxes()
	p.Add(plotter.NewImage(shades, 0, 0, 1, 1))
	height := 3.0
	if title != "" {
		height += 0.3
	}
	return of(p, nil, TopRight, 3, height)
}

// shade returns white for no edge and black for all pairs. One edge among the nodes² pairs of a
// cell is just visible.
func shade(density, nodes float64) uint8 {
	if density == 0 {
		return 255
	}
	lowest := 2 * math.Log(max(nodes, 2))
	t := min(1, max(0, 1+math.Log(density)/lowest)) // 0 for one edge, 1 for all
	return uint8(math.Round(205 * (1 - t)))
}
