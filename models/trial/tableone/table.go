package tableone

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/graphdp/graphdp/gdp/graph"
	"github.com/graphdp/graphdp/gdp/metric"
	"github.com/graphdp/graphdp/gdp/table"
	"github.com/graphdp/graphdp/models/synthesis/dpggan"
	"github.com/graphdp/graphdp/models/trial"
)

// Values lists the table's columns. GINI has ranks from 0, as the authors' code.
func Values() []string { return []string{"LCC", "TC", "CPL", "GINI", trial.TrueGINI, "REDE"} }

// Table returns the rows of a part, which c is the whole collection of: the originals' means first, then each model's mean absolute
// differences (standard deviation over seeds) and, for a whole collection, what the paper printed. Models without a result are left out.
func Table(ctx context.Context, p Part, c *graph.Collection, results []trial.Result) (table.Table, error) {
	if c == nil {
		return table.Table{}, fmt.Errorf("tableone: no graphs of %s", p.Data)
	}
	few := trial.Every(c, p.Every)
	t := table.Table{Caption: fmt.Sprintf("%s, %d graphs", p.Data, len(few.Graphs)), Header: append([]string{"model", "ε", "seeds"}, Values()...)}
	if p.Every > 1 {
		t.Caption = fmt.Sprintf("%s, %d graphs: 0, %d, %d …", p.Data, len(few.Graphs), p.Every, 2*p.Every)
	}
	of, err := metric.DPGGANTable(ctx, few)
	if err != nil {
		return t, err
	}
	shift := 0.0
	for _, w := range few.Graphs {
		shift += 2 / float64(w.Graph.N()) / float64(len(few.Graphs))
	}
	t.Rows = append(t.Rows, []any{"originals", "", "", short(of.LCC), short(of.TC), short(of.CPL), short(of.GINI), short(of.GINI + shift), short(of.REDE)})
	if p.Every < 2 {
		t.Rows = append(t.Rows, printed("Original", 0, p.Data))
	}
	means := trial.Means(results)
	seen := map[string]bool{} // what the paper has of a model stands below the first of its rows
	for _, r := range rows() {
		at := trial.Trial{Protocol: trial.CollectionStatistics, Method: r.method, Mode: r.mode, Variant: r.variant, Epsilon: r.epsilon, Data: p.Data, Every: p.Every}
		if seeds := means[trial.Cell{Trial: at, Value: "LCC"}].Runs; seeds > 0 {
			cells := []any{r.name, epsilons(r), seeds}
			for _, v := range Values() {
				cells = append(cells, cell(means[trial.Cell{Trial: at, Value: v}]))
			}
			t.Rows = append(t.Rows, cells)
		}
		for _, eps := range r.printed {
			if key := fmt.Sprint(r.paper, eps); p.Every < 2 && !seen[key] {
				seen[key] = true
				t.Rows = append(t.Rows, printed(r.paper, eps, p.Data))
			}
		}
	}
	return t, nil
}

// cell is a mean with the standard deviation, or a dash where results were kept before there was such a value.
func cell(m trial.Mean) string {
	switch text := short(m.Mean); m.Runs {
	case 0:
		return "–"
	case 1:
		return text
	default:
		return fmt.Sprintf("%s (%s)", text, short(m.SD))
	}
}

// epsilons are those that a row is for.
func epsilons(r row) string {
	if r.epsilon == 0 {
		return "–"
	}
	list := []string{fmt.Sprint(r.epsilon)}
	for _, eps := range r.printed {
		if text := fmt.Sprint(eps); !slices.Contains(list, text) {
			list = append(list, text)
		}
	}
	return strings.Join(list, ", ")
}

// printed is what the paper has of a model.
func printed(model string, epsilon float64, data string) []any {
	cells := []any{"  paper: " + model, "–", ""}
	if epsilon > 0 {
		cells[1] = fmt.Sprint(epsilon)
	}
	for _, v := range Values() {
		text := ""
		for _, q := range dpggan.Method.Quoted {
			if q.Method == model && q.Epsilon == epsilon && q.Data == data && q.Value == v {
				text = short(q.Mean)
			}
		}
		cells = append(cells, text)
	}
	return cells
}

// short writes a number with four digits, and no more than four after the point.
func short(x float64) string {
	if x >= 1 || x <= -1 {
		return fmt.Sprintf("%.4g", x)
	}
	return fmt.Sprintf("%.4f", x)
}
