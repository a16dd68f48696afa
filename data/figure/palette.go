package figure

import "image/color"

// palette is that of Okabe and Ito (2008), ordered for contrast between neighbours, plus two
// colours. Grey is for null controls.
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
	// faint is for grid lines
	faint = color.RGBA{228, 228, 228, 255}
)

// Hue is a colour for light and for dark backgrounds.
type Hue struct{ Light, Dark color.RGBA }

// Hues are the colours of methods, in order. They exclude grey and green, the colours of baselines.
var Hues = []Hue{
	{rgb(0x0072b2), rgb(0x56b4e9)}, {rgb(0xb84c00), rgb(0xff9b57)}, {rgb(0xa8327a), rgb(0xf08cc8)}, {rgb(0x7a6400), rgb(0xe0c23c)},
	{rgb(0x4b3fa8), rgb(0xa89dff)}, {rgb(0xb3261e), rgb(0xff8078)}, {rgb(0x6b4c1f), rgb(0xcfa66b)}, {rgb(0x0083a3), rgb(0x5fd3ee)},
	{rgb(0xd0458b), rgb(0xff9fcb)}, {rgb(0x47566b), rgb(0xa8b8cf)}, {rgb(0x8e44ad), rgb(0xd2a0ea)}, {rgb(0xc4671c), rgb(0xf2b27a)},
	{rgb(0x1f3a93), rgb(0x8aa4f5)}, {rgb(0x6d1a36), rgb(0xe08aa5)}, {rgb(0x597000), rgb(0xb9d04f)}, {rgb(0x96704a), rgb(0xdcc0a3)},
}

func rgb(n uint32) color.RGBA { return color.RGBA{uint8(n >> 16), uint8(n >> 8), uint8(n), 255} }

// over returns the colour of text on a background c.
func over(c color.RGBA) color.Color {
	if 299*int(c.R)+587*int(c.G)+114*int(c.B) > 140*1000 { // luma of ITU-R BT.601
		return ink
	}
	return color.White
}
