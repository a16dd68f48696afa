package figure

import (
	"slices"
	"strings"

	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Panel puts figures side by side, row by row, in the given number of columns.
// Each column is as wide as its widest figure, each row as high as its highest;
// a smaller figure keeps its shape and stands in the middle. Where a name of a legend looks the
// same in all of them, and no other name looks so, one legend below stands for all.
func Panel(title string, columns int, figures ...*Figure) *Figure {
	if columns < 1 || len(figures) == 0 {
		return failed("a panel of %d figures in %d columns", len(figures), columns)
	}
	columns = min(columns, len(figures))
	widths := make([]vg.Length, columns)
	heights := make([]vg.Length, (len(figures)+columns-1)/columns)
	for i, f := range figures {
		if f == nil {
			return failed("figure %d of the panel is nil", i+1)
		}
		if err := f.check(); err != nil {
			return &Figure{err: err}
		}
		widths[i%columns] = max(widths[i%columns], f.width)
		heights[i/columns] = max(heights[i/columns], f.height)
	}
	sum := func(lengths []vg.Length) vg.Length {
		var s vg.Length
		for _, l := range lengths {
			s += l
		}
		return s
	}
	head, style := vg.Length(0), blank("").Title.TextStyle
	style.XAlign, style.YAlign = draw.XCenter, draw.YTop
	lines := wrapped(title, centred(sum(widths)-vg.Points(20)), style)
	if title != "" {
		head = vg.Points(22) + style.Height("x")*3/2*vg.Length(strings.Count(lines, "\n"))
	}
	figures = slices.Clone(figures)
	about := make([]string, len(figures))
	for i, f := range figures {
		about[i] = f.alternative()
	}
	legend := newKey(shared(figures), sum(widths)-2*keyRow)
	height := sum(heights) + head + legend.height()
	return &Figure{
		title: title, about: strings.Join(about, "; "), width: sum(widths), height: height,
		draw: func(c draw.Canvas) {
			// The margin of the whole is taken off what the figures asked for.
			x := (c.Max.X - c.Min.X) / sum(widths)
			y := (c.Max.Y - c.Min.Y) / height
			if title != "" {
				c.FillText(style, vg.Point{X: (c.Min.X + c.Max.X) / 2, Y: c.Max.Y}, lines)
			}
			for i, f := range figures {
				row, column := i/columns, i%columns
				left := c.Min.X + x*(sum(widths[:column])+(widths[column]-f.width)/2)
				top := c.Max.Y - y*(head+sum(heights[:row])+(heights[row]-f.height)/2)
				own := f.draw
				if legend.columns > 0 && f.bare != nil {
					own = f.bare
				}
				own(inside(draw.Canvas{Canvas: c.Canvas, Rectangle: vg.Rectangle{
					Min: vg.Point{X: left, Y: top - y*f.height},
					Max: vg.Point{X: left + x*f.width, Y: top},
				}}))
			}
			c.Max.Y = c.Min.Y + y*legend.height()
			legend.draw(c)
		},
	}
}

// wider is by how much a reader's letters may be wider than those that were measured, where another
// font stands in for theirs. A text begins where it was to begin, and grows to the right.
const wider = 1.15

// centred is how wide a text may be that stands in the middle of a width.
func centred(width vg.Length) vg.Length { return width / (2*wider - 1) }

// wrapped breaks a text into lines that are no wider than asked for, but for a word.
func wrapped(words string, width vg.Length, style text.Style) string {
	var lines []string
	for _, word := range strings.Fields(words) {
		if n := len(lines); n > 0 && style.Width(lines[n-1]+" "+word) <= width {
			lines[n-1] += " " + word
		} else {
			lines = append(lines, word)
		}
	}
	return strings.Join(lines, "\n")
}
