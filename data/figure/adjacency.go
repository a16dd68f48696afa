package figure

import (
	"cmp"
	"image"
	"image/color"
	"math"
	"slices"

	"github.com/graphdp/graphdp/data/graph"
	"gonum.org/v1/plot/plotter"
)

// cells is the number of rows and columns of an adjacency picture.
const cells = 160

// Adjacency draws the adjacency matrix of a graph of any size as a grey-scale picture: the darker a
// cell, the larger its share of connected pairs, on a logarithmic scale. Nodes are ordered by
// group, if there are groups, and by descending degree within a group.
func Adjacency(title string, g *graph.Graph, groups []int32) *Figure {
	n := g.N()
	if n == 0 {
		return failed("a graph without nodes has no adjacency matrix")
	}
	if groups != nil && len(groups) != n {
		return failed("%d groups for %d nodes", len(groups), n)
	}
	order := graph.Nodes(n)
	slices.SortFunc(order, func(u, v int32) int {
		if groups != nil && groups[u] != groups[v] {
			return cmp.Compare(groups[u], groups[v])
		}
		return cmp.Or(cmp.Compare(g.Degree(v), g.Degree(u)), cmp.Compare(u, v))
	})
	side := min(cells, n)
	row := make([]int, n) // cell of each node
	for place, u := range order {
		row[u] = place * side / n
	}
	joined := make([]float64, side*side)
	for u := range int32(n) {
		for _, v := range g.Neighbors(u) {
			joined[row[u]*side+row[v]]++
		}
	}
	size := make([]float64, side)
	for _, r := range row {
		size[r]++
	}

	shades := image.NewGray(image.Rect(0, 0, side, side))
	for i := range side {
		for j := range side {
			density := joined[i*side+j] / (size[i] * size[j])
			shades.SetGray(j, i, color.Gray{Y: shade(density, float64(n)/float64(side))})
		}
	}
	p := blank(title)
	p.HideAxes()
	p.Add(plotter.NewImage(shades, 0, 0, 1, 1))
	height := 3.0
	if title != "" {
		height += 0.3
	}
	return of(p, nil, TopRight, 3, height)
}

// shade returns white for no edge and black for all pairs. One edge among the nodes² pairs of a
// cell is just visible.
func shade(density, nodes float64) uint8 {
	if density == 0 {
		return 255
	}
	lowest := 2 * math.Log(max(nodes, 2))
	t := min(1, max(0, 1+math.Log(density)/lowest)) // 0 for one edge, 1 for all
	return uint8(math.Round(205 * (1 - t)))
}
