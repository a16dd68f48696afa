package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/graphdp/graphdp/data"
	"github.com/graphdp/graphdp/models/eval/audits"
	"github.com/graphdp/graphdp/models/eval/exhibit"
	"github.com/graphdp/graphdp/models/method"
)

// drawn returns a table or a figure of a paper, such as "dpgs Table 2", with the stored runs.
func (f *facts) drawn(m method.Method, e method.Exhibit) (*exhibit.Drawn, error) {
	p, err := exhibit.Plan(f.methods, m, e)
	if err != nil {
		return nil, err
	}
	return p.Draw(f.runs, data.NotHeld()), nil
}

// writeExhibit writes a table or a figure of a method's paper. The numbers of a figure are folded.
// After " at " stand the values of keys, as in "dpgs Figure 4 at ε = 1": the rest is left out.
func writeExhibit(f *facts, out *strings.Builder, name string) error {
	name, only, short := strings.Cut(name, " at ")
	of, number, _ := strings.Cut(name, " ")
	m, err := method.Find(f.methods, of)
	if err != nil {
		return err
	}
	e, err := exhibit.Find(m, number)
	if err != nil {
		return err
	}
	d, err := f.drawn(m, e)
	if err != nil {
		return err
	}
	if short {
		if err := shorten(d, only); err != nil {
			return err
		}
	}
	head, rest, _ := strings.Cut(d.Markdown(), "\n")
	text := head + " Values: [glossary](../glossary.md).\n" + rest
	switch {
	case short:
		text += fmt.Sprintf("\nThe rest: `%s`.\n", command(m, e))
	case e.IsFigure():
		text = fmt.Sprintf("<details><summary>Numbers of %s, %s</summary>\n\n%s\n</details>\n", e.Name, e.About, text)
	}
	out.WriteString(text)
	return nil
}

// command returns the command that draws an exhibit.
func command(m method.Method, e method.Exhibit) string {
	kind, number, _ := strings.Cut(e.Name, " ")
	return fmt.Sprintf("gdp reproduce %s --%s %s", m.Name, strings.ToLower(kind), number)
}

// shorten keeps the cells at given values of keys, "ε = 1, Batch = 128", of the method's own modes
// and of its paper's printed numbers. A mode becomes a column. A key without a value is a setting
// at its preset.
func shorten(d *exhibit.Drawn, only string) error {
	at := map[string]string{}
	for text := range strings.SplitSeq(only, ", ") {
		key, value, ok := strings.Cut(text, " =")
		if !ok {
			return fmt.Errorf("%q: want a key and its value, such as ε = 1", text)
		}
		at[key] = strings.TrimSpace(value)
	}
	keys := slices.Concat(d.Panels, d.Down, d.Across, []string{method.ByValue})
	for key := range at {
		if !slices.Contains(keys, key) {
			return fmt.Errorf("%s has no key %q: %v", d.Name, key, keys)
		}
	}
	d.Cells = slices.DeleteFunc(d.Cells, func(c exhibit.Cell) bool {
		for key, want := range at {
			if got := c.At(key); got != want && got != "" {
				return true
			}
		}
		mode := c.At(method.ByMode)
		printed, elsewhere := strings.CutPrefix(mode, "paper: ")
		printed, _, _ = strings.Cut(printed, ", ")
		return elsewhere && d.Method.Called[printed] == "" || !elsewhere && strings.Contains(mode, " ")
	})
	if len(d.Cells) == 0 {
		return fmt.Errorf("%s has nothing at %s", d.Name, only)
	}
	d.Panels, d.Down, d.Across = nil, nil, []string{method.ByMode}
	for _, key := range keys {
		values := map[string]bool{}
		for _, c := range d.Cells {
			values[c.At(key)] = true
		}
		if key != method.ByMode && len(values) > 1 && at[key] == "" && !slices.Contains(d.Down, key) {
			d.Down = append(d.Down, key)
		}
	}
	d.About += "; " + strings.Join(set(at), ", ")
	return nil
}

// set writes the keys that have a value.
func set(at map[string]string) (list []string) {
	for _, key := range slices.Sorted(maps.Keys(at)) {
		switch value := at[key]; {
		case value == "":
		case key == method.ByData || key == method.ByValue:
			list = append(list, value)
		default:
			list = append(list, key+" = "+value)
		}
	}
	return list
}

// writeCoverage writes a row for each table and figure of a method's paper: how many of the printed
// numbers have a measured one beside them, and why the others have none.
func writeCoverage(f *facts, out *strings.Builder, name string) error {
	m, err := method.Find(f.methods, name)
	if err != nil {
		return err
	}
	head(out, "exhibit", "shows", "printed", "measured", "not measured", "command")
	for _, e := range m.Exhibits {
		if e.Unmade != "" {
			row(out, e.Name, e.About, "–", "–", e.Unmade, "–")
			continue
		}
		d, err := f.drawn(m, e)
		if err != nil {
			return err
		}
		printed, measured, reasons := "–", "–", []string{}
		if c := d.Coverage(); c.Printed > 0 {
			printed, measured = fmt.Sprint(c.Printed), fmt.Sprint(c.Measured)
			for _, l := range c.Lacks {
				reasons = append(reasons, fmt.Sprintf("%d: %s", l.Numbers, l.Why))
			}
		}
		row(out, e.Name, e.About, printed, measured, strings.Join(reasons, "; "), "`"+command(m, e)+"`")
	}
	return nil
}

// writeAudits writes the stored audits of a method's private modes beside the ε claimed and
// proved of the same runs.
func writeAudits(f *facts, out *strings.Builder, name string) error {
	m, err := method.Find(f.methods, name)
	if err != nil {
		return err
	}
	head(out, "mode", "relation", "claimed ε", "proved ε", "audited ε, at least", "runs")
	for _, x := range m.Modes {
		if x.Plain {
			continue
		}
		kept, err := audits.Of(m, x.Name)
		if err != nil {
			return err
		}
		if len(kept.Audits) == 0 {
			row(out, "`"+x.Name+"`", x.Relation.String(), "", "", kept.Why, "")
		}
		var rows []string
		for _, r := range kept.Audits { // one whose ε does not matter was audited twice, alike
			rows = append(rows, fmt.Sprintf("| `%s` | %v | %.3g | %.3g | %.2f | %d |\n", x.Name, x.Relation, r.Claimed, r.Proved, float64(r.Audited.Epsilon), r.Audited.Trials))
		}
		out.WriteString(strings.Join(slices.Compact(rows), ""))
	}
	return nil
}
