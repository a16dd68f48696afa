package figure

import (
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
