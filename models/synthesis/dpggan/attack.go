package dpggan

import (
	"errors"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/release"
)

// onEdges attacks the number of edges of a released graph; other shares of ε are small.
var onEdges = method.Attack{
	Worlds: "12 nodes and 6 edges, and one edge more or not", Looks: "the number of edges of the graph",
	Settings: []string{
		"Edges=0.95", "Degrees=0.01", "Gaps=0.01", "Components=0.01", "Hubs=0.01", "Triangles=0.01",
		"Steps=1", "Inner=2", "Width=2", "Hidden=2", "Latent=2", "EdgeRule=TrueEdges",
	},
	Runs: 4000,
	Make: func(gdp.Relation) ([2]*graph.Network, error) {
		var ring []graph.Edge
		for u := range int32(6) {
			ring = append(ring, graph.Edge{U: u, V: (u + 1) % 6})
		}
		return method.Joined(12, ring, graph.Edge{U: 6, V: 7})
	},
	Look: func(o method.Outcome) ([]float64, error) {
		all, ok := o.Release.(release.Graphs)
		if !ok || len(all.Graphs) == 0 {
			return nil, errors.New("dpggan: the attack needs released graphs, and the outcome has none")
		}
		return []float64{float64(all.Graphs[0].Graph.M())}, nil
	},
}

// onFacts attacks the pair as well: for large ε, strict uses randomised response on all pairs.
var onFacts = method.Attack{
	Worlds: onEdges.Worlds, Looks: "the number of edges of the graph, and whether the pair is one", Settings: onEdges.Settings, Runs: onEdges.Runs, Make: onEdges.Make,
	Look: func(o method.Outcome) ([]float64, error) {
		seen, err := onEdges.Look(o)
		if err != nil {
			return nil, err
		}
		if o.Release.(release.Graphs).Graphs[0].Graph.HasEdge(6, 7) {
			return append(seen, 1), nil
		}
		return append(seen, 0), nil
	},
}

// onePair attacks the edge count on two nodes, where a graph with one edge is determined.
var onePair = method.Attack{
	Worlds: "2 nodes with an edge or none", Looks: onEdges.Looks, Runs: onEdges.Runs,
	Make: func(gdp.Relation) ([2]*graph.Network, error) { return method.Joined(2, nil, graph.Edge{U: 0, V: 1}) },
	Look: onEdges.Look,
}

// onShapes attacks the sizes of new graphs. With few size bands, few noisy counts hide the graph's.
var onShapes = method.Attack{
	Worlds: "one triangle, or no graph (graph-unbounded), or one node (graph)", Looks: "how many new graphs have more than one node, and as many edges as nodes",
	Settings: []string{"Graphs=12", "MostNodes=3", "ShapeShare=0.99", "Steps=1", "Hidden=2", "Latent=2", "Inner=2", "Width=2"},
	Make: func(rel gdp.Relation) (worlds [2]*graph.Network, err error) {
		triangle, err := method.Joined(3, []graph.Edge{{U: 0, V: 1}, {U: 1, V: 2}, {U: 0, V: 2}})
		if worlds[1] = triangle[0]; err != nil || rel == gdp.GraphUnbounded {
			return worlds, err
		}
		node, err := method.Joined(1, nil)
		worlds[0] = node[0]
		return worlds, err
	},
	Look: func(o method.Outcome) ([]float64, error) {
		all, ok := o.Release.(release.Graphs)
		if !ok || all.Collection == nil {
			return nil, errors.New("dpggan: the attack needs released graphs, and the outcome has none")
		}
		large, dense := 0.0, 0.0
		for _, w := range all.Graphs {
			if w.Graph.N() >= 2 {
				large++
			}
			if w.Graph.M() >= w.Graph.N() {
				dense++
			}
		}
		return []float64{large, dense, large + dense}, nil
	},
}
