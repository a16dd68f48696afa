package figure

import (
	"image/color"
	"slices"

	"gonum.org/v1/plot/vg"
)

// Role is what a curve or a group of points shows. A role has one colour and one mark in
// all figures.
type Role int

// The roles.
const (
	Other      Role = iota // none of the following; its style is one that no role of the figure has
	Paper                  // what a paper printed
	Published              // the method as published
	Strict                 // the method as it is proved here
	Control                // a control that spends a budget
	NonPrivate             // without privacy
	Null                   // a control that saw nothing of the graph
)

// style is how a curve, or a group of points or nodes, is drawn.
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

// allStyles differ in colour and in mark, so that a figure printed in grey can be read.
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

// number is the style of the group with that number.
func number(i int) style { return allStyles[i%len(allStyles)] }

// styles returns a style for each role of a figure. A role that is there again keeps its
// colour, its marks are hollow and its line is dashed. Where there is any role, Other takes the styles that
// belong to none, and then those of roles that the figure does not have.
func styles(roles []Role) []style {
	free := slices.Clone(allStyles)
	if slices.ContainsFunc(roles, func(r Role) bool { return r != Other }) {
		free = slices.DeleteFunc(free, func(s style) bool { return s.role != Other && slices.Contains(roles, s.role) })
		slices.SortStableFunc(free, func(a, b style) int { return min(int(a.role), 1) - min(int(b.role), 1) })
	}
	list, others := make([]style, len(roles)), 0
	for i, role := range roles {
		if role == Other {
			list[i] = free[others%len(free)]
			others++
			continue
		}
		list[i] = allStyles[slices.IndexFunc(allStyles, func(s style) bool { return s.role == role })]
		if slices.Contains(roles[:i], role) {
			list[i].mark.hollow, list[i].dashes = true, dashed
		}
	}
	return list
}

// valid reports whether the role is one of the constants.
func (r Role) valid() bool { return r >= Other && r <= Null }
