package figure

import (
	"slices"
	"strings"

	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/graphdp/graphdp/data/lists"
)

// Panel arranges figures in a grid with the given number of columns. A column is as wide as its
// widest figure, a row as high as its highest; smaller figures are centred. If every name has the
// same look in all figures, and no two names share a look, one legend below replaces the others.
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
	about := lists.Map(figures, func(f *Figure) string { return f.alternative() })
	legend := newKey(shared(figures), sum(widths)-2*keyRow)
	height := sum(heights) + head + legend.height()
	return &Figure{
		title: title, about: strings.Join(about, "; "), width: sum(widths), height: height,
		draw: func(c draw.Canvas) {
			// The margin of the panel is taken from the figures' sizes.
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

// wider allows for fonts wider than the measured one: a text keeps its start and grows to the
// right.
const wider = 1.15

// centred returns the largest width of a centred text.
func centred(width vg.Length) vg.Length { return width / (2*wider - 1) }

// wrapped breaks a text into lines within a width; longer words are kept whole.
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
