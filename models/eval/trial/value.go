package trial

import (
	"fmt"
	"math"
	"slices"
)

// Value is a number that a protocol measures.
type Value struct {
	Name   string
	Unit   string // empty if it has none
	Better Direction
	// ByFactors means that values are compared by ratio: figures use a logarithmic axis.
	ByFactors bool
	About     string // definition
	Range     string
	By        string // function that computes it, with its package
}

// Meaning describes the value in one line; empty for an undeclared value.
func (v Value) Meaning() string {
	if v.About == "" {
		return ""
	}
	return v.About + "; " + v.Range + "; " + v.By
}

// Direction states which values are better.
type Direction int

// Directions. A value that does not measure utility, such as the share of the largest class, has
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

// Task is the subject of a protocol.
type Task string

// Tasks.
const (
	TaskSynthesis      Task = "Synthesis"
	TaskClassification Task = "Classification"
	TaskEmbedding      Task = "Embedding"
	TaskLinks          Task = "Link prediction"
	TaskStatistics     Task = "Statistics"
	TaskAudits         Task = "Audits"
)

// Tasks lists all tasks in the order of pages.
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

// Cell identifies a number of a table: a value of a trial, over all seeds.
type Cell struct {
	Trial // with Seed 0
	Value string
}

// Means averages results over seeds.
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
		slices.Sort(list) // for a sum that does not depend on the order of the file
		means[c] = MeanOf(list)
	}
	return means
}
