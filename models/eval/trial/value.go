package trial

import (
	"fmt"
	"math"
	"slices"
)

// Value is a number that a protocol measures.
type Value struct {
	Name   string
	Unit   string // empty for a number without one
	Better Direction
	// ByFactors is set where numbers are compared by their ratios: figures have a logarithmic axis.
	ByFactors bool
	About     string // what it is
	Range     string
	By        string // the function that computes it, with its package
}

// Meaning says in a line what the value is; nothing of an undeclared value.
func (v Value) Meaning() string {
	if v.About == "" {
		return ""
	}
	return v.About + "; " + v.Range + "; " + v.By
}

// Direction says which values are better.
type Direction int

// The directions. A value that measures no utility, such as the share of the largest class, has
// none.
const (
	Neither Direction = 0
	Larger  Direction = 1
	Smaller Direction = -1
)

// Prefers reports whether x is better than y.
func (d Direction) Prefers(x, y float64) bool { return float64(d)*(x-y) > 0 }

// Value returns the declaration of a value. An undeclared value has no direction.
func (p Protocol) Value(name string) Value {
	if i := slices.IndexFunc(p.Values, func(v Value) bool { return v.Name == name }); i >= 0 {
		return p.Values[i]
	}
	return Value{Name: name}
}

// Task is what a protocol measures.
type Task string

// The tasks.
const (
	TaskSynthesis      Task = "Synthesis"
	TaskClassification Task = "Classification"
	TaskEmbedding      Task = "Embedding"
	TaskLinks          Task = "Link prediction"
	TaskStatistics     Task = "Statistics"
	TaskAudits         Task = "Audits"
)

// Tasks lists all tasks, in the order of a page.
func Tasks() []Task {
	return []Task{TaskSynthesis, TaskClassification, TaskEmbedding, TaskLinks, TaskStatistics, TaskAudits}
}

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
