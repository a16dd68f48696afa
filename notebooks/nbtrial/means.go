package nbtrial

import (
	"fmt"

	"github.com/graphdp/graphdp/data/figure"
	"github.com/graphdp/graphdp/models/eval/trial"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/notebooks/nb"
)

// Mean returns the mean of a value over the stored seeds of a trial, in this notebook and those
// beside it. The seed of the trial itself does not matter, nor its δ where that is 0.
func Mean(t trial.Trial, value string) trial.Mean { return mean(nb.Must(kept()), t, value) }

func mean(results []trial.Result, t trial.Trial, value string) trial.Mean {
	var list []float64
	seeds := map[uint64]bool{}
	for _, r := range results {
		of := r.Trial
		if of.Seed = t.Seed; t.Delta == 0 {
			of.Delta = 0
		}
		if x, ok := r.Values[value]; ok && of == t && r.Error == "" && !seeds[r.Seed] {
			seeds[r.Seed] = true
			list = append(list, x)
		}
	}
	return trial.MeanOf(list)
}

// Said returns [Mean] as text, to two digits after the point.
func Said(t trial.Trial, value string) string {
	m := Mean(t, value)
	if m.Runs == 0 {
		return "(no run)"
	}
	return fmt.Sprintf("%.2f", m.Mean)
}

// Curves draws the means of a value over stored seeds against ε, a curve for each mode. A mode
// without runs at these ε has the level line of its runs without a budget.
func Curves(style figure.LinesStyle, m method.Method, t trial.Trial, value string, epsilons []float64, modes ...string) *figure.Figure {
	style.XLabel, style.LogX, style.Dots = "ε", true, true
	var series []figure.Series
	results := nb.Must(kept())
	shown := make([]figure.Shown, len(modes))
	for i, name := range modes {
		shown[i].Role = trial.RoleOf(nb.Must(m.Mode(name)).Role)
	}
	looks := figure.Looks(shown...) // the same in every panel, also where a mode has no run
	for i, name := range modes {
		mode := nb.Must(m.Mode(name))
		s := figure.Series{Name: name, Look: looks[i], Open: mode.Unproved != "" && mode.Relation != 0}
		t.Method, t.Mode = m.Name, name
		for _, t.Epsilon = range epsilons {
			e, x := t.Epsilon, mean(results, t, value)
			if t.Epsilon = 0; x.Runs == 0 {
				x = mean(results, t, value)
			}
			if x.Runs > 0 {
				s.X, s.Y = append(s.X, e), append(s.Y, x.Mean)
			}
		}
		if len(s.X) > 0 {
			series = append(series, s)
		}
	}
	return figure.Lines(style, series...)
}
