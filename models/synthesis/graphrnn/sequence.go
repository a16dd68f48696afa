package graphrnn

import "github.com/graphdp/graphdp/data/graph"

// A graph is written as a row of bits for each node but the first, and a last row without a bit.
// The row of node i says which of the nodes i-1, i-2 … i-M before it it has an edge with, the
// nearest first. A row without a bit ends a component, of which there is one in the paper.

// write writes a graph in the order of a search: [GRAPHRNN18] Graphs as sequences, of M bits a row.
func write(g *graph.Graph, s search, m int) [][]float32 {
	rows := make([][]float32, g.N())
	for t := range rows {
		rows[t] = make([]float32, m)
	}
	for u, v := range g.Edges() {
		i, j := s.places[u], s.places[v]
		if i < j {
			i, j = j, i
		}
		if d := int(i - j); d <= m {
			rows[i-1][d-1] = 1
		}
	}
	return rows
}

// width returns how many nodes there are that row t has a bit for.
func width(t, m int) int { return min(t+1, m) }

// read returns the graph that rows of bits write, the last of which is not of a node.
func read(rows [][]float32) (*graph.Graph, error) {
	var edges []graph.Edge
	for t, row := range rows[:len(rows)-1] {
		for d, bit := range row {
			if bit != 0 {
				edges = append(edges, graph.Edge{U: int32(t - d), V: int32(t + 1)})
			}
		}
	}
	g, _, err := graph.FromEdges(len(rows), edges, graph.Options{})
	return g, err
}

// blank reports whether a row has no bit.
func blank(row []float32) bool {
	for _, x := range row {
		if x != 0 {
			return false
		}
	}
	return true
}
