package board

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/graphdp/graphdp/data/figure"
	"github.com/graphdp/graphdp/data/lists"
	"github.com/graphdp/graphdp/data/nearest"
	"github.com/graphdp/graphdp/models/eval/trial"
	"github.com/graphdp/graphdp/models/method"
)

// ErrUnknown: the board has no trials of that protocol, value or data set.
var ErrUnknown = errors.New("no trials of it")

// Figure draws a value of a protocol on a data set against ε, with the best null control at each ε
// and the best run without privacy, in a panel for each relation and split. An empty name selects
// the first value of the protocol.
func (b *Board) Figure(protocol, data, value string) (*figure.Figure, error) {
	place := func(kind, name string, names []string) (int, error) {
		if i := slices.Index(names, name); i >= 0 {
			return i, nil
		}
		return 0, fmt.Errorf("board: %s %q: %w; %s", kind, name, ErrUnknown, nearest.Hint(name, names))
	}
	var sets []string
	protocols := lists.Map(b.Protocols, func(p Protocol) string { return p.Name })
	p, err := place("protocol", protocol, protocols)
	if err != nil {
		return nil, err
	}
	values := lists.Map(b.Protocols[p].Values, func(x Value) string { return x.Name })
	v, err := place("value", cmp.Or(value, append(values, "")[0]), values)
	if err != nil {
		return nil, err
	}
	type group struct{ relation, split string }
	var order []group
	rows := map[group][]Row{}
	for _, r := range b.Rows {
		if r.Protocol != p {
			continue
		}
		if !slices.Contains(sets, r.Data) {
			sets = append(sets, r.Data)
		}
		if m := b.Modes[r.Mode]; r.Data == data && !r.Aside && m.Relation != "none" && !m.isNull() && m.Role != method.Control {
			g := group{m.Relation, r.Split}
			if rows[g] == nil {
				order = append(order, g)
			}
			rows[g] = append(rows[g], r)
		}
	}
	if _, err := place("data set", data, sets); err != nil {
		return nil, err
	}
	if order == nil {
		return nil, fmt.Errorf("board: %w of a private mode by %s on %s", trial.ErrEmpty, protocol, data)
	}
	var panels []trial.Panel
	looks, again := map[string]figure.Look{}, map[line]int{}
	for _, g := range order {
		title := g.relation + " level"
		if g.split != "" {
			title += ", " + g.split
		}
		curves, of := b.curves(rows[g], v)
		for i, c := range curves {
			if _, ok := looks[c.Name]; !ok {
				looks[c.Name] = figure.MethodLook(of[i].color, of[i].role, again[of[i]])
				again[of[i]]++
			}
			curves[i].Look = looks[c.Name]
		}
		panels = append(panels, trial.Panel{Title: title, X: "ε", Value: trial.Value{Name: values[v], ByFactors: b.Protocols[p].Values[v].ByFactors}, Curves: curves})
	}
	return trial.Panels(fmt.Sprintf("%s on %s: %s", protocol, data, values[v]), panels), nil
}

// line is the look of a curve: the colour of a method and the mark of a role.
type line struct {
	color int
	role  figure.Role
}

// curves are the curves of a panel with their looks.
func (b *Board) curves(rows []Row, v int) (list []trial.Curve, of []line) {
	add := func(name string, s line, points ...trial.Point) {
		i := slices.IndexFunc(list, func(c trial.Curve) bool { return c.Name == name })
		if i < 0 && len(points) > 0 {
			i = len(list)
			list, of = append(list, trial.Curve{Name: name}), append(of, s)
		}
		if len(points) > 0 {
			list[i].Points = append(list[i].Points, points...)
		}
	}
	var free []int // indices of the runs without privacy
	nulls := map[float64][]int{}
	for _, r := range rows {
		m, mean := b.Modes[r.Mode], b.Mean(r, v)
		free = append(free, b.References[r.NonPrivate]...)
		nulls[r.Epsilon] = append(nulls[r.Epsilon], keep(b.References[r.Null], func(x Row, _ Mode) bool { return x.Epsilon == 0 || x.Epsilon == r.Epsilon }, b)...)
		if math.IsNaN(mean.Mean) || math.IsInf(mean.Mean, 0) {
			continue
		}
		name := m.Method + " " + m.Mode
		if r.Delta != float64(trial.Delta) {
			name += fmt.Sprintf(", δ %g", r.Delta)
		}
		add(name, line{m.Color, trial.RoleOf(m.Role)}, trial.Places(float64(r.Claimed), float64(r.Proved), mean.Mean, mean.SD)...)
	}
	for eps, places := range nulls {
		if best, ok := b.best(places, v); ok {
			best.X = eps
			add("best null", line{role: figure.Null}, best)
		}
	}
	if best, ok := b.best(free, v); ok {
		add("best without privacy", line{role: figure.NonPrivate}, best)
	}
	return list, of
}

// best returns the best mean of some rows, without ε.
func (b *Board) best(rows []int, v int) (best trial.Point, ok bool) {
	for _, i := range rows {
		better := cmp.Or(b.Protocols[b.Rows[i].Protocol].Values[v].Better, trial.Larger)
		if m := b.Mean(b.Rows[i], v); !math.IsNaN(m.Mean) && !math.IsInf(m.Mean, 0) && (!ok || better.Prefers(m.Mean, best.Y)) {
			best, ok = trial.Point{X: math.NaN(), Y: m.Mean, Spread: m.SD}, true
		}
	}
	return best, ok
}

// Mean returns the mean of a value over the seeds of a row.
func (b *Board) Mean(r Row, v int) trial.Mean {
	n := len(r.Seeds)
	list := lists.Map(r.Values[v*n:(v+1)*n], func(x Number) float64 { return float64(x) })
	return trial.MeanOf(list)
}
