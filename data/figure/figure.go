package figure

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/graphdp/graphdp/data/lists"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
)

// Figure is a drawing of a fixed size. The zero Figure is an error.
type Figure struct {
	title         string
	about         string // text alternative
	draw          func(draw.Canvas)
	bare          func(draw.Canvas) // without the legend described by names
	names         []entry
	width, height vg.Length
	err           error
}

// failed returns a figure with an error.
func failed(format string, args ...any) *Figure {
	return &Figure{err: fmt.Errorf("figure: "+format, args...)}
}

// of returns the figure of a plot with a legend; sizes are in inches.
func of(p *plot.Plot, names []entry, legend Corner, width, height float64) *Figure {
	about := lists.Map(names, func(e entry) string { return e.name })
	return &Figure{
		title: p.Title.Text, about: strings.Join(about, ", "), names: names,
		draw:  func(c draw.Canvas) { withLegend(p, names, legend, c) },
		bare:  func(c draw.Canvas) { withLegend(p, nil, legend, c) },
		width: vg.Length(width) * vg.Inch, height: vg.Length(height) * vg.Inch,
	}
}

// Title returns the figure's title.
func (f *Figure) Title() string {
	if f == nil {
		return ""
	}
	return f.title
}

// alternative returns the text alternative: the title and a description.
func (f *Figure) alternative() string {
	switch {
	case f.about == "":
		return cmp.Or(f.title, "figure")
	case f.title == "":
		return f.about
	}
	return f.title + ": " + f.about
}

// String returns the figure's title, for where pictures cannot be shown.
func (f *Figure) String() string { return f.Title() }

// Sized returns the figure in another size, in inches, for instance for small multiples in a
// [Panel]. The font size stays.
func (f *Figure) Sized(width, height float64) *Figure {
	if !(width > 0.5 && width < 200 && height > 0.5 && height < 200) {
		return failed("a figure of %v x %v inches", width, height)
	}
	if err := f.check(); err != nil {
		return &Figure{err: err}
	}
	sized := *f
	sized.width, sized.height = vg.Length(width)*vg.Inch, vg.Length(height)*vg.Inch
	return &sized
}

// PNG draws the figure with a number of dots per inch.
func (f *Figure) PNG(dpi int) ([]byte, error) {
	if err := f.check(); err != nil {
		return nil, err
	}
	if dpi < 10 || dpi > 2400 {
		return nil, fmt.Errorf("figure: %d dots per inch, want 10 … 2400", dpi)
	}
	c := vgimg.NewWith(vgimg.UseWH(f.width, f.height), vgimg.UseDPI(dpi))
	f.draw(inside(draw.New(c)))
	return written(vgimg.PngCanvas{Canvas: c})
}

func (f *Figure) check() error {
	if f == nil || f.err == nil && f.draw == nil {
		return fmt.Errorf("figure: an empty Figure: make one with Network, Lines, …")
	}
	return f.err
}

func written(c io.WriterTo) ([]byte, error) {
	var b bytes.Buffer
	if _, err := c.WriteTo(&b); err != nil {
		return nil, fmt.Errorf("figure: %w", err)
	}
	return b.Bytes(), nil
}

// inside returns the canvas without a margin.
func inside(c draw.Canvas) draw.Canvas {
	const margin = 5 // points
	return draw.Crop(c, margin, -margin, margin, -margin)
}

// write sets the font of a text.
func write(style *text.Style, points float64) {
	style.Font.Variant, style.Font.Size, style.Color = "Sans", vg.Points(points), ink
}

// blank returns a plot in the project's style.
func blank(title string) *plot.Plot {
	p := plot.New()
	p.Title.Text = title
	p.Title.Padding = vg.Points(6)
	p.Legend.Padding = vg.Points(2)
	write(&p.Title.TextStyle, 12)
	write(&p.Legend.TextStyle, 10)
	for _, axis := range []*plot.Axis{&p.X, &p.Y} {
		write(&axis.Label.TextStyle, 10)
		write(&axis.Tick.Label, 9)
		axis.Tick.Marker = ticks{}
		axis.LineStyle.Color, axis.Tick.LineStyle.Color = grey, grey
		axis.LineStyle.Width, axis.Tick.LineStyle.Width = vg.Points(0.6), vg.Points(0.6)
	}
	return p
}

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
