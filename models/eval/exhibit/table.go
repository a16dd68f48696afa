package exhibit

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"html"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/graphdp/graphdp/data/lists"
	"github.com/graphdp/graphdp/data/table"
	"github.com/graphdp/graphdp/models/method"
)

// legend explains the format of numbers.
const legend = "Mean ± standard error (seeds), one number for a single seed; of the paper as printed, with its standard deviation in brackets."

// Title returns the name and the content of the exhibit.
func (p *Planned) Title() string {
	of := p.Method.Paper
	if of == "" {
		of = p.Method.Name
	}
	if p.Own() {
		return fmt.Sprintf("%s (this project's, on %s): %s", p.Name, of, p.About)
	}
	return fmt.Sprintf("%s of %s: %s", p.Name, of, p.About)
}

// decimals returns the number of decimals for four significant digits, at most four.
func decimals(x float64) int {
	n := 4
	for size := math.Abs(x); size >= 1 && n > 0; size /= 10 {
		n--
	}
	return n
}

// Error is the standard error of the mean; NaN for a single seed.
func (c Cell) Error() float64 { return c.Mean.SD / math.Sqrt(float64(c.Mean.Runs)) }

// String formats the number, and its error with the same decimals.
func (c Cell) String() string {
	n, m := decimals(c.Mean.Mean), c.Mean
	switch {
	case c.Printed && m.SD > 0:
		return fmt.Sprintf("%.*f (%.*f)", n, m.Mean, n, m.SD)
	case m.Runs == 1:
		return fmt.Sprintf("%.*f", n, m.Mean)
	}
	return fmt.Sprintf("%.*f ± %.*f (%d)", n, m.Mean, n, c.Error(), m.Runs)
}

// notes are reasons, each with a letter.
type notes []string

// mark returns the letter of a reason.
func (n *notes) mark(why string) string {
	i := slices.Index(*n, why)
	if i < 0 {
		i = len(*n)
		*n = append(*n, why)
	}
	return "(" + letter(i) + ")"
}

func letter(i int) string { return string(rune('a'+i%26)) + strings.Repeat("'", i/26) }

func (n notes) lines() (list []string) {
	for i, why := range n {
		list = append(list, fmt.Sprintf("(%s) %s", letter(i), why))
	}
	return list
}

// Reasons for a missing number without a declared reason.
const (
	unprinted = "the paper prints no such number"
	noTrial   = "no trial of the exhibit is of this"
)

// Tables returns the exhibit as tables, one for each panel, and the reasons that their cells refer
// to.
func (d *Drawn) Tables() (list []table.Table, reasons []string) {
	var why notes
	for _, panel := range d.tuples(d.Panels, d.Cells, true) {
		cells := slices.DeleteFunc(slices.Clone(d.Cells), func(c Cell) bool { return !c.fits(panel) })
		columns := d.tuples(d.Across, cells, true)
		t := table.Table{Caption: d.label(d.Panels, panel), Header: slices.Clone(d.Down)}
		for _, c := range columns {
			t.Header = append(t.Header, d.label(d.Across, c))
		}
		for _, down := range d.tuples(d.Down, cells, false) {
			row := []any{}
			for _, key := range d.Down {
				row = append(row, down[key])
			}
			of := slices.DeleteFunc(slices.Clone(cells), func(c Cell) bool {
				return slices.ContainsFunc(d.Down, func(key string) bool { return c.at[key] != down[key] })
			})
			for _, column := range columns {
				i := slices.IndexFunc(of, func(c Cell) bool { return c.fits(column) })
				switch {
				case i < 0:
					row = append(row, why.mark(d.hole(panel, down, column)))
				case of[i].Why != "":
					row = append(row, why.mark(of[i].Why))
				default:
					row = append(row, of[i].String())
				}
			}
			t.Rows = append(t.Rows, row)
		}
		list = append(list, t)
	}
	return list, why.lines()
}

// hole returns the reason why a place has neither a planned nor a printed number.
func (d *Drawn) hole(parts ...place) string {
	at := place{}
	for _, part := range parts {
		for key, value := range part {
			if value != "" {
				at[key] = value
			}
		}
	}
	if why := d.absent(at); why != "" {
		return why
	}
	if strings.HasPrefix(at[method.ByMode], paper) {
		return unprinted
	}
	return noTrial
}

// label formats the values of keys; settings and ε include their names.
func (d *Drawn) label(keys []string, at place) string {
	var parts []string
	for _, key := range keys {
		switch value := at[key]; {
		case value == "":
		case key == method.ByData || key == method.ByValue || key == method.ByMode:
			parts = append(parts, value)
		case key == method.ByGraphs:
			parts = append(parts, value+" graphs")
		default:
			parts = append(parts, key+" = "+value)
		}
	}
	return strings.Join(parts, ", ")
}

// write writes the exhibit with a function for lines and one for tables; between separates reasons.
func (d *Drawn) write(title, between string, say func(text string), show func(t table.Table)) {
	if d.Unmade != "" {
		title += " Not made here: " + d.Unmade + "."
	}
	say(title)
	if len(d.Cells) == 0 {
		return
	}
	say(legend)
	if c := d.Coverage(); c.Printed > 0 {
		say(c.String() + ".")
	}
	list, reasons := d.Tables()
	for _, t := range list {
		show(t)
	}
	if len(reasons) > 0 {
		say(strings.Join(reasons, between) + ".")
	}
}

