package trial

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/graphdp/graphdp/gdp/figure"
)

// Curves draws the means of a value against ε, a line for each mode: the papers'
// figures. A mode that was run at ε = 0, without privacy, is a level line.
func Curves(title, protocol, data, value string, results []Result) *figure.Figure {
	points := map[string]map[float64]float64{} // by mode and ε
	var budgets []float64
	for c, m := range Means(results) {
		if c.Protocol != protocol || c.Data != data || c.Value != value {
			continue
		}
		name := c.Method + " " + c.Mode + dash(c.Variant)
		if points[name] == nil {
			points[name] = map[float64]float64{}
		}
		points[name][c.Epsilon] = m.Mean
		if c.Epsilon > 0 && !slices.Contains(budgets, c.Epsilon) {
			budgets = append(budgets, c.Epsilon)
		}
	}
	slices.Sort(budgets)
	var series []figure.Series
	for _, name := range slices.Sorted(maps.Keys(points)) {
		s := figure.Series{Name: name}
		for _, eps := range budgets {
			y, ok := points[name][eps]
			if level, free := points[name][0]; free {
				y, ok = level, true
			}
			if ok {
				s.X, s.Y = append(s.X, eps), append(s.Y, y)
			}
		}
		series = append(series, s)
	}
	return figure.Lines(figure.LinesStyle{Title: title, XLabel: "ε", YLabel: value, LogX: true, Dots: true, Legend: figure.BottomLeft}, series...)
}

// Ablation measures a setting for each value of something that change sets in
// it, and draws everything that was measured against the value:
//
//	trial.Ablation(ctx, privdpr.Strict(), "θ", []float64{5, 10, 20, 40},
//		func(c *privdpr.Config, x float64) { c.Theta = int(x) }, measure)
func Ablation[C any](ctx context.Context, base C, what string, values []float64, change func(*C, float64),
	measure func(context.Context, C) (map[string]float64, error)) (*figure.Figure, error) {
	lines := map[string]*figure.Series{}
	for _, x := range values {
		c := base
		change(&c, x)
		measured, err := measure(ctx, c)
		if err != nil {
			return nil, fmt.Errorf("trial: %s = %v: %w", what, x, err)
		}
		for name, y := range measured {
			if lines[name] == nil {
				lines[name] = &figure.Series{Name: name}
			}
			lines[name].X, lines[name].Y = append(lines[name].X, x), append(lines[name].Y, y)
		}
	}
	var series []figure.Series
	for _, name := range slices.Sorted(maps.Keys(lines)) {
		series = append(series, *lines[name])
	}
	return figure.Lines(figure.LinesStyle{XLabel: what, Dots: true, Legend: figure.TopRight}, series...), nil
}
