package metric

import (
	"context"
	"fmt"
	"math"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/parallel"
)

// DPGGANRow is one graph's part of Table 1 of the DPGGAN paper, by the definitions of its authors'
// code, some of which differ from this package's. Isolated nodes count, and a table's row is the
// plain mean over graphs.
type DPGGANRow struct {
	LCC  float64 `json:"lcc"`  // nodes in the largest component
	TC   float64 `json:"tc"`   // triangles
	CPL  float64 `json:"cpl"`  // mean distance over all connected pairs, in all components; 0 if there are none
	GINI float64 `json:"gini"` // with ranks from 0 instead of 1: [Gini] - 2/N
	REDE float64 `json:"rede"` // [REDE] with ln((d + 10⁻⁴)/2M) instead of ln(d/2M)
}

// DPGGAN computes the row of one graph. GINI and REDE are NaN without edges.
func DPGGAN(ctx context.Context, g *graph.Graph) (DPGGANRow, error) {
	if err := given(ctx, g); err != nil {
		return DPGGANRow{}, err
	}
	p, err := Distances(ctx, g)
	if err != nil {
		return DPGGANRow{}, err
	}
	g = g.Undirected()
	components := g.Components()
	triangles, _ := Triangles(g)
	degrees := DegreeHistogram(g)
	row := DPGGANRow{
		TC:   float64(triangles),
		GINI: gini(degrees) - 2/float64(g.N()),
		REDE: rede(degrees, 1e-4),
	}
	if k := components.Largest(); k >= 0 {
		row.LCC = float64(components.Sizes[k])
	}
	if row.CPL, _ = p.All.Mean(); math.IsNaN(row.CPL) {
		row.CPL = 0
	}
	return row, nil
}

// DPGGANTable returns the mean row of a collection: for the original graphs, the Original rows of
// the paper's Table 1. (The paper prints the GINI of IMDB without its minus sign.)
func DPGGANTable(ctx context.Context, c *graph.Collection) (DPGGANRow, error) {
	if c == nil || len(c.Graphs) == 0 {
		return DPGGANRow{}, fmt.Errorf("metric: DPGGAN's table needs at least one graph")
	}
	if err := c.Check(); err != nil {
		return DPGGANRow{}, fmt.Errorf("metric: %w", err)
	}
	rows := make([]DPGGANRow, len(c.Graphs))
	errs := make([]error, len(c.Graphs))
	parallel.Blocks(len(rows), 1, func(_, i, _ int) { rows[i], errs[i] = DPGGAN(ctx, c.Graphs[i].Graph) })
	var total DPGGANRow
	for i, r := range rows {
		if errs[i] != nil {
			return DPGGANRow{}, fmt.Errorf("metric: graph %d of the collection: %w", i, errs[i])
		}
		total.LCC += r.LCC
		total.TC += r.TC
		total.CPL += r.CPL
		total.GINI += r.GINI
		total.REDE += r.REDE
	}
	n := float64(len(rows))
	return DPGGANRow{LCC: total.LCC / n, TC: total.TC / n, CPL: total.CPL / n, GINI: total.GINI / n, REDE: total.REDE / n}, nil
}
