package figure

import (
	"image/color"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Corner is the position of a legend.
type Corner int

// Corners of the plot, and the position to its right. A legend of more than six lines does not fit
// into the top right corner.
const (
	TopRight Corner = iota
	BottomRight
	BottomLeft
	TopLeft
	Beside
)

// entry is a line of a legend.
type entry struct {
	name   string
	look   style
	line   bool
	radius vg.Length // radius of its mark; 0 for none
}

// Thumbnail implements [plot.Thumbnailer].
func (e entry) Thumbnail(c *draw.Canvas) {
	if at := c.Center(); e.line {
		c.StrokeLine2(draw.LineStyle{Color: e.look.colour, Width: vg.Points(1.8), Dashes: e.look.dashes}, c.Min.X, at.Y, c.Max.X, at.Y)
	}
	if e.radius > 0 {
		c.DrawGlyphNoClip(draw.GlyphStyle{Color: e.look.colour, Radius: e.radius, Shape: e.look.mark}, c.Center())
	}
}

// shared returns the common legend of several figures, if every name has the same look in all of
// them and no two names share a look; otherwise nil, and each figure has its own legend.
func shared(figures []*Figure) (all []entry) {
	legends := 0
	for _, f := range figures {
		legends += min(len(f.names), 1)
		for _, e := range f.names {
			i := slices.IndexFunc(all, func(x entry) bool { return x.name == e.name || x.look.like(e.look) })
			switch {
			case i < 0:
				all = append(all, e)
			case all[i].name != e.name || !all[i].look.like(e.look):
				return nil
			case all[i].look.mark.hollow: // not in all figures
				all[i] = e
			}
		}
	}
	if legends < 2 {
		return nil
	}
	return all
}

// key is a legend in columns.
type key struct {
	entries []entry
	style   text.Style
	columns int
	width   vg.Length // of a column
}

const keyRow, keySample = vg.Length(14), vg.Length(24)

// newKey lays out a legend within a width.
func newKey(entries []entry, width vg.Length) key {
	k := key{entries: entries, style: blank("").Legend.TextStyle}
	k.style.XAlign, k.style.YAlign = draw.XLeft, draw.YCenter
	for _, e := range entries {
		k.width = max(k.width, wider*k.style.Width(e.name)+keySample+16)
	}
	if len(entries) > 0 {
		k.columns = min(len(entries), max(1, int(width/k.width)))
	}
	return k
}

func (k key) height() vg.Length {
	if k.columns == 0 {
		return 0
	}
	return keyRow * vg.Length(1+(len(k.entries)+k.columns-1)/k.columns)
}

// draw draws the legend in the middle of a canvas, from its top.
func (k key) draw(c draw.Canvas) {
	left := (c.Min.X + c.Max.X - k.width*vg.Length(k.columns)) / 2
	for i, e := range k.entries {
		x, y := left+k.width*vg.Length(i%k.columns), c.Max.Y-keyRow*(vg.Length(i/k.columns)+1)
		e.Thumbnail(&draw.Canvas{Canvas: c.Canvas, Rectangle: vg.Rectangle{Min: vg.Point{X: x, Y: y - keyRow/2}, Max: vg.Point{X: x + keySample, Y: y + keyRow/2}}})
		c.FillText(k.style, vg.Point{X: x + keySample + 5, Y: y}, e.name)
	}
}

// withLegend draws a plot and its legend. Line samples are to the left of their names in every
// corner, because names grow to the right with a wider font.
func withLegend(p *plot.Plot, names []entry, corner Corner, c draw.Canvas) {
	legend := p.Legend
	for _, e := range names {
		legend.Add(e.name, e)
	}
	const longer = 1.12 // names are short, and have the margin beside them
	width := longer * legend.Rectangle(c).Size().X
	room, bare := c, *p
	if corner == Beside && len(names) > 0 {
		const gap = 8 // points
		room.Max.X -= width + gap
	}
	middle := (room.Min.X + room.Max.X) / 2
	bare.Title.Text = wrapped(p.Title.Text, min(room.Max.X-room.Min.X, centred(2*(c.Max.X-middle))), p.Title.TextStyle)
	bare.Draw(room)
	at := bare.DataCanvas(room)
	switch corner {
	case Beside:
		at.Min.X, at.Max.X = c.Max.X-width, c.Max.X
	case TopRight, BottomRight:
		at.Min.X = at.Max.X - width
	}
	legend.Left, legend.Top = true, corner != BottomLeft && corner != BottomRight
	legend.Draw(at)
}

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
