package trial

import (
	"fmt"
	"math"
	"slices"
)

// Mean is the mean of a value over the seeds of a cell.
type Mean struct {
	Mean, SD float64 // SD: sample standard deviation (n-1), NaN for a single run
	Runs     int
}

// String writes mean (SD), as the papers' tables do.
func (m Mean) String() string {
	switch m.Runs {
	case 0:
		return "–"
	case 1:
		return fmt.Sprintf("%.4f", m.Mean)
	}
	return fmt.Sprintf("%.4f (%.4f)", m.Mean, m.SD)
}

// MeanOf summarises values.
func MeanOf(values []float64) Mean {
	m := Mean{Runs: len(values), SD: math.NaN(), Mean: math.NaN()}
	if m.Runs == 0 {
		return m
	}
	m.Mean = 0
	for _, x := range values {
		m.Mean += x / float64(m.Runs)
	}
	if m.Runs > 1 {
		m.SD = 0
		for _, x := range values {
			m.SD += (x - m.Mean) * (x - m.Mean) / float64(m.Runs-1)
		}
		m.SD = math.Sqrt(m.SD)
	}
	return m
}

// Cell names one number of a table: a value of all seeds of a trial.
type Cell struct {
	Trial // with Seed 0
	Value string
}

// Means summarises results over their seeds.
func Means(results []Result) map[Cell]Mean {
	values := map[Cell][]float64{}
	for _, r := range results {
		t := r.Trial
		t.Seed = 0
		for name, x := range r.Values {
			values[Cell{t, name}] = append(values[Cell{t, name}], x)
		}
	}
	means := make(map[Cell]Mean, len(values))
	for c, list := range values {
		slices.Sort(list) // so that the order of the file does not show in the last digit
		means[c] = MeanOf(list)
	}
	return means
}
