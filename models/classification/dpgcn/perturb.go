package dpgcn

import (
	"math"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/query"
)

// perturb samples the graph by randomised response. The paper replaces a cell by a fair bit with
// probability s = 2/(1+e^ε), which flips it with probability s/2 = 1/(1+e^ε).
func (c Responses) perturb(s *gdp.Session, _ int) (*graph.Graph, error) {
	answer, err := gdp.RandomisedResponse(s, "edges", s.Budget().Epsilon) // [LINKTELLER22] EdgeRand
	if err != nil {
		return nil, err
	}
	return answer.Undirected(), nil
}

// perturb keeps the largest cells above the diagonal.
func (c LapGraph) perturb(s *gdp.Session, n int) (*graph.Graph, error) {
	eps := s.Budget().Epsilon
	first := gdp.Epsilon(c.CountShare) * eps
	count, err := gdp.Laplace(s, "number of edges", query.EdgeCount[gdp.L1](gdp.EdgeLevel, n, n-1), first)
	if err != nil {
		return nil, err
	}
	cells := n * (n - 1) / 2
	keep := int(min(max(math.Round(count[0]), 1), float64(cells), maxKept))
	top, err := gdp.NewLaplaceTop("cells", cellsQuery(n), keep, eps-first).Draw(s) // [LINKTELLER22] LapGraph
	if err != nil {
		return nil, err
	}
	edges := make([]graph.Edge, len(top[0].At))
	u, next := 0, n-1 // row u ends before cell next
	for i, cell := range top[0].At {
		for int(cell) >= next {
			u++
			next += n - 1 - u
		}
		edges[i] = graph.Edge{U: int32(u), V: int32(n - (next - int(cell)))}
	}
	made, _, err := graph.FromEdges(n, edges, graph.Options{})
	return made, err
}

// cellsQuery is the adjacency matrix above the diagonal, row by row. One edge changes one cell.
func cellsQuery(n int) gdp.SparseRows[gdp.L1] {
	basis := gdp.Proof{Doc: "proofs/dpgcn.md#cells", Test: "TestOneEdgeMovesOneCell"}
	q := gdp.SparseQuery("cells of the adjacency matrix", gdp.EdgeLevel, gdp.L1(1), basis, 1, n*(n-1)/2, func(d *gdp.Data) ([]gdp.Entries, error) {
		var row gdp.Entries
		before := 0 // cells in the rows above
		g := d.Network.Graph.Undirected()
		for u := range g.N() {
			for _, v := range g.Neighbors(int32(u)) {
				if int(v) > u {
					row.At, row.Values = append(row.At, int32(before+int(v)-u-1)), append(row.Values, 1)
				}
			}
			before += n - 1 - u
		}
		return []gdp.Entries{row}, nil
	})
	q.Bounded = q.OnNodes(n)
	return q
}
