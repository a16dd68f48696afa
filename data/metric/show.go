package metric

import (
	"fmt"
	"strings"

	"github.com/graphdp/graphdp/data/table"
)

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
