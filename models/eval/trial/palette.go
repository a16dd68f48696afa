package trial

import (
	"slices"

	"github.com/graphdp/graphdp/data/figure"
	"github.com/graphdp/graphdp/models/method"
)

// Palette is how the figures that stand together show modes: a method has one colour in all of
// them, as on the board, and a role one mark. The zero Palette gives colours figure by figure.
type Palette struct{ looks map[curve]figure.Look }

// curve is what is one curve in all figures.
type curve struct{ method, mode, variant string }

func curveOf(t Trial) curve { return curve{t.Method, t.Mode, t.Variant} }

// Look returns how a trial's mode is shown; of one that was not among the results, the zero Look.
func (c Palette) Look(t Trial) figure.Look { return c.looks[curveOf(t)] }

// NewPalette returns a palette for the figures of some results. A mode that no method has gets a
// colour of its own.
func NewPalette(results []Result, methods ...method.Method) Palette {
	c, again := Palette{map[curve]figure.Look{}}, map[figure.Shown]int{}
	var others []curve
	var shown []figure.Shown
	for _, r := range results {
		l := curveOf(r.Trial)
		if _, ok := c.looks[l]; ok {
			continue
		}
		of := shownOf(methods, r.Trial)
		n := Colour(methods, of.Of)
		if c.looks[l] = figure.MethodLook(max(n, 0), of.Role, again[of]); n < 0 {
			others, shown = append(others, l), append(shown, of)
		}
		again[of]++
	}
	for i, look := range figure.Looks(shown...) {
		c.looks[others[i]] = look
	}
	return c
}

// Colour returns the number of a method's colour, for [figure.MethodLook]: its place among the
// methods that release the same kind. It is -1 of one that is not among them.
func Colour(methods []method.Method, name string) (n int) {
	i := slices.IndexFunc(methods, func(m method.Method) bool { return m.Name == name })
	if i < 0 {
		return -1
	}
	for _, m := range methods[:i] {
		if m.Releases == methods[i].Releases {
			n++
		}
	}
	return n
}

// Paper is the method of results that a paper printed: figures show them as such.
const Paper = "paper"

func shownOf(methods []method.Method, t Trial) figure.Shown {
	if t.Method == Paper {
		return figure.Shown{Role: figure.Paper, Of: t.Mode}
	}
	m, err := method.Find(methods, t.Method)
	if err != nil {
		return figure.Shown{}
	}
	mode, err := m.Mode(t.Mode)
	if err != nil {
		return figure.Shown{}
	}
	return figure.Shown{Role: RoleOf(mode.Role), Of: m.Name}
}

// RoleOf is what a figure shows of a mode with a role.
func RoleOf(r method.Role) figure.Role { return roles[r] }

var roles = map[method.Role]figure.Role{
	method.Strict: figure.Strict, method.Published: figure.Published, method.AsCoded: figure.AsCoded, method.Other: figure.Other,
	method.Control: figure.Control, method.Null: figure.Null, method.NonPrivate: figure.NonPrivate, method.Tuned: figure.Tuned,
}
