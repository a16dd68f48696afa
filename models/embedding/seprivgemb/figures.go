package seprivgemb

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"github.com/graphdp/graphdp/data/embed"
	"github.com/graphdp/graphdp/data/figure"
	"github.com/graphdp/graphdp/data/graph"
)

// LengthFigure plots the length of rows against the degree of their nodes, for about 300 nodes.
// Rows of Algorithm 2 start within ±1: those that have not moved stand out.
func LengthFigure(title string, g *graph.Graph, rows *embed.Matrix) *figure.Figure {
	moved, kept := figure.Points{Name: "rows that moved"}, figure.Points{Name: "rows as they began"}
	for u := 0; u < min(g.N(), rows.N()); u += 1 + g.N()/300 {
		to := &kept
		for _, x := range rows.Row(int32(u)) {
			if math.Abs(float64(x)) > 1 {
				to = &moved
			}
		}
		to.X = append(to.X, math.Log10(float64(max(1, g.Degree(int32(u))))))
		to.Y = append(to.Y, math.Sqrt(rows.Dot(int32(u), int32(u))))
	}
	drawn := slices.DeleteFunc([]figure.Points{moved, kept}, func(p figure.Points) bool { return len(p.X) == 0 })
	return figure.Scatter(figure.ScatterStyle{
		Title: title, XLabel: "logarithm of the degree, to base 10", YLabel: "length of the row", Legend: figure.TopLeft,
	}, drawn...).Sized(4.2, 3.2)
}

// PlaneFigure plots the rows of groups of nodes on their first two principal components.
func PlaneFigure(title string, rows *embed.Matrix, groups ...[]int32) (*figure.Figure, error) {
	var nodes []int32
	for _, group := range groups {
		nodes = append(nodes, group...)
	}
	if i := slices.IndexFunc(nodes, func(u int32) bool { return u < 0 || int(u) >= rows.N() }); i >= 0 {
		return nil, fmt.Errorf("seprivgemb: node %d is not one of the %d rows", nodes[i], rows.N())
	}
	if len(nodes) < 2 || rows.Dim() < 2 {
		return nil, fmt.Errorf("seprivgemb: %d rows of dimension %d span no plane", len(nodes), rows.Dim())
	}
	x := mat.NewDense(len(nodes), rows.Dim(), nil)
	for i, u := range nodes {
		for j, v := range rows.Row(u) {
			x.Set(i, j, float64(v))
		}
	}
	var pc stat.PC
	if !pc.PrincipalComponents(x, nil) {
		return nil, fmt.Errorf("seprivgemb: the principal components of %d rows did not converge", len(nodes))
	}
	var directions, flat mat.Dense
	pc.VectorsTo(&directions)
	flat.Mul(x, directions.Slice(0, rows.Dim(), 0, 2))
	points := make([]figure.Points, len(groups))
	for k, i := 0, 0; k < len(groups); k++ {
		for range groups[k] {
			points[k].X, points[k].Y = append(points[k].X, flat.At(i, 0)), append(points[k].Y, flat.At(i, 1))
			i++
		}
	}
	return figure.Scatter(figure.ScatterStyle{Title: title, XLabel: "first component", YLabel: "second component"}, points...).Sized(3.4, 3.1), nil
}
