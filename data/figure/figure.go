package figure

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"

	"github.com/graphdp/graphdp/data/lists"
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
