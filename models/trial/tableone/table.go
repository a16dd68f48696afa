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
// differences (standard deviation over seeds) and, below a model that the paper has, what it printed. Rows without a result are left out.
func Table(ctx context.Context, p Part, c *graph.Collection, results []trial.Result) (table.Table, error) {
	if c == nil {
		return table.Table{}, fmt.Errorf("tableone: no graphs of %s", p.Data)
	}
	few := trial.Every(c, p.Every)
	t := table.Table{Caption: fmt.Sprintf("%s, %d graphs", p.Data, len(few.Graphs)), Header: append([]string{"model", "ε", "seeds"}, Values()...)}
	if p.Every > 1 {
		t.Caption = fmt.Sprintf("%s, every %dth graph (%d)", p.Data, p.Every, len(few.Graphs))
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
	for _, r := range rows() {
		at := trial.Trial{Protocol: trial.CollectionStatistics, Method: r.method, Mode: r.mode, Variant: r.variant, Epsilon: r.epsilon, Data: p.Data, Every: p.Every}
		seeds := means[trial.Cell{Trial: at, Value: "LCC"}].Runs
		if seeds == 0 {
			continue
		}
		cells := []any{r.name, epsilons(r), seeds}
		for _, v := range Values() {
			m := means[trial.Cell{Trial: at, Value: v}]
			if text := short(m.Mean); m.Runs > 1 {
				cells = append(cells, fmt.Sprintf("%s (%s)", text, short(m.SD)))
			} else {
				cells = append(cells, text)
			}
		}
		t.Rows = append(t.Rows, cells)
		if p.Every < 2 {
			for _, eps := range r.printed {
				t.Rows = append(t.Rows, printed(r.paper, eps, p.Data))
			}
		}
	}
	return t, nil
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
