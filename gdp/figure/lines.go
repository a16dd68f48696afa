package figure

import (
	"math"

	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
)

// Series is a named sequence of points; X may be nil for 1, 2, 3, …
type Series struct {
	Name string
	X, Y []float64
}

// LinesStyle says how [Lines] draws its curves.
type LinesStyle struct {
	Title          string
	XLabel, YLabel string
}

// Lines draws curves over one pair of axes. Values that are infinite or not a
// number are an error: a gap that nobody sees is a false figure.
func Lines(style LinesStyle, series ...Series) *Figure {
	if len(series) == 0 {
		return failed("no series to draw")
	}
	p := blank(style.Title)
	p.X.Label.Text, p.Y.Label.Text = style.XLabel, style.YLabel
	grid := plotter.NewGrid()
	grid.Horizontal.Color, grid.Vertical.Color = pale, nil
	p.Add(grid)
	for i, s := range series {
		if len(s.Y) == 0 {
			return failed("series %q is empty", s.Name)
		}
		if s.X != nil && len(s.X) != len(s.Y) {
			return failed("series %q has %d x and %d y values", s.Name, len(s.X), len(s.Y))
		}
		xys := make(plotter.XYs, len(s.Y))
		for j, y := range s.Y {
			x := float64(j + 1)
			if s.X != nil {
				x = s.X[j]
			}
			if bad(x) || bad(y) {
				return failed("point %d of series %q is (%v, %v)", j+1, s.Name, x, y)
			}
			xys[j] = plotter.XY{X: x, Y: y}
		}
		line, err := plotter.NewLine(xys)
		if err != nil {
			return failed("series %q: %w", s.Name, err)
		}
		line.Color, line.Width = colour(i), vg.Points(1.8)
		if dashes := dash(i); dashes != nil {
			line.Dashes = dashes
		}
		p.Add(line)
		if s.Name != "" {
			p.Legend.Add(s.Name, line)
		}
	}
	if p.Y.Min > 0 && p.Y.Min < p.Y.Max/3 {
		p.Y.Min = 0 // where zero is near, show it
	}
	p.Legend.Top = true
	return &Figure{title: style.Title, plot: p, width: 6 * vg.Inch, height: 3.2 * vg.Inch}
}

func bad(x float64) bool { return math.IsNaN(x) || math.IsInf(x, 0) }

// dash tells curves apart where colours cannot, or where one covers another.
func dash(i int) []vg.Length {
	switch i % 3 {
	case 1:
		return []vg.Length{vg.Points(5), vg.Points(3)}
	case 2:
		return []vg.Length{vg.Points(1.5), vg.Points(2)}
	}
	return nil
}
