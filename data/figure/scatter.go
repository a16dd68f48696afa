package figure

import (
	"fmt"
	"image/color"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Points is a named group of points in the plane.
type Points struct {
	Name   string
	Role   Role
	Look   Look // of the points; zero for that of the role in this figure
	X, Y   []float64
	Arrows bool // draw each as an arrow from the origin
}

// ScatterStyle is the style of [Scatter].
type ScatterStyle struct {
	Title          string
	XLabel, YLabel string
	Circles        []float64 // radii of circles around the origin
	Square         bool      // equal scales of x and y
	Legend         Corner
}

// Scatter draws groups of points over one pair of axes. Points that are not
// finite are an error.
func Scatter(style ScatterStyle, groups ...Points) *Figure {
	p := blank(style.Title)
	p.X.Label.Text, p.Y.Label.Text = style.XLabel, style.YLabel
	for _, r := range style.Circles {
		if !(r > 0) || math.IsInf(r, 1) {
			return failed("a circle of radius %v", r)
		}
		var rim plotter.XYs
		for i := range 181 {
			sin, cos := math.Sincos(float64(i) * math.Pi / 90)
			rim = append(rim, plotter.XY{X: r * cos, Y: r * sin})
		}
		circle, err := plotter.NewLine(rim)
		if err != nil {
			return failed("a circle: %w", err)
		}
		circle.Color, circle.Width, circle.Dashes = grey, vg.Points(1), dashed
		p.Add(circle)
	}
	var names []entry
	total, shown := 0, make([]Shown, len(groups))
	for i, group := range groups {
		shown[i].Role = group.Role
		if !group.Role.valid() {
			return failed("group %q: role %d", group.Name, group.Role)
		}
	}
	looks := Looks(shown...)
	for i, group := range groups {
		if group.Look.mark.corners != nil {
			looks[i] = group.Look
		}
		if err := group.check(); err != nil {
			return failed("group %q: %w", group.Name, err)
		}
		total += len(group.X)
		c := &cloud{Points: group, colour: looks[i].colour, shape: looks[i].mark}
		p.Add(c)
		if group.Name != "" {
			names = append(names, entry{name: group.Name, look: looks[i].style, radius: vg.Points(3.5)})
		}
	}
	if total == 0 {
		return failed("no points to draw")
	}
	if !style.Square {
		return of(p, names, style.Legend, 6, 3.6)
	}
	const side = 4.6
	reach := max(p.X.Max-p.X.Min, p.Y.Max-p.Y.Min) / 2
	for _, axis := range []*plot.Axis{&p.X, &p.Y} {
		middle := (axis.Min + axis.Max) / 2
		axis.Min, axis.Max = middle-reach, middle+reach
	}
	return of(p, names, style.Legend, side, side)
}

func (g Points) check() error {
	if len(g.X) != len(g.Y) {
		return fmt.Errorf("%d x and %d y values", len(g.X), len(g.Y))
	}
	for i := range g.X {
		if bad(g.X[i], false) || bad(g.Y[i], false) {
			return fmt.Errorf("point %d is (%v, %v), want finite numbers", i+1, g.X[i], g.Y[i])
		}
	}
	return nil
}

// cloud plots a group.
type cloud struct {
	Points
	colour color.RGBA
	shape  draw.GlyphDrawer
}

// DataRange includes the origin if there are arrows from it.
func (c *cloud) DataRange() (xmin, xmax, ymin, ymax float64) {
	xmin, ymin, xmax, ymax = math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)
	if c.Arrows {
		xmin, xmax, ymin, ymax = 0, 0, 0, 0
	}
	for i := range c.X {
		xmin, xmax = min(xmin, c.X[i]), max(xmax, c.X[i])
		ymin, ymax = min(ymin, c.Y[i]), max(ymax, c.Y[i])
	}
	return xmin, xmax, ymin, ymax
}

// Plot draws the group.
func (c *cloud) Plot(canvas draw.Canvas, p *plot.Plot) {
	toX, toY := p.Transforms(&canvas)
	radius := vg.Points(min(2.5, max(0.7, 60/math.Sqrt(float64(len(c.X)+1)))))
	origin := vg.Point{X: toX(0), Y: toY(0)}
	for i := range c.X {
		at := vg.Point{X: toX(c.X[i]), Y: toY(c.Y[i])}
		if c.Arrows {
			canvas.StrokeLine2(draw.LineStyle{Color: c.colour, Width: vg.Points(1)}, origin.X, origin.Y, at.X, at.Y)
			arrowHead(&canvas, origin, at, 0)
			continue
		}
		canvas.DrawGlyph(draw.GlyphStyle{Color: c.colour, Radius: radius, Shape: c.shape}, at)
	}
}

// mixed blends a colour with a background: a share of 1 is the pure colour.
func mixed(ground, c color.RGBA, share float64) color.RGBA {
	mix := func(a, b uint8) uint8 { return uint8(math.Round(float64(a)*(1-share) + float64(b)*share)) }
	return color.RGBA{mix(ground.R, c.R), mix(ground.G, c.G), mix(ground.B, c.B), 255}
}
