package metric

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"math"
	"reflect"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/graphdp/graphdp/data/lists"
	"github.com/graphdp/graphdp/data/table"
)

// fields yields the fields of s for JSON with their names, in order: the chosen statistics, the
// seed, and estimates if there are any.
func fields(s *Stats) iter.Seq2[string, reflect.Value] {
	return func(yield func(string, reflect.Value) bool) {
		if s == nil {
			return
		}
		v := reflect.ValueOf(s).Elem()
		for i := range v.NumField() {
			name, rest, _ := strings.Cut(v.Type().Field(i).Tag.Get("json"), ",")
			always := name == "seed" || rest == "omitempty"
			if name == "-" || !always && !s.chosen.has(name) || rest == "omitempty" && v.Field(i).Len() == 0 {
				continue
			}
			if !yield(name, v.Field(i)) {
				return
			}
		}
	}
}

// MarshalJSON writes the fields of s with a JSON name; NaN as null.
func (s *Stats) MarshalJSON() ([]byte, error) {
	return object(func(add func(name string, value any)) {
		for name, field := range fields(s) {
			if field.CanFloat() {
				add(name, finite(field.Float()))
			} else {
				add(name, field.Interface())
			}
		}
	})
}

// object writes a JSON object with its members in the order of the calls of add.
func object(members func(add func(name string, value any))) ([]byte, error) {
	var b bytes.Buffer
	var failed error
	b.WriteByte('{')
	members(func(name string, value any) {
		text, err := json.Marshal(value)
		if err != nil && failed == nil {
			failed = fmt.Errorf("metric: %s: %w", name, err)
		}
		if b.Len() > 1 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, "%q:%s", name, text)
	})
	b.WriteByte('}')
	return b.Bytes(), failed
}

// finite returns x, or nil (null in JSON) if JSON cannot represent it.
func finite(x float64) any {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return nil
	}
	return x
}

// WriteText writes a readable table.
func (s *Stats) WriteText(w io.Writer) error {
	if s == nil || w == nil {
		return errors.New("metric: no statistics or no writer")
	}
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for _, v := range s.Values() {
		fmt.Fprintf(t, "%s\t%s\n", v.Name, text(v.X)+s.Estimates[v.Name].text())
	}
	for _, r := range s.rankings() {
		top := lists.Map(r.Top[:min(3, len(r.Top))], func(n Ranked) string { return fmt.Sprintf("node %s: %s", n.name(), text(n.Score)) })
		fmt.Fprintf(t, "%s, highest\t%s\n", r.name, strings.Join(top, ", ")+s.Estimates[r.name].text())
	}
	if err := t.Flush(); err != nil {
		return fmt.Errorf("metric: table of statistics: %w", err)
	}
	return nil
}

// named is a ranking with its JSON name.
type named struct {
	name string
	Ranking
}

// rankings lists the chosen rankings.
func (s *Stats) rankings() []named {
	if s == nil {
		return nil
	}
	all := []named{{"pagerank", s.PageRank}, {"eigenvector", s.Eigenvector}}
	return slices.DeleteFunc(all, func(r named) bool { return !s.chosen.has(r.name) })
}

// name returns the node's ID, or its number if it has none.
func (n Ranked) name() string {
	if n.ID == "" {
		return fmt.Sprint(n.Node)
	}
	return n.ID
}

// text describes the uncertainty of an estimate: "" if there is no estimate.
func (e Estimate) text() string {
	switch {
	case e.Sources > 0:
		return fmt.Sprintf(" ± %.2g (sampled: %d sources)", e.StandardError, e.Sources)
	case e.AtMost > 0:
		return fmt.Sprintf(" … %d (bounds: too long to compute)", e.AtMost)
	case e.Residual > 0:
		return fmt.Sprintf(" (not converged: residual %.1g)", e.Residual)
	}
	return ""
}

// text formats a number with six significant digits, an integer with all.
func text(x float64) string {
	switch {
	case math.IsNaN(x):
		return "undefined"
	case math.IsInf(x, 1):
		return "∞"
	case x == math.Trunc(x) && math.Abs(x) < 1e15:
		return fmt.Sprintf("%.0f", x)
	}
	return fmt.Sprintf("%.6g", x)
}

// String returns the table of [Stats.WriteText].
func (s *Stats) String() string {
	var b strings.Builder
	_ = s.WriteText(&b) // a strings.Builder cannot fail
	return b.String()
}

// HTML returns a table of the statistics for a notebook.
func (s *Stats) HTML() string {
	t := table.Table{Header: []string{"statistic", "value", "note"}}
	for _, v := range s.Values() {
		t.Rows = append(t.Rows, []any{v.Name, v.X, strings.TrimSpace(s.Estimates[v.Name].text())})
	}
	for _, r := range s.rankings() {
		if len(r.Top) > 0 {
			t.Rows = append(t.Rows, []any{r.name + ", highest", r.Top[0].Score, "node " + r.Top[0].name() + s.Estimates[r.name].text()})
		}
	}
	return t.HTML()
}

// String returns the table of [Comparison.WriteText].
func (c *Comparison) String() string {
	var b strings.Builder
	_ = c.WriteText(&b) // a strings.Builder cannot fail
	return b.String()
}

// HTML returns a table of the rows for a notebook.
func (c *Comparison) HTML() string {
	t := table.Table{Header: []string{"metric", "original", "released", "error", "note"}}
	for _, r := range c.rows() {
		t.Rows = append(t.Rows, []any{r.Metric, r.Original, r.Released, r.Error, r.Note})
	}
	return t.HTML()
}

// String returns one line such as "mean 2.40820, 90 % within 3.33, at most 5".
func (h Hops) String() string {
	mean, e := h.Mean()
	within, within_e := h.Within(0.9)
	note := ""
	if !h.Exact {
		note = fmt.Sprintf(" (sampled: %d sources, standard errors %.2g and %.2g)", h.Sources, e, within_e)
	}
	return fmt.Sprintf("mean %s, 90 %% within %s, at most %d%s", text(mean), text(within), len(h.Pairs)-1, note)
}

// HTML returns a table of the pairs by distance, for a notebook.
func (h Hops) HTML() string {
	t := table.Table{Caption: "distances: " + h.String(), Header: []string{"distance", "ordered pairs"}}
	for d, pairs := range h.Pairs {
		if d > 0 {
			t.Rows = append(t.Rows, []any{d, pairs})
		}
	}
	return t.HTML()
}

// String returns a line for all pairs and one for the largest component.
func (p Paths) String() string {
	return fmt.Sprintf("all pairs: %v\nlargest component: %v\n", p.All, p.LCC)
}

// HTML returns the table of all pairs, for a notebook.
func (p Paths) HTML() string { return p.All.HTML() }
