package graphio

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/graphdp/graphdp/data/graph"
)

// Columns describe the columns of a table of nodes, each by its name or by its number from 1.
type Columns struct {
	ID    string // node ids; empty: the first column
	Label string // class of each node; empty: none
	// Features lists numeric columns, or columns of values as NAME=A,B,…, where each value becomes
	// a 0/1 feature. If empty, all other columns are numeric features.
	Features []string
	Missing  []string // texts of missing values, meaning 0 or no class; [EmptyCell] for an empty cell
}

// Empty reports whether no column is described.
func (c Columns) Empty() bool {
	return c.ID == "" && c.Label == "" && c.Features == nil && c.Missing == nil
}

// EmptyCell denotes an empty cell in [Columns.Missing].
const EmptyCell = "empty"

// Table is a table of nodes: the list of nodes, with their features and classes.
type Table struct {
	IDs     *graph.IDs
	Attrs   *graph.Attributes // nil without features
	Labels  []int32           // nil without a column of them
	Classes []string          // those that occur, in ascending order
}

// feature is a column that becomes one feature, or one for each of some values.
type feature struct {
	place  int
	values []string // nil for a numeric column
}

// tableReader reads a table row by row.
type tableReader struct {
	Columns
	file     string
	titles   []string
	id       int
	label    int // -1 without labels
	features []feature
	ids      []string
	labels   []string // "" where it is missing
	dense    []float32
}

// ReadTable reads a table of nodes: a header, then one row per node; optionally compressed by gzip.
// Of the options only Latin1 and Separator are used.
func ReadTable(path string, o Options, c Columns) (*Table, error) {
	text, err := readText(path, o)
	if err != nil {
		return nil, err
	}
	t := &tableReader{Columns: c, file: path}
	if err := t.read(text, o.Separator); err != nil {
		return nil, err
	}
	return t.table()
}

// read reads all rows.
func (t *tableReader) read(text []byte, separator byte) error {
	if separator == 0 {
		first, _, _ := bytes.Cut(text, []byte{'\n'})
		separator = separatorOf(first)
	}
	r := csv.NewReader(bytes.NewReader(text))
	r.Comma, r.FieldsPerRecord, r.ReuseRecord = rune(separator), -1, true
	for {
		row, err := r.Read()
		var wrong *csv.ParseError
		switch {
		case err == io.EOF && t.titles == nil:
			return &Error{File: t.file, Reason: "a table of nodes needs a row of names and a row for each node"}
		case err == io.EOF:
			return nil
		case errors.As(err, &wrong):
			return &Error{File: t.file, Line: wrong.Line, Reason: wrong.Err.Error()}
		case err != nil:
			return wrap(t.file, err)
		}
		line, _ := r.FieldPos(0)
		if t.titles == nil {
			t.titles = slices.Clone(row)
			continue
		}
		if t.ids == nil {
			if len(row) == len(t.titles)+1 { // row names of R
				t.titles = slices.Insert(t.titles, 0, "")
			}
			if err := t.place(); err != nil {
				return &Error{File: t.file, Line: 1, Reason: err.Error()}
			}
		}
		if len(row) != len(t.titles) {
			return &Error{File: t.file, Line: line, Reason: fmt.Sprintf("found %d fields, but %d columns have names; fields are separated by %s, which the option separator changes", len(row), len(t.titles), separatorNames[separator])}
		}
		if err := t.row(row); err != nil {
			return &Error{File: t.file, Line: line, Reason: err.Error()}
		}
	}
}

// column returns the index of a column.
func (t *tableReader) column(name, option string) (int, error) {
	if i := slices.Index(t.titles, name); i >= 0 {
		return i, nil
	}
	if i, err := strconv.Atoi(name); err == nil && i > 0 && i <= len(t.titles) {
		return i - 1, nil
	}
	return -1, fmt.Errorf("no column %q for the option %s: the columns are %s", name, option, quote(strings.Join(t.titles, ",")))
}

