package trial

import (
	"math"
	"slices"

	"github.com/graphdp/graphdp/data/figure"
	"github.com/graphdp/graphdp/models/method"
)

// Curves draws the means of a value against ε with the standard deviations over
// seeds, a line for each mode, and what a paper printed for a method: the papers'
// figures. A mode that was run at ε = 0, without privacy, is a level line; one of
// several methods has the method's name before it.
func (c Palette) Curves(title, protocol, data, value, paperMethod string, quoted []method.Quoted, results []Result) *figure.Figure {
	points := map[string]map[float64]Mean{} // by line and ε
	looks := map[string]figure.Look{}       // by line
	var lines []string
	var budgets []float64
	note := func(line string, look figure.Look, eps float64, m Mean) {
		if points[line] == nil {
			points[line], looks[line] = map[float64]Mean{}, look
			lines = append(lines, line)
		}
		points[line][eps] = m
		if eps > 0 && !slices.Contains(budgets, eps) {
			budgets = append(budgets, eps)
		}
	}
	for _, q := range quoted {
		if q.Protocol == protocol && q.Method == paperMethod && q.Data == data && q.Value == value && q.Variant == "" && q.Epsilon > 0 {
			note(printed.mode, c.looks[printed], q.Epsilon, Mean{Mean: q.Mean, SD: q.SD, Runs: 1})
		}
	}
	means, methods := Means(results), methodsOf(protocol, results)
	for _, r := range results { // in the order in which they were asked for
		if r.Protocol == protocol && r.Data == data {
			t := r.Trial
			t.Seed = 0
			if m, ok := means[Cell{t, value}]; ok {
				note(column(t, methods)+dash(r.Variant), c.Look(t), r.Epsilon, m)
			}
		}
	}
	slices.Sort(budgets)
	wide := len(budgets) > 0 && budgets[len(budgets)-1] >= 10*budgets[0]
	var series []figure.Series
	for _, line := range lines {
		s := figure.Series{Name: line, Look: looks[line]}
		for _, eps := range budgets {
			m, ok := points[line][eps]
			if !ok {
				m, ok = points[line][0]
			}
			if ok {
				if math.IsNaN(m.SD) { // a single run
					m.SD = 0
				}
				s.X, s.Y, s.Spread = append(s.X, eps), append(s.Y, m.Mean), append(s.Spread, m.SD)
			}
		}
		series = append(series, s)
	}
	return figure.Lines(figure.LinesStyle{Title: title, XLabel: "ε", YLabel: value, LogX: wide, Dots: true, Legend: figure.Beside}, series...)
}
