package advise

import (
	"fmt"
	"slices"
	"strings"

	"github.com/graphdp/graphdp/models/eval/trial"
)

// String describes the known facts of a graph.
func (f Facts) String() string {
	has := func(what string, yes bool) string {
		if yes {
			return what
		}
		return "no " + what
	}
	var list []string
	if f.Graphs > 0 {
		list = append(list, "a collection")
	}
	if f.Nodes > 0 {
		list = append(list, fmt.Sprintf("%d nodes", f.Nodes))
	}
	if f.MeanDegree > 0 {
		list = append(list, fmt.Sprintf("mean degree %.3g", f.MeanDegree))
	}
	return strings.Join(append(list, has("features", f.Features), has("labels", f.Labels)), ", ")
}

// Title is the protocol, with the statistic or the split of the nodes.
func (s Section) Title() string {
	if s.Split == "" {
		return s.Protocol
	}
	return s.Protocol + ", " + s.Split
}

// Where returns for each value the mode that was best on most graphs, if modes were compared.
func (s Section) Where() (lines []string) {
	type tally struct{ graphs, clearly int }
	var values []string
	all := map[string]int{}
	won := map[string]map[string]tally{}
	for _, c := range s.Cells {
		if c.Second == "" {
			continue
		}
		if won[c.Value] == nil {
			values, won[c.Value] = append(values, c.Value), map[string]tally{}
		}
		all[c.Value]++
		if c.Best != "" {
			x := won[c.Value][c.Best]
			won[c.Value][c.Best] = tally{x.graphs + 1, x.clearly + count(c.Clearly)}
		}
	}
	for _, v := range values {
		most := 0
		for _, x := range won[v] {
			most = max(most, x.graphs)
		}
		var names []string
		for _, m := range s.Modes { // in their order
			name := m.Method + " " + m.Mode
			if x := won[v][name]; x.graphs == most && most > 0 && !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
		switch len(names) {
		case 0:
			lines = append(lines, fmt.Sprintf("%s: tie", v))
		case 1:
			x := won[v][names[0]]
			lines = append(lines, fmt.Sprintf("%s: %s best on %d of %d graphs, clearly on %d", v, names[0], x.graphs, all[v], x.clearly))
		default:
			lines = append(lines, fmt.Sprintf("%s: %s best on %d of %d graphs each", v, strings.Join(names, " and "), most, all[v]))
		}
	}
	return lines
}

// Warnings name the controls that were better than a mode in most cells.
func (s Section) Warnings() (lines []string) {
	for _, m := range s.Modes {
		if m.IsBelow() {
			lines = append(lines, fmt.Sprintf("warning: the null control %s is better than %s in %d of %d, clearly in %d", m.Null, m.Name(), m.Below, m.WithNull, m.ClearlyBelow))
		}
		if m.BelowControl*2 > m.WithControl {
			lines = append(lines, fmt.Sprintf("warning: the control %s is better than %s in %d of %d", m.Control, m.Name(), m.BelowControl, m.WithControl))
		}
	}
	return lines
}

// Span is a range of whole numbers or budgets.
func Span(low, high float64) string {
	if low == high {
		return fmt.Sprintf("%g", low)
	}
	return fmt.Sprintf("%g to %g", low, high)
}

// Range is a range of means; a dash if empty.
func Range(r *[2]float64) string {
	if r == nil {
		return "–"
	}
	if low, high := short(r[0]), short(r[1]); low != high {
		return low + " to " + high
	}
	return short(r[0])
}

func short(x float64) string { return fmt.Sprintf("%.3g", x) }

// direction says whether larger or smaller values are better.
func direction(protocol, value string) string {
	switch better(protocol, value) {
	case trial.Larger:
		return "larger"
	case trial.Smaller:
		return "smaller"
	}
	return "–"
}
