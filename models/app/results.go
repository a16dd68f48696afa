package app

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/graphdp/graphdp/data/file"
	"github.com/graphdp/graphdp/data/graph/columnar"
	"github.com/graphdp/graphdp/data/lists"
	"github.com/graphdp/graphdp/data/table"
	"github.com/graphdp/graphdp/models/eval/results"
	"github.com/graphdp/graphdp/models/eval/trial"
	"github.com/spf13/cobra"
)

// resultsFlags are the flags of `gdp results`.
type resultsFlags struct {
	where, format, export string
	group, over           []string
	failed                bool
}

// formats are the values of --format.
var formats = []string{"table", "csv", "json", "jsonl"}

func (a *app) results() *cobra.Command {
	var f resultsFlags
	var columns, lines []string
	for _, c := range results.Columns {
		columns, lines = append(columns, c.Name), append(lines, fmt.Sprintf("  %-9s %s", c.Name, c.About))
	}
	c := &cobra.Command{
		Use:   "results FOLDER…",
		Short: "List and average stored runs",
		Long: `results lists the stored runs in folders of gdp sweep or of a notebook, with one row for each measured value.
--group averages by columns. The columns are

` + strings.Join(lines, "\n") + `

--where selects rows: comparisons of a column with a number or with text in quotes by =, !=, <>, <, <=, > and >=,
and IS NULL and IS NOT NULL, joined by AND, OR and parentheses. A comparison with NULL is false. For SQL, export
Parquet or JSON lines and use DuckDB, pandas or sqlite3:

  gdp results study --export study.parquet
  duckdb -c "SELECT mode, max(seconds) FROM 'study.parquet' GROUP BY mode"

The column age tells which results are older than the code. Run those again before comparing them.`,
		Example: "  gdp results notebooks/14_dpar/results --where 'epsilon <= 1' --group data,mode,epsilon\n  gdp results study --failed --format csv\n  gdp results study --export study.parquet",
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return usageError{errors.New("no folder of results given")}
			}
			return nil
		},
		RunE: func(c *cobra.Command, args []string) error { return a.runResults(c, args, f) },
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return nil, cobra.ShellCompDirectiveFilterDirs
		},
	}
	flags := c.Flags()
	flags.StringVar(&f.where, "where", "", "condition, such as 'method = \"dpar\" AND epsilon <= 1'")
	flags.StringSliceVar(&f.group, "group", nil, "columns to average by, over seeds and all other columns except "+strings.Join(results.Apart, ", "))
	flags.StringSliceVar(&f.over, "over", nil, "with --group: also average over these columns: "+strings.Join(results.Apart, ", "))
	flags.BoolVar(&f.failed, "failed", false, "list failed runs with their errors")
	flags.StringVar(&f.format, "format", "table", strings.Join(formats, ", "))
	flags.StringVar(&f.export, "export", "", "write to a file: .csv, .json, .jsonl or .parquet")
	files(c, stores)
	writes.flag(c, "export")
	complete(c, "format", func() []string { return formats })
	completeList(c, "group", columns)
	completeList(c, "over", results.Apart)
	return c
}

// check refuses contradictory flags and sets the format.
func (f *resultsFlags) check(a *app, given func(flag string) bool) error {
	switch {
	case given("group") && given("failed"):
		return usageError{errors.New("--group and --failed exclude each other")}
	case f.over != nil && f.group == nil:
		return usageError{errors.New("--over needs --group")}
	case a.json && given("format") && f.format != "json":
		return usagef("--json and --format %s exclude each other", f.format)
	case a.json:
		f.format = "json"
	}
	if _, err := oneOf("format", f.format, formats); err != nil {
		return err
	}
	if f.export == "" {
		return nil
	}
	f.format = strings.TrimPrefix(filepath.Ext(f.export), ".")
	if f.format == "table" || f.format != "parquet" && !slices.Contains(formats, f.format) {
		return usagef("--export %s: the name must end in .csv, .json, .jsonl or .parquet", f.export)
	}
	if err := file.Writable(f.export); err != nil {
		return fmt.Errorf("--export %s: %w", f.export, err)
	}
	return nil
}

