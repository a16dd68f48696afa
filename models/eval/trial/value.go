package trial

import "slices"

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
