package trial

import (
	"fmt"
	"math"
	"slices"

	"github.com/graphdp/graphdp/gdp/table"
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

// Quoted is a number that a paper printed.
type Quoted struct {
	Table    string // such as "Table 4"
	Protocol string
	Method   string // as the paper calls it
	Data     string
	Value    string // such as "AUC"
	Epsilon  float64
	Variant  string
	Mean     float64
	SD       float64 // 0: not printed
}

// TableOf sets, for each data set of the results and each value, ε and variant
// that the paper printed or the results have, the paper's number for a method
// beside the means of all modes that were run.
func TableOf(caption, protocol, paperMethod string, quoted []Quoted, results []Result) table.Table {
	type key struct {
		data, value, variant string
		epsilon              float64
	}
	var keys []key
	var modes []string
	note := func(k key) {
		if !slices.Contains(keys, k) {
			keys = append(keys, k)
		}
	}
	paper := map[key]Quoted{}
	for _, q := range quoted {
		here := slices.ContainsFunc(results, func(r Result) bool { return r.Protocol == protocol && r.Data == q.Data })
		if q.Protocol == protocol && q.Method == paperMethod && here {
			k := key{q.Data, q.Value, q.Variant, q.Epsilon}
			note(k)
			paper[k] = q
		}
	}
	ours := map[key]map[string]Mean{}
	means := Means(results)
	cells := make([]Cell, 0, len(means))
	for c := range means {
		cells = append(cells, c)
	}
	slices.SortFunc(cells, func(a, b Cell) int { return slices.Compare(a.order(), b.order()) })
	for _, c := range cells {
		if c.Protocol != protocol {
			continue
		}
		k, mode := key{c.Data, c.Value, c.Variant, c.Epsilon}, c.Method+" "+c.Mode
		note(k)
		if ours[k] == nil {
			ours[k] = map[string]Mean{}
		}
		ours[k][mode] = means[c]
		if !slices.Contains(modes, mode) {
			modes = append(modes, mode)
		}
	}
	t := table.Table{Caption: caption, Header: append([]string{"data", "value", "ε", "variant", "paper"}, modes...)}
	for _, k := range keys {
		row := []any{k.data, k.value, k.epsilon, k.variant, "–"}
		if q, ok := paper[k]; ok {
			row[4] = q.text()
		}
		for _, mode := range modes {
			row = append(row, ours[k][mode].String())
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

func (q Quoted) text() string {
	if q.SD == 0 {
		return fmt.Sprintf("%.4f", q.Mean)
	}
	return fmt.Sprintf("%.4f (%.4f)", q.Mean, q.SD)
}

// order sorts cells for a table.
func (c Cell) order() []string {
	return []string{c.Method, c.Mode, c.Data, c.Value, fmt.Sprintf("%020.6f", c.Epsilon), c.Variant}
}
