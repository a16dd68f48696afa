package figure

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/graphdp/graphdp/data/file"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgpdf"
)

// ErrFormat reports a file name without a supported extension.
var ErrFormat = errors.New("want a name that ends in .svg, .pdf or .png")

// Save writes the figure to a file in the format of its extension: .svg, .pdf, or .png at 150 dots
// per inch.
func (f *Figure) Save(path string) error {
	var draw func() ([]byte, error)
	switch filepath.Ext(path) {
	case ".svg":
		draw = f.SVG
	case ".pdf":
		draw = f.PDF
	case ".png":
		draw = func() ([]byte, error) { return f.PNG(150) }
	default:
		return fmt.Errorf("figure: %q: %w", path, ErrFormat)
	}
	drawing, err := draw()
	if err != nil {
		return err
	}
	if err := file.Write(path, 0o666, func(w io.Writer) error { _, err := w.Write(drawing); return err }); err != nil {
		return fmt.Errorf("figure: %w", err)
	}
	return nil
}

// Noted returns the figure with lines of text below it, wrapped to its width.
func (f *Figure) Noted(lines ...string) *Figure {
	if err := f.check(); err != nil {
		return &Figure{err: err}
	}
	const points, margin, narrow = 9, vg.Length(10), 4 * vg.Inch
	style := blank("").Title.TextStyle
	write(&style, points)
	style.XAlign, style.YAlign = draw.XLeft, draw.YTop
	noted := *f
	noted.bare, noted.names = nil, nil // the figure and its notes form one figure
	noted.width = max(f.width, narrow)
	var broken []string
	for _, line := range lines {
		broken = append(broken, strings.Split(wrapped(line, (noted.width-2*margin)/wider, style), "\n")...)
	}
	step := style.Height("x") * 3 / 2
	text := step * vg.Length(len(broken))
	noted.height += text
	noted.draw = func(c draw.Canvas) {
		own := text * (c.Max.Y - c.Min.Y) / noted.height
		f.draw(draw.Crop(c, 0, 0, own, 0))
		for i, line := range broken {
			c.FillText(style, vg.Point{X: c.Min.X, Y: c.Min.Y + own - step*vg.Length(i)}, line)
		}
	}
	return &noted
}

// PDF draws the figure as a document of one page of the figure's size.
func (f *Figure) PDF() (page []byte, err error) {
	if err := f.check(); err != nil {
		return nil, err
	}
	c := &outlined{Canvas: vgpdf.New(f.width, f.height)}
	f.draw(inside(draw.New(c)))
	if c.err != nil {
		return nil, fmt.Errorf("figure: %w", c.err)
	}
	if page, err = written(c); err != nil {
		return nil, err
	}
	return made.ReplaceAllFunc(page, func(date []byte) []byte { // as long, so that offsets stay right
		return append(date[:0:0], append([]byte("Date (D:"), bytes.Repeat([]byte("0"), len(date)-len("Date (D:")-1)...)...)[:len(date)-1]
	}), nil
}

// made matches the creation date of a document.
var made = regexp.MustCompile(`Date \(D:\d+`)

// outlined draws letters missing from the page's one-byte encoding as outlines.
type outlined struct {
	*vgpdf.Canvas
	err error
}

// FillString implements [vg.Canvas].
func (c *outlined) FillString(face font.Face, at vg.Point, text string) {
	for _, r := range text {
		if r > '~' {
			c.outline(face, at, text)
			return
		}
	}
	c.Canvas.FillString(face, at, text)
}

// outline fills the outlines of letters.
func (c *outlined) outline(face font.Face, at vg.Point, text string) {
	const units = 1024 // rounding unit of outlines
	scale := face.Font.Size / units
	point := func(x, y fixed.Int26_6) vg.Point { // y grows downwards in outlines
		return vg.Point{X: at.X + scale*vg.Length(x)/64, Y: at.Y - scale*vg.Length(y)/64}
	}
	var buffer sfnt.Buffer
	for _, r := range text {
		glyph, err := face.Face.GlyphIndex(&buffer, r)
		if err != nil {
			c.err = err
			return
		}
		segments, err := face.Face.LoadGlyph(&buffer, glyph, fixed.I(units), nil)
		if err != nil {
			c.err = err
			return
		}
		var path vg.Path
		for _, s := range segments {
			a, b, d := point(s.Args[0].X, s.Args[0].Y), point(s.Args[1].X, s.Args[1].Y), point(s.Args[2].X, s.Args[2].Y)
			switch s.Op {
			case sfnt.SegmentOpMoveTo:
				if len(path) > 0 {
					path.Close()
				}
				path.Move(a)
			case sfnt.SegmentOpLineTo:
				path.Line(a)
			case sfnt.SegmentOpQuadTo:
				path.QuadTo(a, b)
			case sfnt.SegmentOpCubeTo:
				path.CubeTo(a, b, d)
			}
		}
		if len(path) > 0 {
			path.Close()
			c.Fill(path)
		}
		advance, err := face.Face.GlyphAdvance(&buffer, glyph, fixed.I(units), 0)
		if err != nil {
			c.err = err
			return
		}
		at.X += scale * vg.Length(advance) / 64
	}
}
