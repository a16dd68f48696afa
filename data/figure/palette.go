package figure

import "image/color"

// palette is that of Okabe and Ito (2008), in the order that keeps neighbours
// furthest apart, and two more. Grey is for controls that saw nothing.
var (
	blue      = color.RGBA{0, 114, 178, 255}
	orange    = color.RGBA{230, 159, 0, 255}
	green     = color.RGBA{0, 158, 115, 255}
	purple    = color.RGBA{204, 121, 167, 255}
	sky       = color.RGBA{86, 180, 233, 255}
	vermilion = color.RGBA{213, 94, 0, 255}
	yellow    = color.RGBA{240, 228, 66, 255}
	wine      = color.RGBA{136, 34, 85, 255}
	olive     = color.RGBA{120, 120, 30, 255}
	ink       = color.RGBA{40, 40, 40, 255}
	grey      = color.RGBA{110, 110, 110, 255}
	pale      = color.RGBA{170, 170, 170, 255}
	// faint is for grids, behind everything
	faint = color.RGBA{228, 228, 228, 255}
)

// over is the colour of text on a ground of colour c: dark on light, light on dark.
func over(c color.RGBA) color.Color {
	if 299*int(c.R)+587*int(c.G)+114*int(c.B) > 140*1000 { // luma of ITU-R BT.601
		return ink
	}
	return color.White
}