// place finds the columns.
func (t *tableReader) place() (err error) {
	if t.label = -1; t.ID != "" {
		if t.id, err = t.column(t.ID, "id"); err != nil {
			return err
		}
	}
	if t.Label != "" {
		if t.label, err = t.column(t.Label, "label"); err != nil {
			return err
		}
	}
	for _, text := range t.Features {
		name, values, named := strings.Cut(text, "=")
		f := feature{}
		if f.place, err = t.column(name, "use"); err != nil {
			return err
		}
		if named {
			f.values = strings.Split(values, ",")
		}
		if f.place == t.id || f.place == t.label {
			return fmt.Errorf("column %q is the id or the label, and cannot be a feature", name)
		}
		t.features = append(t.features, f)
	}
	for i := range t.titles {
		if t.Features == nil && i != t.id && i != t.label && (t.titles[i] != "" || i > 0) { // a row index is no feature
			t.features = append(t.features, feature{place: i})
		}
	}
	return nil
}

// row reads a node.
func (t *tableReader) row(row []string) error {
	id := strings.TrimSpace(row[t.id])
	if id == "" {
		return t.wrong(t.id, errors.New("empty id: remove the line, or give the option id"))
	}
	if err := checkID([]byte(id)); err != nil {
		return t.wrong(t.id, err)
	}
	t.ids = append(t.ids, id)
	if t.label >= 0 {
		label, missing, err := t.cell(row[t.label])
		if err != nil {
			return t.wrong(t.label, err)
		}
		if missing {
			label = ""
		}
		t.labels = append(t.labels, label)
	}
	for _, f := range t.features {
		cell, missing, err := t.cell(row[f.place])
		if err != nil {
			return t.wrong(f.place, err)
		}
		if f.values != nil {
			one := slices.Index(f.values, cell)
			if one < 0 && !missing {
				return t.wrong(f.place, fmt.Errorf("%q is not among its %d declared values", quote(cell), len(f.values)))
			}
			t.dense = append(t.dense, make([]float32, len(f.values))...)
			if !missing {
				t.dense[len(t.dense)-len(f.values)+one] = 1
			}
			continue
		}
		x := 0.0
		if !missing {
			if x, err = decimal([]byte(cell)); err != nil || math.IsNaN(x) || math.Abs(x) > math.MaxFloat32 {
				return t.wrong(f.place, fmt.Errorf("%q is not a finite number: give the option use with the columns that are features, as %s=A,B for one of words, or the option missing=%s", quote(cell), t.titles[f.place], quote(cell)))
			}
		}
		t.dense = append(t.dense, float32(x))
	}
	return nil
}

// cell returns the content of a cell, or that its value is missing. Empty cells must be declared.
func (t *tableReader) cell(text string) (cell string, missing bool, err error) {
	if cell = strings.TrimSpace(text); !utf8.ValidString(cell) {
		return cell, false, errors.New(notUTF8)
	}
	missing = slices.Contains(t.Missing, cell) || cell == "" && slices.Contains(t.Missing, EmptyCell)
	if cell == "" && !missing {
		return cell, false, errors.New("empty; if empty cells are missing values, give the option missing=" + EmptyCell)
	}
	return cell, missing, nil
}

// wrong adds the column to an error.
func (t *tableReader) wrong(place int, err error) error {
	return fmt.Errorf("column %d (%s): %w", place+1, quote(t.titles[place]), err)
}

// table returns the table read.
func (t *tableReader) table() (*Table, error) {
	if len(t.ids) == 0 {
		return nil, wrap(t.file, errors.New("the table of nodes has no rows"))
	}
	ids, err := declaredIDs(t.ids)
	if err != nil {
		return nil, wrap(t.file, err)
	}
	out := &Table{IDs: ids}
	if cols := len(t.dense) / len(t.ids); cols > 0 {
		if out.Attrs, err = fromDense(len(t.ids), cols, t.dense); err != nil {
			return nil, wrap(t.file, err)
		}
	}
	if t.label < 0 {
		return out, nil
	}
	out.Classes = slices.Clone(t.labels)
	slices.Sort(out.Classes)
	out.Classes = slices.DeleteFunc(slices.Compact(out.Classes), func(name string) bool { return name == "" })
	for _, name := range t.labels {
		out.Labels = append(out.Labels, int32(slices.Index(out.Classes, name)))
	}
	return out, nil
}

// declaredIDs returns ids for names, in order: integers if all are.
func declaredIDs(names []string) (*graph.IDs, error) {
	if ints, _ := integers(names); ints != nil {
		return graph.IntIDs(ints)
	}
	return graph.StringIDs(names)
}
