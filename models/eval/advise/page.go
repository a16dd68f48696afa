package advise

import (
	"fmt"
	"slices"
	"strings"

	"github.com/graphdp/graphdp/data/lists"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/eval/trial"
	"github.com/graphdp/graphdp/models/method"
)

// budgets are the ε of the rows of [Table.Choices]; asked are the ε of the columns for statistics.
var (
	budgets = []float64{1, 8}
	asked   = []float64{0.5, 1, 2}
)

// kinds are the kinds of data in [Table.Choices].
var kinds = []struct {
	name  string
	facts Facts
}{
	{"graphs with features and labels", Facts{Features: true, Labels: true}},
	{"graphs without features", Facts{Labels: true}},
	{"collections of graphs", Facts{Graphs: 1, Labels: true}},
}

// Choices writes tables of the best modes by task, relation, data and ε.
func (t *Table) Choices(methods []method.Method) (string, error) {
	var b strings.Builder
	for _, task := range t.Tasks() {
		fmt.Fprintf(&b, "\n## %s\n", task)
		for rel := gdp.EdgeLevel; rel <= gdp.GraphUnbounded; rel++ {
			for _, kind := range kinds {
				var rows [][]string
				var cautions []string
				var err error
				if task == trial.TaskStatistics {
					rows, err = t.answers(methods, rel.String(), kind.facts)
				} else {
					rows, cautions, err = t.choices(methods, task, rel.String(), kind.facts)
				}
				if err != nil {
					return "", err
				}
				if len(rows) == 1 { // header only
					continue
				}
				fmt.Fprintf(&b, "\n### %s, %s: %s\n\n", task, rel, kind.name)
				writeRows(&b, rows)
				for _, line := range cautions {
					b.WriteString("\n" + line + "\n")
				}
			}
		}
	}
	return b.String(), nil
}

// writeRows writes a table whose first row is its header.
func writeRows(b *strings.Builder, rows [][]string) {
	for i, r := range rows {
		b.WriteString("| " + strings.Join(r, " | ") + " |\n")
		if i == 0 {
			b.WriteString(strings.Repeat("| --- ", len(r)) + "|\n")
		}
	}
}

// answers returns a row for each statistic, with the error of the best mode at each ε.
func (t *Table) answers(methods []method.Method, relation string, facts Facts) (rows [][]string, err error) {
	rows = [][]string{{"statistic", "mode"}}
	var order []string
	of := map[string][]string{}
	for i, eps := range asked {
		rows[0] = append(rows[0], fmt.Sprintf("ε = %g", eps))
		a, err := t.Advise(Question{Task: trial.TaskStatistics, Relation: relation, Epsilon: eps, Facts: &facts, Methods: methods})
		if err != nil {
			return nil, err
		}
		for _, s := range a.Sections {
			if s.Note != "" { // on other graphs
				continue
			}
			m, name := s.Modes[0], strings.TrimPrefix(s.Split, "Statistic=")
			if of[name] == nil {
				order = append(order, name)
				of[name] = []string{name, "`" + m.Name() + "`", "–", "–", "–", Range(m.OfNull), fmt.Sprint(m.Graphs), Span(float64(m.Seeds[0]), float64(m.Seeds[1]))}
			}
			of[name][2+i] = Range(m.First)
			if m.IsBelow() {
				of[name][2+i] += " (null better)"
			}
		}
	}
	rows[0] = append(rows[0], "null", "graphs", "seeds")
	return append(rows, lists.Map(order, func(name string) []string { return of[name] })...), nil
}

// choices are the rows of one table, and the cautions of its best modes.
func (t *Table) choices(methods []method.Method, task trial.Task, relation string, facts Facts) (rows [][]string, cautions []string, err error) {
	seen := map[string]string{}
	var order []string
	of := map[string][][]string{}
	for _, eps := range budgets {
		a, err := t.Advise(Question{Task: task, Relation: relation, Epsilon: eps, Facts: &facts, Methods: methods})
		if err != nil {
			return nil, nil, err
		}
		for _, s := range a.Sections {
			if s.Note != "" { // on other graphs
				continue
			}
			m, second := s.Modes[0], "–"
			if len(s.Modes) > 1 {
				second = fmt.Sprintf("%s, %d", s.Modes[1].Name(), s.Modes[1].Best)
			}
			best := "`" + m.Name() + "`"
			if line := "Caution, " + best + ": " + m.Caution + "."; m.Caution != "" && !slices.Contains(cautions, line) {
				cautions = append(cautions, line)
			}
			if m.IsBelow() {
				best += " (null better)"
			}
			compared := "no rival"
			if m.Compared > 0 {
				compared = fmt.Sprintf("%d of %d", m.Best, m.Compared)
			}
			above, clearly := "–", "–"
			if m.WithNull > 0 {
				above, clearly = fmt.Sprintf("%d of %d", m.Above, m.WithNull), fmt.Sprint(m.ClearlyAbove)
			}
			row := []string{
				fmt.Sprintf("[%s](glossary.md#%s)%s", s.Protocol, Anchor(s.Protocol), strings.TrimSuffix(", "+s.Split, ", ")), Span(m.Epsilon[0], m.Epsilon[1]), best, compared, fmt.Sprint(m.Clearly),
				above, clearly, s.Value + " " + Range(m.First), Range(m.OfNull), second,
				fmt.Sprint(m.Graphs), Span(float64(m.Seeds[0]), float64(m.Seeds[1])),
			}
			title := s.Title()
			if text := strings.Join(row, "|"); seen[title] != text { // not the trials of the previous row
				if of[title] == nil {
					order = append(order, title)
				}
				seen[title], of[title] = text, append(of[title], row)
			}
		}
	}
	rows = [][]string{{"protocol", "ε", "best mode", "wins", "significant", "beats null", "significant", "value", "null", "runner-up, wins", "graphs", "seeds"}}
	for _, title := range order {
		rows = append(rows, of[title]...)
	}
	return rows, cautions, nil
}

// Anchor returns the anchor of a heading.
func Anchor(heading string) string {
	return strings.ReplaceAll(strings.ToLower(heading), " ", "-")
}

// Glossary writes a table of values for each protocol.
func Glossary() string {
	var b strings.Builder
	for _, p := range trial.Protocols() {
		fmt.Fprintf(&b, "\n### %s\n\n%s.\n\n| value | definition | unit | better | range | computed by |\n| --- | --- | --- | --- | --- | --- |\n", p.Name, strings.ToUpper(p.About[:1])+p.About[1:])
		for _, v := range p.Values {
			row := []string{"**" + v.Name + "**", v.About, v.Unit, direction(p.Name, v.Name), v.Range, "`" + v.By + "`"}
			b.WriteString("| " + strings.Join(row, " | ") + " |\n")
		}
	}
	return b.String()
}

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

// direction returns whether larger or smaller values are better.
func direction(protocol, value string) string {
	switch better(protocol, value) {
	case trial.Larger:
		return "larger"
	case trial.Smaller:
		return "smaller"
	}
	return "–"
}
