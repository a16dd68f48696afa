package figure

import (
	"image/color"
	"math"
	"slices"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// mark is a polygon; corners are in units of the radius.
type mark struct {
	corners []vg.Point
	round   bool // a circle
	hollow  bool // an outline on white, for claimed values without a proof
}

// like reports whether two marks have the same shape.
func (m mark) like(other mark) bool { return slices.Equal(m.corners, other.corners) }

// Marks of about equal area.
var (
	circle    = mark{corners: regular(4, 1, 1), round: true}
	square    = mark{corners: []vg.Point{{X: -.9, Y: -.9}, {X: .9, Y: -.9}, {X: .9, Y: .9}, {X: -.9, Y: .9}}}
	triangle  = mark{corners: regular(3, 1.3, 1.3)}
	inverted  = mark{corners: turned(regular(3, 1.3, 1.3), math.Pi)}
	pointing  = mark{corners: turned(regular(3, 1.3, 1.3), -math.Pi/2)}
	diamond   = mark{corners: regular(4, 1.3, 1.3)}
	star      = mark{corners: regular(10, 1.5, .6)}
	plus      = mark{corners: fatPlus}
	cross     = mark{corners: turned(fatPlus, math.Pi/4)}
	bar       = mark{corners: []vg.Point{{X: -1.4, Y: -.5}, {X: 1.4, Y: -.5}, {X: 1.4, Y: .5}, {X: -1.4, Y: .5}}}
	hourglass = mark{corners: waist}
	bow       = mark{corners: turned(waist, math.Pi/2)}

	waist   = []vg.Point{{X: -1, Y: -1.2}, {X: 1, Y: -1.2}, {X: .3, Y: 0}, {X: 1, Y: 1.2}, {X: -1, Y: 1.2}, {X: -.3, Y: 0}}
	fatPlus = []vg.Point{
		{X: -.4, Y: -1.25}, {X: .4, Y: -1.25}, {X: .4, Y: -.4}, {X: 1.25, Y: -.4}, {X: 1.25, Y: .4}, {X: .4, Y: .4},
		{X: .4, Y: 1.25}, {X: -.4, Y: 1.25}, {X: -.4, Y: .4}, {X: -1.25, Y: .4}, {X: -1.25, Y: -.4}, {X: -.4, Y: -.4},
	}
)

// regular returns n corners at equal angles, the first at the top, with alternating radii outer and
// inner.
func regular(n int, outer, inner float64) []vg.Point {
	corners := make([]vg.Point, n)
	for i := range corners {
		r := outer
		if i%2 == 1 {
			r = inner
		}
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / float64(n))
		corners[i] = vg.Point{X: vg.Length(r * sin), Y: vg.Length(r * cos)}
	}
	return corners
}

// turned returns the corners rotated about the origin.
func turned(corners []vg.Point, angle float64) []vg.Point {
	sin, cos := math.Sincos(angle)
	all := make([]vg.Point, len(corners))
	for i, p := range corners {
		x, y := float64(p.X), float64(p.Y)
		all[i] = vg.Point{X: vg.Length(cos*x - sin*y), Y: vg.Length(sin*x + cos*y)}
	}
	return all
}

// DrawGlyph implements [draw.GlyphDrawer].
func (m mark) DrawGlyph(c *draw.Canvas, s draw.GlyphStyle, at vg.Point) {
	var p vg.Path
	for i, corner := range m.corners {
		to := vg.Point{X: at.X + corner.X*s.Radius, Y: at.Y + corner.Y*s.Radius}
		if i == 0 {
			p.Move(to)
		} else if !m.round {
			p.Line(to)
		}
	}
	if m.round {
		p.Arc(at, s.Radius, math.Pi/2, 2*math.Pi)
	}
	p.Close()
	if !m.hollow {
		c.SetColor(s.Color)
		c.Fill(p)
		return
	}
	c.SetColor(color.White)
	c.Fill(p)
	c.SetLineStyle(draw.LineStyle{Color: s.Color, Width: vg.Points(1)})
	c.Stroke(p)
}
