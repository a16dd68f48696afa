package trial

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/graphdp/graphdp/data/figure"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/release"
)

// Curve is a line of a figure: values of a mode, or of a paper.
type Curve struct {
	Name   string
	Look   figure.Look
	Points []Point
}

// Point is a mean on a curve.
type Point struct {
	X         float64 // NaN for a value without ε: a level line
	Y, Spread float64 // NaN if unknown
	Open      bool    // ε is claimed, not proved
}

// OnlyClaimed reports whether the claimed ε is below the proved one.
func OnlyClaimed(claimed, proved float64) bool {
	return claimed > 0 && !math.IsInf(claimed, 1) && !(proved <= 1.01*claimed)
}

// Places returns the points of a mean: one at the proved ε, and one at a smaller claimed ε.
func Places(claimed, proved, y, spread float64) (list []Point) {
	if proved > 0 && !math.IsInf(proved, 1) {
		list = append(list, Point{X: proved, Y: y, Spread: spread})
	}
	if OnlyClaimed(claimed, proved) {
		list = append(list, Point{X: claimed, Y: y, Spread: spread, Open: true})
	}
	return list
}

// Panel is a set of curves of a value.
type Panel struct {
	Title, X string
	Value    Value
	Curves   []Curve
}

// Panels draws panels side by side, smaller if there are many, with notes below. A note explains
// open marks if there are any.
func Panels(title string, panels []Panel, notes ...string) *figure.Figure {
	columns, width, height := 3, 3.3, 2.3
	switch {
	case len(panels) <= 1:
		columns, width, height = 1, 7, 2.8
	case len(panels) <= 4:
		columns, width, height = 2, 4.8, 2.8
	}
	drawn, open := make([]*figure.Figure, len(panels)), false
	for i, p := range panels {
		drawn[i] = p.Figure().Sized(width, height)
		for _, c := range p.Curves {
			open = open || slices.ContainsFunc(c.Points, func(p Point) bool { return p.Open })
		}
	}
	if open {
		notes = append([]string{"Open marks: ε is claimed, and not proved."}, notes...)
	}
	return figure.Panel(title, columns, drawn...).Noted(notes...)
}

// Figure draws the curves on axes that are made for them: x is logarithmic where it runs over a
// power of ten, and y where numbers of the value differ by factors. A panel with the value as its
// title names the unit of the y axis, such as "relative error".
func (p Panel) Figure() *figure.Figure {
	label := p.Value.Name
	if label == p.Title {
		label, _, _ = strings.Cut(p.Value.About, " of ")
	}
	style := figure.LinesStyle{Title: p.Title, XLabel: p.X, YLabel: label, LogY: p.Value.ByFactors, Dots: true, Legend: figure.Beside}
	low, high := math.Inf(1), math.Inf(-1)
	for _, c := range p.Curves {
		for i, at := range c.Points {
			if !(at.Spread > 0) {
				c.Points[i].Spread = 0
			}
			if !math.IsNaN(at.X) {
				low, high = min(low, at.X), max(high, at.X)
			}
			style.LogY = style.LogY && at.Y > 0
		}
	}
	if low >= high { // a level line needs a length
		low, high = min(low, 1)/2, max(high, 1)*2
	}
	style.LogX = low > 0 && high >= 10*low
	var series []figure.Series
	for _, c := range p.Curves {
		parts := make([]figure.Series, 3) // level line, proved ε, claimed ε
		slices.SortStableFunc(c.Points, func(a, b Point) int { return cmp.Compare(a.X, b.X) })
		for _, p := range c.Points {
			part, at := &parts[1], []float64{p.X}
			switch {
			case math.IsNaN(p.X):
				part, at = &parts[0], []float64{low, high}
			case p.Open:
				part = &parts[2]
			}
			for _, x := range at {
				part.X, part.Y, part.Spread = append(part.X, x), append(part.Y, p.Y), append(part.Spread, p.Spread)
			}
		}
		for i, s := range parts {
			if s.Name, s.Look, s.Open = c.Name, c.Look, i == 2; len(s.X) > 0 {
				series = append(series, s)
			}
		}
	}
	return figure.Lines(style, series...)
}

// Frontier draws the means of a value against the proved ε of each mode, with standard deviations
// over seeds. Open marks of the same colour are at an ε that is only claimed. Modes without ε are
// level lines. Names of modes include the method.
func (c Palette) Frontier(title, protocol, data, value string, results []Result) *figure.Figure {
	var curves []Curve
	means, done := Means(results), map[Cell]bool{}
	for _, r := range results { // in the order of the results
		t := r.Trial
		t.Seed = 0
		cell := Cell{t, value}
		m, ok := means[cell]
		if r.Protocol != protocol || r.Data != data || !ok || done[cell] {
			continue
		}
		done[cell] = true
		points := Places(r.Claimed, r.Proved, m.Mean, m.SD)
		if t.Epsilon == 0 {
			points = []Point{{X: math.NaN(), Y: m.Mean, Spread: m.SD}}
		}
		name := r.Method + " " + r.Mode + dash(r.Variant)
		i := slices.IndexFunc(curves, func(l Curve) bool { return l.Name == name })
		if i < 0 {
			i = len(curves)
			curves = append(curves, Curve{Name: name, Look: c.Look(t)})
		}
		curves[i].Points = append(curves[i].Points, points...)
	}
	p, _ := ProtocolOf(protocol) // an unknown protocol has no values
	return Panel{title, "ε proved (open marks: claimed)", p.Value(value), curves}.Figure()
}

// Palette assigns looks to modes for several figures: a colour to each method, as on the board, and
// a mark to each role. The zero Palette assigns colours in each figure anew.
type Palette struct{ looks map[curve]figure.Look }

// curve identifies a curve in all figures.
type curve struct{ method, mode, variant string }

func curveOf(t Trial) curve { return curve{t.Method, t.Mode, t.Variant} }

// Look returns the look of a trial's mode; the zero Look if the mode is not among the results of
// the palette.
func (c Palette) Look(t Trial) figure.Look { return c.looks[curveOf(t)] }

// NewPalette returns a palette for some results. A mode of an unknown method has a colour of its
// own.
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

// Colour returns the number of a method's colour, for [figure.MethodLook]: its index among the
// methods with the same kind of release; -1 for an unknown method. Methods that release collections
// of graphs come after those that release one graph, since figures show them together.
func Colour(methods []method.Method, name string) (n int) {
	i := slices.IndexFunc(methods, func(m method.Method) bool { return m.Name == name })
	if i < 0 {
		return -1
	}
	kind := methods[i].Releases
	for j, m := range methods {
		if m.Releases == kind && j < i || m.Releases == release.KindGraph && kind == release.KindGraphs {
			n++
		}
	}
	return n
}

// Paper is the method of printed results.
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

// RoleOf returns the role in figures of a mode's role.
func RoleOf(r method.Role) figure.Role { return roles[r] }

var roles = map[method.Role]figure.Role{
	method.Strict: figure.Strict, method.Published: figure.Published, method.AsCoded: figure.AsCoded, method.Other: figure.Other,
	method.Control: figure.Control, method.Null: figure.Null, method.NonPrivate: figure.NonPrivate, method.Tuned: figure.Tuned,
}
