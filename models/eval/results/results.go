// Package results lists, selects and averages stored trials.
//
// [Open] loads folders of results. Each value that a trial measured has a row, as does each failed
// trial; [Columns] lists the columns. A condition selects rows: comparisons such as epsilon <= 1 or
// method = 'dpar' with =, !=, <>, <, <=, > and >=, IS NULL and IS NOT NULL, joined by AND, OR and
// parentheses. As in SQL, a comparison with NULL is false.
//
//	runs, err := results.Open(all.Methods(), "results")
//	t, err := runs.Means("method = 'dpar' AND epsilon <= 1", []string{"mode", "epsilon"}, nil)
package results

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/graphdp/graphdp/data/lists"
	"github.com/graphdp/graphdp/data/nearest"
	"github.com/graphdp/graphdp/data/table"
	"github.com/graphdp/graphdp/models/eval/trial"
	"github.com/graphdp/graphdp/models/method"
)

// Column is a column of the stored trials: for each row a text, a float64, an int64, or nil for
// NULL.
type Column struct {
	Name, About string
	kind        kind
	of          func(r trial.Result) any // nil: known to [Open]
}

type kind int

const (
	words kind = iota
	number
	whole
)

// Columns lists the columns.
var Columns = []Column{
	{"folder", "folder of the result", words, nil},
	{"protocol", "evaluation protocol", words, func(r trial.Result) any { return r.Protocol }},
	{"method", "", words, func(r trial.Result) any { return r.Method }},
	{"mode", "", words, func(r trial.Result) any { return r.Mode }},
	{"data", "data set; for an audit, the pair of neighbouring graphs", words, func(r trial.Result) any { return r.Data }},
	{"epsilon", "budget; NULL without one", number, func(r trial.Result) any { return budget(r, r.Epsilon) }},
	{"delta", "budget; NULL without one", number, func(r trial.Result) any { return budget(r, cmp.Or(r.Delta, float64(trial.Delta))) }},
	{"seed", "", whole, func(r trial.Result) any { return int64(r.Seed) }}, // negative above 2⁶³, but still distinct
	{"variant", "settings that differ from the mode's", words, func(r trial.Result) any { return r.Variant }},
	{"every", "k, if only each k-th graph of a collection was used; 0 for all", whole, func(r trial.Result) any { return int64(r.Every) }},
	{"nodes", "declared nodes of a file", words, func(r trial.Result) any { return r.Nodes }},
	{"claimed", "ε that the paper claims; infinite without privacy", number, func(r trial.Result) any { return real(r.Claimed) }},
	{"proved", "proved ε; infinite where nothing is proved", number, func(r trial.Result) any { return real(r.Proved) }},
	{"reason", "why nothing is proved", words, func(r trial.Result) any { return text(r.Reason) }},
	{"audited", "audited ε; of an audit only", number, func(r trial.Result) any {
		if r.Audited == nil {
			return nil
		}
		return float64(r.Audited.Epsilon)
	}},
	{"seconds", "", number, func(r trial.Result) any { return r.Seconds }},
	{"error", "message of a failed run", words, func(r trial.Result) any { return text(r.Error) }},
	{"age", "comparison with the program of today: " + strings.Join(ages(), ", "), words, nil},
	{"version", "version of the code", words, func(r trial.Result) any { return text(r.Made.Version) }},
	{"config", "key of all settings of the mode", words, func(r trial.Result) any { return text(r.Made.Config) }},
	{"checksum", "checksum of the data", words, func(r trial.Result) any { return text(r.Made.Data) }},
	{"backend", "backend of the training; go for a mode that opens none", words, func(r trial.Result) any { return text(r.Made.Backend) }},
	{"memory", "peak memory in bytes", whole, func(r trial.Result) any {
		if r.Made.Memory == 0 {
			return nil
		}
		return r.Made.Memory
	}},
	{"processor", "", words, func(r trial.Result) any { return text(r.Made.Processor) }},
	{"began", "start in UTC", words, func(r trial.Result) any {
		if r.Made.When.IsZero() {
			return nil
		}
		return r.Made.When.UTC().Format(time.DateTime)
	}},
	{"value", "name of the metric", words, nil},
	{"x", "its value", number, nil},
}

func ages() (list []string) {
	return lists.Map(trial.Ages(), func(a trial.Age) string { return string(a) })
}

// budget is NULL for a trial without a budget, which a store keeps as ε = 0.
func budget(r trial.Result, x float64) any {
	if r.Epsilon == 0 {
		return nil
	}
	return x
}

// text is NULL for an empty text.
func text(s string) any {
	if s == "" {
		return nil
	}
	return s
}

// real is NULL for NaN.
func real(x float64) any {
	if math.IsNaN(x) {
		return nil
	}
	return x
}

// Runs are stored trials.
type Runs struct {
	failed [][]any // a row for each failed trial
	values [][]any // a row for each value of a trial
	ages   map[trial.Age]int
}