// runResults answers a question.
func (a *app) runResults(c *cobra.Command, folders []string, f resultsFlags) error {
	if err := f.check(a, c.Flags().Changed); err != nil {
		return err
	}
	folders, err := a.withoutPrograms(folders)
	if err != nil {
		return err
	}
	a.meter.tell("reading results", 0)
	runs, err := results.Open(a.bench().Methods, folders...)
	if err != nil {
		return err
	}
	var t table.Table
	switch {
	case f.failed:
		t, err = runs.Failed(f.where)
	case f.group != nil:
		t, err = runs.Means(f.where, f.group, f.over)
	default:
		t, err = runs.List(f.where)
	}
	if err != nil {
		return usageError{err}
	}
	a.tellAges(runs)
	a.meter.end()
	if f.export != "" {
		return a.awaitFile(f.export, func(w io.Writer) error { return writeTable(w, t, f.format) })
	}
	a.printed = a.json
	return writeTable(a.out, t, f.format)
}

// tellAges notes how many results are outdated.
func (a *app) tellAges(runs results.Runs) {
	var parts []string
	ages := runs.Ages()
	for _, age := range slices.Sorted(maps.Keys(ages)) {
		if age != trial.Today {
			parts = append(parts, fmt.Sprintf("%v: %v", age, ages[age]))
		}
	}
	if parts != nil {
		a.note("Stored runs that are older than the code, by age: %s.", strings.Join(parts, ", "))
	}
}

// writeTable writes a table in a format.
func writeTable(w io.Writer, t table.Table, format string) error {
	switch format {
	case "csv":
		c := csv.NewWriter(w)
		_ = c.Write(t.Header) // its errors are kept by the sink
		for _, row := range t.Rows {
			_ = c.Write(cells(row, ""))
		}
		c.Flush()
		return c.Error()
	case "parquet": // where a column has one type
		columns := make([]columnar.Column, len(t.Header))
		for i, name := range t.Header {
			values := lists.Map(t.Rows, func(row []any) any { return row[i] })
			columns[i] = columnar.Column{Name: name, Values: values}
		}
		return columnar.Parquet.Write(w, nil, columns...)
	case "json", "jsonl":
		e, list := json.NewEncoder(w), []object{}
		for _, row := range t.Rows {
			list = append(list, object{t.Header, row})
		}
		if format == "json" {
			e.SetIndent("", "  ")
			return e.Encode(list)
		}
		for _, o := range list {
			if err := e.Encode(o); err != nil {
				return err
			}
		}
		return nil
	}
	return people(w, func(r rows) {
		fmt.Fprintln(r, strings.Join(t.Header, "\t"))
		for _, row := range t.Rows {
			fmt.Fprintln(r, strings.Join(cells(row, "–"), "\t"))
		}
	})
}

// cells returns a row as texts. For people, numbers are short and a missing value is a dash.
func cells(row []any, nothing string) (texts []string) {
	for _, x := range row {
		v, real := x.(float64)
		switch {
		case x == nil:
			texts = append(texts, nothing)
		case real && nothing == "":
			texts = append(texts, strconv.FormatFloat(v, 'g', -1, 64))
		case real:
			texts = append(texts, fmt.Sprintf("%.4g", v))
		default:
			texts = append(texts, fmt.Sprint(x))
		}
	}
	return texts
}

// object is a row in JSON, with fields in column order. Infinity, which JSON lacks, is a text.
type object struct {
	header []string
	row    []any
}

// MarshalJSON implements [json.Marshaler].
func (o object) MarshalJSON() ([]byte, error) {
	var fields [][]byte
	for i, x := range o.row {
		if v, ok := x.(float64); ok && math.IsInf(v, 0) {
			x = strconv.FormatFloat(v, 'g', -1, 64)
		}
		name, err := json.Marshal(o.header[i])
		if err != nil {
			return nil, err
		}
		value, err := json.Marshal(x)
		if err != nil {
			return nil, err
		}
		fields = append(fields, slices.Concat(name, []byte{':'}, value))
	}
	return slices.Concat([]byte{'{'}, bytes.Join(fields, []byte{','}), []byte{'}'}), nil
}
