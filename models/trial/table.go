package trial

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"

	"github.com/graphdp/graphdp/data/table"
	"github.com/graphdp/graphdp/models/method"
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

// TableOf sets, for each data set, value, ε and variant of the results of a protocol,
// what a paper printed for some methods beside the means of all modes that were run.
// What needs no ε (0: a control's mean, or what a paper printed without privacy) fills the empty
// cells of its column in the other rows of the same data set and variant or, if it has no variant
// itself, of all variants. A mode that depends on the variant must be run with each.
func TableOf(caption, protocol string, paperMethods []string, quoted []method.Quoted, results []Result) table.Table {
	rows := map[row]map[string]string{} // texts by column
	note := func(r row, column, text string) {
		if rows[r] == nil {
			rows[r] = map[string]string{}
		}
		rows[r][column] = text
	}
	results = slices.DeleteFunc(slices.Clone(results), func(r Result) bool { return r.Protocol != protocol })
	var modes, sets, variants []string // in the order in which they were asked for
	methods := methodsOf(protocol, results)
	for _, r := range results {
		sets, variants = with(sets, r.Data), with(variants, r.Variant)
	}
	for _, r := range results {
		modes = with(modes, column(r.Trial, methods))
	}
	for c, mean := range Means(results) {
		note(row{c.Data, c.Value, c.Variant, c.Epsilon}, column(c.Trial, methods), mean.String())
	}
	keys := slices.Collect(maps.Keys(rows))
	slices.SortFunc(keys, func(a, b row) int {
		return cmp.Or(cmp.Compare(slices.Index(sets, a.data), slices.Index(sets, b.data)),
			cmp.Compare(a.value, b.value), cmp.Compare(slices.Index(variants, a.variant), slices.Index(variants, b.variant)), cmp.Compare(a.epsilon, b.epsilon))
	})
	all := slices.Clone(keys)
	keys = slices.DeleteFunc(keys, func(k row) bool { // whose every number fills an empty cell of another row
		for column := range rows[k] {
			if !slices.ContainsFunc(all, func(other row) bool { return other != k && shownIn(other, column, rows) == k }) {
				return false
			}
		}
		return true
	})
	papers := make([]string, len(paperMethods))
	for i, m := range paperMethods {
		if papers[i] = "paper"; len(paperMethods) > 1 {
			papers[i] += ": " + m
		}
	}
	for _, q := range quoted {
		if i := slices.Index(paperMethods, q.Method); i >= 0 && q.Protocol == protocol {
			note(row{q.Data, q.Value, q.Variant, q.Epsilon}, papers[i], q.String())
		}
	}
	t := table.Table{Caption: caption, Header: slices.Concat([]string{"data", "value", "ε", "variant"}, papers, modes)}
	for _, k := range keys {
		cells := []any{k.data, k.value, k.epsilon, k.variant}
		for _, column := range t.Header[len(cells):] {
			text, ok := rows[shownIn(k, column, rows)][column]
			if !ok {
				text = Mean{}.String()
			}
			cells = append(cells, text)
		}
		t.Rows = append(t.Rows, cells)
	}
	return t
}

// row is what the cells of a table's row have in common.
type row struct {
	data, value, variant string
	epsilon              float64
}

// shownIn returns the row whose cell stands in a column of row r: r itself, or, if it has none
// there, the one without ε and then the one without ε and variant.
func shownIn(r row, column string, rows map[row]map[string]string) row {
	for _, from := range []row{r, {r.data, r.value, r.variant, 0}, {r.data, r.value, "", 0}} {
		if _, ok := rows[from][column]; ok {
			return from
		}
	}
	return r
}

// methodsOf returns the methods in a protocol's results.
func methodsOf(protocol string, results []Result) (methods []string) {
	for _, r := range results {
		if r.Protocol == protocol {
			methods = with(methods, r.Method)
		}
	}
	return methods
}

// column returns a mode's name, with that of the method where there are several.
func column(t Trial, methods []string) string {
	if len(methods) == 1 {
		return t.Mode
	}
	return t.Method + " " + t.Mode
}

// with appends s unless it is there already.
func with(list []string, s string) []string {
	if slices.Contains(list, s) {
		return list
	}
	return append(list, s)
}
