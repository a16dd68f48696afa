package figure

import (
	"image/color"

	"gonum.org/v1/plot/vg/draw"
)

// palette is that of Okabe and Ito (2008), in the order that keeps neighbours
// furthest apart; black is left to text.
var palette = []color.RGBA{
	{0, 114, 178, 255},   // blue
	{230, 159, 0, 255},   // orange
	{0, 158, 115, 255},   // bluish green
	{204, 121, 167, 255}, // reddish purple
	{86, 180, 233, 255},  // sky blue
	{213, 94, 0, 255},    // vermilion
	{240, 228, 66, 255},  // yellow
}

var (
	ink  = color.RGBA{40, 40, 40, 255}
	grey = color.RGBA{110, 110, 110, 255}
	pale = color.RGBA{190, 190, 190, 255}
	// faint is for grids, behind everything
	faint = color.RGBA{228, 228, 228, 255}
)

// glyphs go with the colours, so that a figure printed in grey can be read.
var glyphs = []draw.GlyphDrawer{
	draw.CircleGlyph{}, draw.BoxGlyph{}, draw.PyramidGlyph{},
}

func colour(i int) color.RGBA      { return palette[i%len(palette)] }
func glyph(i int) draw.GlyphDrawer { return glyphs[i%len(glyphs)] }

// over is the colour of text on a ground of colour c: dark on light, light on dark.
func over(c color.RGBA) color.Color {
	if 299*int(c.R)+587*int(c.G)+114*int(c.B) > 140*1000 { // luma of ITU-R BT.601
		return ink
	}
	return color.White
}
