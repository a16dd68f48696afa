package figure

import (
	"image/color"
	"math"
	"slices"

	"gonum.org/v1/plot/vg"
)

// Role is what a curve or a group of points shows. A role of a method has the same colour and mark
// in all figures; see [Looks].
type Role int

// The roles.
const (
	Other      Role = iota // none of the others; its style differs from those of the figure's roles
	Paper                  // printed results
	Published              // the method as published
	Strict                 // the proved method
	Control                // a control that spends a budget
	NonPrivate             // without privacy
	Null                   // a control that knows public facts, or numbers it pays for
	AsCoded                // the authors' code; its style differs from those of the figure's roles
	Tuned                  // without privacy, with tuned settings, in the colour of NonPrivate
)

// style is the drawing style of a curve, or of a group of points or nodes.
type style struct {
	role   Role
	colour color.RGBA
	mark   mark
	dashes []vg.Length
}

var (
	dashed = []vg.Length{vg.Points(5), vg.Points(3)}
	dotted = []vg.Length{vg.Points(1.5), vg.Points(2)}
)

// allStyles differ in colour and in mark, so that a figure is readable in greyscale.
var allStyles = []style{
	{Strict, blue, circle, nil},
	{Control, orange, square, nil},
	{NonPrivate, green, triangle, dotted},
	{Other, purple, diamond, nil},
	{Other, sky, inverted, dashed},
	{Published, vermilion, cross, nil},
	{Other, yellow, plus, nil},
	{Paper, ink, star, dashed},
	{Null, grey, bar, dotted},
	{Other, wine, hourglass, nil},
	{Other, olive, bow, dashed},
}

// number returns the style of the i-th group.
func number(i int) style { return allStyles[i%len(allStyles)] }

// Look is the look of a curve or a group of points; the zero Look is that of its role.
type Look struct{ style }

// MethodLook returns the look of a role of the n-th of several methods: the colour is the method's,
// from [Hues], and the mark the role's. Further curves of the same role and method (again) are
// darker. Baselines have the look of their role.
func MethodLook(n int, r Role, again int) Look {
	if r == Tuned {
		r = NonPrivate
	}
	if r.level() {
		return Look{allStyles[max(0, slices.IndexFunc(allStyles, func(s style) bool { return s.role == r }))].again(again)}
	}
	n = max(0, n)
	c := Hues[n%len(Hues)].Light
	for range n/len(Hues) + again {
		c = tone(c, 1)
	}
	return Look{style{role: r, colour: c, mark: map[Role]mark{Strict: circle, Published: triangle, AsCoded: pointing, Control: diamond, Other: square}[r]}}
}

// Shown identifies what keeps its colour across figures: a role of a method. Without a method, each
// Other is distinct.
type Shown struct {
	Role Role
	Of   string
}

// Looks returns a look for each curve of figures that belong together. Curves of the same role and
// method share a colour that no other curve has; their marks and dashes differ. The first method of
// a role has the role's colour. So has every method whose role is a reference line: printed
// results, non-private results and null controls.
func Looks(shown ...Shown) []Look {
	var pairs []Shown // each once
	at, again := make([]int, len(shown)), make([]int, len(shown))
	for i, x := range shown {
		if x.Role == Tuned {
			x.Role = NonPrivate
		}
		if x.Role.level() {
			x.Of = ""
		}
		if at[i] = slices.Index(pairs, x); at[i] < 0 || x == (Shown{}) {
			at[i], pairs = len(pairs), append(pairs, x)
		}
		for j := range i {
			if at[j] == at[i] {
				again[i]++
			}
		}
	}
	all, list := colours(pairs), make([]Look, len(shown))
	for i := range shown {
		list[i].style = all[at[i]].again(again[i])
	}
	return list
}

// colours returns distinct styles for distinct pairs: the style of the role, else one that belongs
// to no role, else one of a role not shown, else a darker or paler one.
func colours(pairs []Shown) []style {
	free, list := slices.Clone(allStyles), make([]style, len(pairs))
	roles := slices.ContainsFunc(pairs, func(x Shown) bool { return x.Role != Other }) // otherwise use the styles of numbered groups
	var others []int
	for i, x := range pairs {
		home := slices.IndexFunc(free, func(s style) bool { return x.Role != Other && s.role == x.Role })
		if home < 0 {
			others = append(others, i)
			continue
		}
		list[i] = free[home]
		free = slices.Delete(free, home, home+1)
	}
	if roles {
		free = slices.DeleteFunc(free, func(s style) bool { return s.role.level() })
		slices.SortStableFunc(free, func(a, b style) int { return min(int(a.role), 1) - min(int(b.role), 1) })
	}
	for n := 1; len(free) < len(others); n++ {
		for i, s := range allStyles {
			if !s.role.level() {
				free = append(free, style{role: s.role, colour: tone(s.colour, n), mark: number(i + 5*n).mark}) // avoid the mark of the colour's own style
			}
		}
	}
	for k, i := range others {
		list[i] = free[k]
	}
	return list
}

// again returns the style of another curve of the same colour.
func (s style) again(n int) style {
	if n == 0 {
		return s
	}
	own := slices.IndexFunc(allStyles, func(x style) bool { return s.mark.like(x.mark) })
	s.mark, s.dashes = number(own+n).mark, [][]vg.Length{dotted, dashed, nil}[n%3]
	return s
}

// like reports whether two styles have the same colour and mark, open or not.
func (s style) like(other style) bool { return s.colour == other.colour && s.mark.like(other.mark) }

// tone returns the n-th tone of a colour: alternately darker and paler.
func tone(c color.RGBA, n int) color.RGBA {
	to := color.RGBA{A: 255}
	if n%2 == 0 {
		to = color.RGBA{255, 255, 255, 255}
	}
	return mixed(to, c, math.Pow(0.6, float64((n+1)/2)))
}

// level reports whether a role is a reference line for methods: no other curve then has its colour.
func (r Role) level() bool { return r == Paper || r == NonPrivate || r == Null }

// valid reports whether the role is one of the constants.
func (r Role) valid() bool { return r >= Other && r <= Tuned }

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