// Open loads folders of results. The methods determine which results are outdated.
func Open(methods []method.Method, folders ...string) (Runs, error) {
	stores, err := trial.ReadStores(folders...)
	if err != nil {
		return Runs{}, fmt.Errorf("results: %w", err)
	}
	runs := Runs{ages: map[trial.Age]int{}}
	for _, store := range stores {
		for _, r := range store.Results {
			age, row := trial.AgeOf(methods, r), make([]any, len(Columns))
			for i, c := range Columns {
				if c.of != nil {
					row[i] = c.of(r)
				}
			}
			row[index("folder")], row[index("age")] = store.Name, string(age)
			if r.Error != "" {
				runs.failed = append(runs.failed, row)
			} else {
				runs.ages[age]++
			}
			for _, name := range slices.Sorted(maps.Keys(r.Values)) {
				value := slices.Clone(row)
				value[index("value")], value[index("x")] = name, real(r.Values[name])
				runs.values = append(runs.values, value)
			}
		}
	}
	return runs, nil
}

// Ages counts the successful trials by age.
func (r Runs) Ages() map[trial.Age]int { return maps.Clone(r.ages) }

// index returns the index of a column, or -1.
func index(name string) int {
	return slices.IndexFunc(Columns, func(c Column) bool { return c.Name == name })
}

func names() (list []string) {
	return lists.Map(Columns, func(c Column) string { return c.Name })
}

// chosen returns some columns of the rows that satisfy a condition.
func chosen(rows [][]any, condition string, columns ...string) (t table.Table, err error) {
	holds, err := parse(condition)
	if err != nil {
		return t, err
	}
	t.Header = columns
	for _, row := range rows {
		if !holds(row) {
			continue
		}
		cells := lists.Map(columns, func(c string) any { return row[index(c)] })
		t.Rows = append(t.Rows, cells)
	}
	return t, nil
}

// List lists the values of the trials that satisfy a condition, in stored order. An empty condition
// selects all.
func (r Runs) List(condition string) (table.Table, error) {
	return chosen(r.values, condition, "protocol", "method", "mode", "data", "epsilon", "delta", "seed", "variant", "value", "x", "claimed", "proved", "audited", "seconds", "age")
}

// Failed lists the failed trials that satisfy a condition, with their errors.
func (r Runs) Failed(condition string) (table.Table, error) {
	return chosen(r.failed, condition, "protocol", "method", "mode", "data", "epsilon", "delta", "seed", "variant", "error")
}

// compare orders the cells of a column, NULL first.
func compare(a, b any) int {
	switch {
	case a == b:
		return 0
	case a == nil:
		return -1
	case b == nil:
		return 1
	}
	switch x := a.(type) {
	case string:
		return strings.Compare(x, b.(string))
	case int64:
		if n, ok := b.(int64); ok {
			return cmp.Compare(x, n)
		}
		return cmp.Compare(float64(x), b.(float64))
	}
	return cmp.Compare(a.(float64), b.(float64))
}

// Means groups the selected values by some columns, by value name, and by variant and delta unless
// over names these. It returns for each group the mean, the standard deviation, the number of
// values and the number of seeds. A group mixes protocols, or results of different ages, unless a
// column separates them.
func (r Runs) Means(condition string, by, over []string) (t table.Table, err error) {
	for _, c := range over {
		if !slices.Contains(Apart, c) || slices.Contains(by, c) {
			return t, fmt.Errorf("results: means over %q: want columns of %s that they are not grouped by", c, strings.Join(Apart, ", "))
		}
	}
	known := names()
	for _, c := range by {
		if !slices.Contains(known, c) || c == "x" {
			return t, fmt.Errorf("results: there is no column %q to group by; %s", c, nearest.Hint(c, known))
		}
	}
	by = slices.Clone(by)
	for _, c := range append(slices.Clone(Apart), "value") {
		if !slices.Contains(by, c) && !slices.Contains(over, c) {
			by = append(by, c)
		}
	}
	all, err := chosen(r.values, condition, append(slices.Clone(by), "x", "seed")...)
	if err != nil {
		return t, err
	}
	order := func(a, b []any) int { return slices.CompareFunc(a[:len(by)], b[:len(by)], compare) }
	slices.SortStableFunc(all.Rows, order)
	t.Header = append(slices.Clone(by), "mean", "sd", "n", "seeds")
	var values []float64
	seeds := map[any]bool{}
	for i, row := range all.Rows {
		key := row[:len(by)]
		if x, ok := row[len(by)].(float64); ok {
			values = append(values, x)
			seeds[row[len(by)+1]] = true
		}
		if i+1 < len(all.Rows) && order(row, all.Rows[i+1]) == 0 {
			continue
		}
		m := trial.MeanOf(values)
		t.Rows = append(t.Rows, append(slices.Clone(key), real(m.Mean), real(m.SD), int64(m.Runs), int64(len(seeds))))
		values = nil
		clear(seeds)
	}
	return t, nil
}

// Apart are the columns that means do not average over by default.
var Apart = []string{"protocol", "method", "data", "variant", "delta"}
