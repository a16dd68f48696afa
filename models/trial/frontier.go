package trial

import (
	"cmp"
	"math"
	"slices"

	"github.com/graphdp/graphdp/data/figure"
)

// Frontier draws the means of a value against the ε that is proved of each mode, with the
// standard deviations over seeds; open marks of the same colour stand at the ε that is
// claimed, where that is another one or nothing is proved. What needs no ε is a level line.
// Modes are named with their methods.
func (c Palette) Frontier(title, protocol, data, value string, results []Result) *figure.Figure {
	type point struct{ x, y, spread float64 }
	type line struct {
		name            string
		look            figure.Look
		proved, claimed []point
		level           []point
	}
	var lines []*line
	find := func(r Result) *line {
		name := r.Method + " " + r.Mode + dash(r.Variant)
		i := slices.IndexFunc(lines, func(l *line) bool { return l.name == name })
		if i < 0 {
			i = len(lines)
			lines = append(lines, &line{name: name, look: c.Look(r.Trial)})
		}
		return lines[i]
	}
	means, done := Means(results), map[Cell]bool{}
	low, high := math.Inf(1), math.Inf(-1)
	for _, r := range results { // in the order in which they were asked for
		t := r.Trial
		t.Seed = 0
		cell := Cell{t, value}
		m, ok := means[cell]
		if r.Protocol != protocol || r.Data != data || !ok || done[cell] {
			continue
		}
		done[cell] = true
		l, p := find(r), point{y: m.Mean, spread: m.SD}
		if math.IsNaN(p.spread) { // a single run
			p.spread = 0
		}
		if t.Epsilon == 0 {
			l.level = append(l.level, p)
			continue
		}
		mark := func(list *[]point, eps float64) {
			if p.x = eps; eps > 0 && !math.IsInf(eps, 1) {
				*list = append(*list, p)
				low, high = min(low, eps), max(high, eps)
			}
		}
		mark(&l.proved, r.Proved)
		if !(math.Abs(r.Claimed-r.Proved) <= 0.01*r.Claimed) {
			mark(&l.claimed, r.Claimed)
		}
	}
	if low >= high { // a level line has to have a length
		low, high = min(low, 1)/2, max(high, 1)*2
	}
	var series []figure.Series
	add := func(l *line, open bool, points []point) {
		if len(points) == 0 {
			return
		}
		s := figure.Series{Name: l.name, Look: l.look, Open: open}
		slices.SortFunc(points, func(a, b point) int { return cmp.Compare(a.x, b.x) })
		for _, p := range points {
			s.X, s.Y, s.Spread = append(s.X, p.x), append(s.Y, p.y), append(s.Spread, p.spread)
		}
		series = append(series, s)
	}
	for _, l := range lines {
		for _, p := range l.level {
			right := p
			p.x, right.x = low, high
			add(l, false, []point{p, right})
		}
		add(l, false, l.proved)
		add(l, true, l.claimed)
	}
	return figure.Lines(figure.LinesStyle{
		Title: title, XLabel: "ε proved (open marks: claimed)", YLabel: value, LogX: true, Dots: true, Legend: figure.Beside,
	}, series...)
}
