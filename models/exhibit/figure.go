package exhibit

import (
	"errors"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/graphdp/graphdp/data/figure"
	"github.com/graphdp/graphdp/models/method"
)

// looks are how curves are drawn, by role.
var looks = map[method.Role]figure.Role{
	method.Strict: figure.Strict, method.Published: figure.Published, method.AsCoded: figure.AsCoded, method.Other: figure.Other,
	method.Control: figure.Control, method.Null: figure.Null, method.NonPrivate: figure.NonPrivate, method.Tuned: figure.Tuned,
}

// ErrNothing marks an exhibit that has nothing to draw.
var ErrNothing = errors.New("exhibit: no number of it is kept or printed")

// Figure draws the exhibit: curves where it is a figure, and else its tables. A number that does
// not depend on the x axis is a level line; bars are standard errors. Of what the paper printed,
// curves are the method's own.
func (d *Drawn) Figure() (*figure.Figure, error) {
	if len(d.Cells) == 0 {
		return nil, ErrNothing
	}
	if !d.IsFigure() {
		list, reasons := d.Tables()
		return figure.Tables(d.Title(), list, append([]string{legend}, reasons...)), nil
	}
	curves := d.tuples(d.Down, slices.DeleteFunc(slices.Clone(d.Cells), func(c Cell) bool { return c.Printed && !d.own(c.at[method.ByMode]) }), false)
	var shown []figure.Shown
	for _, c := range curves {
		s := figure.Shown{Of: d.label(d.Down[1:], c)}
		if role, ok := d.roles[c[method.ByMode]]; ok {
			s.Role = looks[role]
		} else {
			s.Role = figure.Paper
		}
		shown = append(shown, s)
	}
	drawn := figure.Looks(shown...)
	keys := d.Panels
	if !slices.Contains(keys, method.ByValue) {
		keys = append(slices.Clone(keys), method.ByValue)
	}
	var panels []*figure.Figure
	for _, panel := range d.tuples(keys, d.Cells, true) {
		cells := slices.DeleteFunc(slices.Clone(d.Cells), func(c Cell) bool { return !c.fits(panel) || c.Why != "" })
		var series []figure.Series
		xs := d.xs(cells)
		for i, curve := range curves {
			s := figure.Series{Name: d.label(d.Down, curve), Look: drawn[i]}
			for _, x := range xs {
				j := slices.IndexFunc(cells, func(c Cell) bool {
					return !slices.ContainsFunc(d.Down, func(key string) bool { return c.at[key] != curve[key] }) && c.fits(place{d.Across[0]: x})
				})
				if j < 0 || math.IsNaN(cells[j].Mean.Mean) || math.IsInf(cells[j].Mean.Mean, 0) {
					continue
				}
				spread := 0.0
				if e := cells[j].Error(); e > 0 && !cells[j].Printed {
					spread = e
				}
				s.X, s.Y, s.Spread = append(s.X, number(x)), append(s.Y, cells[j].Mean.Mean), append(s.Spread, spread)
			}
			if len(s.X) > 0 {
				series = append(series, s)
			}
		}
		if len(series) == 0 {
			continue
		}
		wide := number(xs[0]) > 0 && number(xs[len(xs)-1]) >= 10*number(xs[0])
		title := d.label(d.Panels, panel)
		panels = append(panels, figure.Lines(figure.LinesStyle{
			Title: title, XLabel: d.Across[0], YLabel: panel[method.ByValue], LogX: wide, Dots: true, Legend: figure.Beside,
		}, series...).Sized(5, 2.9))
	}
	if len(panels) == 0 {
		return nil, ErrNothing
	}
	return figure.Panel(d.Title(), 2, panels...), nil
}

// own reports whether what the paper printed is of the method.
func (d *Drawn) own(mode string) bool {
	_, name, several := strings.Cut(mode, ": ")
	name, _, _ = strings.Cut(name, ",")
	return !several || len(d.Method.Called) == 0 || slices.Contains(d.Method.Called, name)
}

// xs are the places on the x axis.
func (d *Drawn) xs(cells []Cell) (list []string) {
	for _, t := range d.tuples(d.Across, cells, true) {
		if _, err := strconv.ParseFloat(t[d.Across[0]], 64); err == nil {
			list = append(list, t[d.Across[0]])
		}
	}
	return list
}