// String formats the exhibit as text.
func (d *Drawn) String() string { return d.Text(table.Table.String) }

// Text formats the exhibit as text, with tables by a function.
func (d *Drawn) Text(of func(table.Table) string) string {
	var b strings.Builder
	d.write(d.Title()+".", ";\n", func(text string) { b.WriteString(text + "\n") }, func(t table.Table) { b.WriteString("\n" + of(t) + "\n") })
	return b.String()
}

// HTML formats the exhibit for a notebook.
func (d *Drawn) HTML() string {
	var b strings.Builder
	d.write(d.Title()+".", "; ", func(text string) { b.WriteString("<p>" + html.EscapeString(text) + "</p>") }, func(t table.Table) { b.WriteString(t.HTML()) })
	return b.String()
}

// Markdown formats the exhibit for a page.
func (d *Drawn) Markdown() string {
	var b strings.Builder
	d.write(fmt.Sprintf("**%s**, %s.", d.Name, d.About), "; ", func(text string) { b.WriteString(text + "\n") }, func(t table.Table) {
		b.WriteString("\n")
		if t.Caption != "" {
			fmt.Fprintf(&b, "*%s*\n\n", t.Caption)
		}
		line(&b, t.Header)
		line(&b, slices.Repeat([]string{"---"}, len(t.Header)))
		for _, row := range t.Rows {
			cells := lists.Map(row, func(x any) string { return fmt.Sprint(x) })
			line(&b, cells)
		}
		b.WriteString("\n")
	})
	return strings.TrimRight(strings.ReplaceAll(b.String(), "\n\n\n", "\n\n"), "\n") + "\n" // one empty line between tables
}

func line(b *strings.Builder, cells []string) {
	for _, c := range cells {
		b.WriteString("| " + strings.ReplaceAll(c, "|", `\|`) + " ")
	}
	b.WriteString("|\n")
}

// columns are the keys in a list of the exhibit's numbers.
func (d *Drawn) columns() []string {
	keys := d.keys()
	if !slices.Contains(keys, method.ByValue) {
		keys = append(keys, method.ByValue)
	}
	return keys
}

// CSV writes a line for each number, with all digits, or with the reason why it is missing.
func (d *Drawn) CSV(w io.Writer) error {
	c, keys := csv.NewWriter(w), d.columns()
	if err := c.Write(slices.Concat(keys, []string{"source", "mean", "standard deviation", "standard error", "seeds", "planned", "reason"})); err != nil {
		return fmt.Errorf("exhibit: %w", err)
	}
	text := func(x *float64) string {
		if x == nil {
			return ""
		}
		return strconv.FormatFloat(*x, 'g', -1, 64)
	}
	for _, x := range d.Numbers() {
		line := lists.Map(keys, func(key string) string { return x.At[key] })
		line = append(line, x.Source, text(x.Mean), text(x.SD), text(x.Error), count(x.Seeds), count(x.Planned), x.Why)
		if err := c.Write(line); err != nil {
			return fmt.Errorf("exhibit: %w", err)
		}
	}
	c.Flush()
	return c.Error()
}

func count(n int) string {
	if n == 0 {
		return ""
	}
	return strconv.Itoa(n)
}

// Number is a number of an exhibit for programs.
type Number struct {
	At      map[string]string `json:"at"`     // by key
	Source  string            `json:"source"` // "paper", or "here"
	Mean    *float64          `json:"mean,omitempty"`
	SD      *float64          `json:"standard_deviation,omitempty"`
	Error   *float64          `json:"standard_error,omitempty"`
	Seeds   int               `json:"seeds,omitempty"`
	Planned int               `json:"planned,omitempty"`
	Why     string            `json:"reason,omitempty"` // reason why there is no number
}

// Numbers lists all numbers in declared order.
func (d *Drawn) Numbers() (list []Number) {
	finite := func(x float64) *float64 {
		if math.IsNaN(x) || math.IsInf(x, 0) {
			return nil
		}
		return &x
	}
	for _, c := range d.Cells {
		x := Number{At: map[string]string{}, Source: "here", Planned: c.Planned, Why: c.Why}
		for _, key := range d.columns() {
			if c.at[key] != "" {
				x.At[key] = c.at[key]
			}
		}
		switch {
		case c.Printed:
			x.Source, x.Mean = paper, &c.Mean.Mean
			if c.Mean.SD > 0 {
				x.SD = &c.Mean.SD
			}
		case c.Why == "":
			x.Mean, x.SD, x.Error, x.Seeds = finite(c.Mean.Mean), finite(c.Mean.SD), finite(c.Error()), c.Mean.Runs
		}
		list = append(list, x)
	}
	return list
}

// MarshalJSON implements [json.Marshaler].
func (d *Drawn) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		Method  string   `json:"method"`
		Name    string   `json:"name"`
		About   string   `json:"about"`
		Unmade  string   `json:"not_made,omitempty"`
		Numbers []Number `json:"numbers"`
	}{d.Method.Name, d.Name, d.About, d.Unmade, append([]Number{}, d.Numbers()...)})
}
