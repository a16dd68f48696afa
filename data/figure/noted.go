package figure

import (
	"strings"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Noted returns the figure with lines of text below it, which are broken where they are too wide.
func (f *Figure) Noted(lines ...string) *Figure {
	if err := f.check(); err != nil {
		return &Figure{err: err}
	}
	const points, margin, narrow = 9, vg.Length(10), 4 * vg.Inch
	style := blank("").Title.TextStyle
	write(&style, points)
	style.XAlign, style.YAlign = draw.XLeft, draw.YTop
	noted := *f
	noted.bare, noted.names = nil, nil // the figure and its notes are one
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
