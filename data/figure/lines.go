package figure

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Series is a named sequence of points. X may be nil for 1, 2, 3, … Spread, if present, is drawn as
// a bar of that length up and down from each point; on a logarithmic axis a bar that reaches 0 ends
// at the bottom of the figure. An Open series, for claimed values without a proof, has open marks.
// Series with the same name and role are parts of one curve, with one style.
type Series struct {
	Name   string
	Role   Role
	Look   Look // look of the curve; zero for that of its role
	X, Y   []float64
	Spread []float64
	Open   bool
	Apart  bool // marks without a line
}

// LinesStyle is the style of [Lines].
type LinesStyle struct {
	Title          string
	XLabel, YLabel string // "x" and "y" where they are empty
	LogX, LogY     bool   // logarithmic axes: every value must be positive
	// YRange is a range that the y axis must include, for comparisons; {0, 0} for the range of the
	// data.
	YRange [2]float64
	Dots   bool // draw marks at the points
	Legend Corner
}

// Lines draws curves over one pair of axes. A curve hidden by later ones is shifted up by some
// points. Values that are infinite or NaN, or not positive on a logarithmic axis, are an error,
// because an invisible gap misleads.
func Lines(style LinesStyle, series ...Series) *Figure {
	if len(series) == 0 {
		return failed("no series to draw")
	}
	p := blank(style.Title)
	p.X.Label.Text, p.Y.Label.Text = cmp.Or(style.XLabel, "x"), cmp.Or(style.YLabel, "y")
	for axis, log := range map[*plot.Axis]bool{&p.X: style.LogX, &p.Y: style.LogY} {
		if log {
			axis.Tick.Marker = decades{}
		}
	}
	grid := plotter.NewGrid()
	grid.Horizontal.Color, grid.Vertical.Color = faint, nil
	p.Add(grid)
	points := make([]plotter.XYs, len(series))
	for i, s := range series {
		var err error
		if points[i], err = s.points(style); err != nil {
			return failed("series %q: %w", s.Name, err)
		}
	}
	looks := looksOf(series)
	foot := math.Inf(1) // bottom of a logarithmic axis
	for _, s := range series {
		for i, y := range s.Y {
			if foot = min(foot, y); len(s.Spread) == len(s.Y) && y > s.Spread[i] {
				foot = min(foot, y-s.Spread[i])
			}
		}
	}
	var names []entry
	depth := hidden(points, looks)
	for i, s := range series {
		line, dots, err := plotter.NewLinePoints(points[i])
		if err != nil {
			return failed("series %q: %w", s.Name, err)
		}
		look, rim := looks[i], seen*vg.Length(depth[i])
		line.Color, line.Width, line.Dashes = look.colour, vg.Points(1.8)+rim, look.dashes
		dots.Color, dots.Radius, dots.Shape = look.colour, vg.Points(2.4)+rim/2, look.mark
		if !s.Apart {
			p.Add(line)
		}
		if s.Spread != nil {
			bars, err := s.bars(style, points[i], foot/2)
			if err != nil {
				return failed("series %q: %w", s.Name, err)
			}
			bars.LineStyle = draw.LineStyle{Color: look.colour, Width: vg.Points(1)}
			p.Add(whiskers{bars})
		}
		e := entry{name: s.Name, look: looks[i].style, line: !s.Apart}
		if style.Dots || s.Open || s.Apart {
			p.Add(dots)
			e.radius = vg.Points(2.4)
		}
		if s.Name != "" && !slices.ContainsFunc(names, func(x entry) bool { return x.name == e.name && x.look.like(e.look) }) {
			names = append(names, e)
		}
	}
	if !style.LogY && p.Y.Min > 0 && p.Y.Min < p.Y.Max/3 {
		p.Y.Min = 0 // include zero if it is near
	}
	if low, high := style.YRange[0], style.YRange[1]; low < high && !(style.LogY && low <= 0) {
		if style.LogY {
			low, high = math.Log10(low), math.Log10(high)
		}
		p.Y.Min, p.Y.Max = min(p.Y.Min, low), max(p.Y.Max, high)
	}
	if style.Legend == TopRight && len(series) > maxInCorner {
		style.Legend = Beside
	}
	return of(p, names, style.Legend, 6, 3.2)
}

// maxInCorner is the largest number of names in a corner.
const maxInCorner = 6

// sameCurve reports whether another series belongs to the same curve.
func (s Series) sameCurve(other Series) bool {
	return s.Name != "" && s.Name == other.Name && s.Role == other.Role
}

// looksOf returns the looks of the series.
func looksOf(series []Series) []Look {
	var shown []Shown
	at := make([]int, len(series)) // in shown
	for i, s := range series {
		if same := slices.IndexFunc(series[:i], s.sameCurve); same >= 0 {
			at[i] = at[same]
			continue
		}
		at[i] = len(shown)
		shown = append(shown, Shown{Role: s.Role})
	}
	all, looks := Looks(shown...), make([]Look, len(series))
	for i, s := range series {
		if looks[i] = all[at[i]]; s.Look.mark.corners != nil {
			looks[i] = s.Look
		}
		if looks[i].mark.hollow = s.Open; s.Open {
			looks[i].dashes = dashed
		}
	}
	return looks
}

