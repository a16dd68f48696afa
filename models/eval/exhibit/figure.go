package exhibit

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/graphdp/graphdp/data/figure"
	"github.com/graphdp/graphdp/models/eval/trial"
	"github.com/graphdp/graphdp/models/method"
)

// ErrNothing: the exhibit has nothing to draw.
var ErrNothing = errors.New("exhibit: no stored run and no printed value to show: make runs with --size and --out")

// Figure draws the exhibit: curves for a figure, otherwise its tables. A number that does not
// depend on the x axis is a level line. Bars are standard errors. Printed curves are those of the
// paper's method; a panel without other curves is left out, and a note says why.
func (d *Drawn) Figure() (*figure.Figure, error) {
	if len(d.Cells) == 0 {
		return nil, ErrNothing
	}
	if !d.IsFigure() {
		list, reasons := d.Tables()
		return figure.Tables(d.Title(), list...).Noted(append([]string{legend}, reasons...)...), nil
	}
	protocol, err := trial.ProtocolOf(d.Protocol)
	if err != nil {
		return nil, fmt.Errorf("exhibit: %w", err)
	}
	curves := d.tuples(d.Down, slices.DeleteFunc(slices.Clone(d.Cells), func(c Cell) bool { return c.Printed && !d.own(c.at[method.ByMode]) }), false)
	var shown []figure.Shown
	for _, c := range curves {
		s := figure.Shown{Role: figure.Paper, Of: d.label(d.Down[1:], c)}
		if role, ok := d.roles[c[method.ByMode]]; ok {
			s.Role = trial.RoleOf(role)
		}
		shown = append(shown, s)
	}
	keys := d.Panels
	if !slices.Contains(keys, method.ByValue) {
		keys = append(slices.Clone(keys), method.ByValue)
	}
	looks := figure.Looks(shown...)
	var panels []trial.Panel
	var notes []string
	for _, panel := range d.tuples(keys, d.Cells, true) {
		cells := slices.DeleteFunc(slices.Clone(d.Cells), func(c Cell) bool { return !c.fits(panel) })
		numbers := slices.DeleteFunc(slices.Clone(cells), func(c Cell) bool { return c.Why != "" })
		drawn := trial.Panel{Title: d.label(d.Panels, panel), X: cmp.Or(d.XLabel, d.Across[0]), Value: protocol.Value(panel[method.ByValue])}
		made := false // more than printed numbers
		for i, curve := range curves {
			c := trial.Curve{Name: d.label(d.Down, curve), Look: looks[i], Points: d.points(curve, numbers)}
			if len(c.Points) > 0 {
				drawn.Curves, made = append(drawn.Curves, c), made || shown[i].Role != figure.Paper
			}
		}
		switch {
		case made:
			panels = append(panels, drawn)
		case len(drawn.Curves) > 0:
			notes = append(notes, fmt.Sprintf("%s is not drawn: %s.", drawn.Title, d.why(cells)))
		}
	}
	if len(panels) == 0 {
		return nil, ErrNothing
	}
	return trial.Panels(d.Title(), panels, notes...), nil
}

// points returns the points of a curve: at each x the first number that belongs there.
func (d *Drawn) points(curve place, numbers []Cell) (list []trial.Point) {
	of := slices.DeleteFunc(slices.Clone(numbers), func(c Cell) bool {
		return slices.ContainsFunc(d.Down, func(key string) bool { return c.at[key] != curve[key] })
	})
	for _, x := range d.xs(numbers) {
		i := slices.IndexFunc(of, func(c Cell) bool { return c.fits(place{d.Across[0]: x}) })
		if i < 0 || math.IsNaN(of[i].Mean.Mean) || math.IsInf(of[i].Mean.Mean, 0) {
			continue
		}
		p := trial.Point{X: number(x), Y: of[i].Mean.Mean, Open: of[i].Claimed}
		if !of[i].Printed {
			p.Spread = of[i].Error()
		}
		list = append(list, p)
	}
	return list
}

// why lists the reasons for missing numbers.
func (d *Drawn) why(cells []Cell) string {
	var list []string
	for _, c := range cells {
		if c.Why != "" && !slices.Contains(list, c.Why) {
			list = append(list, c.Why)
		}
	}
	if list == nil {
		return noTrial
	}
	return strings.Join(list, "; ")
}

// own reports whether a printed number is of the paper's method.
func (d *Drawn) own(mode string) bool {
	_, name, several := strings.Cut(mode, ": ")
	name, _, _ = strings.Cut(name, ",")
	return !several || len(d.Method.Called) == 0 || d.Method.Called[name] != ""
}

// xs returns the values of the x axis.
func (d *Drawn) xs(cells []Cell) (list []string) {
	for _, t := range d.tuples(d.Across, cells, true) {
		if _, err := strconv.ParseFloat(t[d.Across[0]], 64); err == nil {
			list = append(list, t[d.Across[0]])
		}
	}
	return list
}
