package figure

import (
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg/draw"
)

// Corner is where a legend stands.
type Corner int

// The corners of the plot, and the place to the right of it, for lines that leave
// no corner free: more than six do not leave the top right one.
const (
	TopRight Corner = iota
	BottomRight
	BottomLeft
	TopLeft
	Beside
)

// withLegend draws a plot and its legend. The samples of lines stand to the left of
// their names in every corner: names grow to the right where a reader's letters are
// wider than those that were measured.
func withLegend(p *plot.Plot, corner Corner, c draw.Canvas) {
	legend := p.Legend
	bare := *p
	bare.Legend = plot.NewLegend()
	bare.Legend.TextStyle = legend.TextStyle
	const longer = 1.12 // names are short, and have the margin beside them
	width := longer * legend.Rectangle(c).Size().X
	room := c
	if corner == Beside {
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