// wanted describes valid numbers for the axes.
func (style LinesStyle) wanted() string {
	switch {
	case style.LogX && style.LogY:
		return "finite numbers above 0: both axes are logarithmic"
	case style.LogX:
		return "finite numbers, and x above 0: its axis is logarithmic"
	case style.LogY:
		return "finite numbers, and y above 0: its axis is logarithmic"
	}
	return "finite numbers"
}

// points returns the points of a series after checks.
func (s Series) points(style LinesStyle) (plotter.XYs, error) {
	if !s.Role.valid() {
		return nil, fmt.Errorf("role %d", s.Role)
	}
	if len(s.Y) == 0 {
		return nil, fmt.Errorf("no points")
	}
	if s.X != nil && len(s.X) != len(s.Y) {
		return nil, fmt.Errorf("%d x and %d y values", len(s.X), len(s.Y))
	}
	xys := make(plotter.XYs, len(s.Y))
	for i, y := range s.Y {
		x := float64(i + 1)
		if s.X != nil {
			x = s.X[i]
		}
		if bad(x, style.LogX) || bad(y, style.LogY) {
			return nil, fmt.Errorf("point %d is (%v, %v), want %s", i+1, x, y, style.wanted())
		}
		// The logarithm is taken here, because plot.LogScale misplaces axis labels.
		if style.LogX {
			x = math.Log10(x)
		}
		if style.LogY {
			y = math.Log10(y)
		}
		xys[i] = plotter.XY{X: x, Y: y}
	}
	return xys, nil
}

// bars returns the spreads around the points, in axis units.
func (s Series) bars(style LinesStyle, points plotter.XYs, foot float64) (*plotter.YErrorBars, error) {
	if len(s.Spread) != len(s.Y) {
		return nil, fmt.Errorf("%d spreads for %d points", len(s.Spread), len(s.Y))
	}
	b := struct {
		plotter.XYs
		plotter.YErrors
	}{points, make(plotter.YErrors, len(s.Y))}
	for i, d := range s.Spread {
		low, high := s.Y[i]-d, s.Y[i]+d
		if d < 0 || bad(low, false) || bad(high, false) {
			return nil, fmt.Errorf("point %d is %v ± %v, want a spread of at least 0, and %s", i+1, s.Y[i], d, style.wanted())
		}
		if style.LogY {
			if low <= 0 {
				low = foot
			}
			low, high = math.Log10(low), math.Log10(high)
		}
		b.YErrors[i].Low, b.YErrors[i].High = points[i].Y-low, high-points[i].Y
	}
	return plotter.NewYErrorBars(b)
}

// seen is the extra width of a curve for each curve that would hide it.
const seen = vg.Length(2)

// whiskers are error bars, except those shorter than their line width.
type whiskers struct{ *plotter.YErrorBars }

// Plot implements [plot.Plotter].
func (w whiskers) Plot(c draw.Canvas, p *plot.Plot) {
	_, y := p.Transforms(&c)
	long := *w.YErrorBars
	long.XYs, long.YErrors = nil, nil
	for i, at := range w.XYs {
		e := w.YErrors[i]
		if y(at.Y+e.High)-y(at.Y-e.Low) > w.Width {
			long.XYs, long.YErrors = append(long.XYs, at), append(long.YErrors, e)
		}
	}
	long.Plot(c, p)
}

func bad(x float64, log bool) bool {
	return math.IsNaN(x) || math.IsInf(x, 0) || log && x <= 0
}

// near is the distance below which two curves coincide, as a share of the plot's height.
const near = 0.01

// hidden counts, for each curve, the later curves that hide it: they coincide with it at half of
// its points or more. A broken line does not hide a solid one.
func hidden(curves []plotter.XYs, looks []Look) []int {
	low, high := math.Inf(1), math.Inf(-1)
	for _, c := range curves {
		for _, p := range c {
			low, high = min(low, p.Y), max(high, p.Y)
		}
	}
	depth := make([]int, len(curves))
	for i, lower := range curves {
		for j, upper := range curves[i+1:] {
			seen := looks[i].dashes == nil && looks[i+1+j].dashes != nil
			if len(lower) > 0 && !seen && hides(upper, lower, near*(high-low)) {
				depth[i]++
			}
		}
	}
	return depth
}

// hides reports whether the upper curve is within the distance at half of the lower one's points or
// more.
func hides(upper, lower plotter.XYs, distance float64) bool {
	passed := 0
	for _, p := range lower {
		if y, ok := at(upper, p.X); ok && math.Abs(y-p.Y) <= distance {
			passed++
		}
	}
	return 2*passed >= len(lower)
}

// at returns the height of a curve at x, if it is defined there.
func at(curve plotter.XYs, x float64) (y float64, ok bool) {
	for i, p := range curve {
		if p.X == x {
			return p.Y, true
		}
		if i == 0 {
			continue
		}
		if q := curve[i-1]; (q.X < x) != (p.X < x) {
			return q.Y + (p.Y-q.Y)*(x-q.X)/(p.X-q.X), true
		}
	}
	return 0, false
}
