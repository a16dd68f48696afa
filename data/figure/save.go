package figure

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/graphdp/graphdp/data/file"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
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
