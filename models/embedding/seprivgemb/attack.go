package seprivgemb

import (
	"errors"
	"math"
	"math/rand/v2"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/gen"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/release"
)

// escaped attacks noise on the rows in a batch only: the initial rows are secret, but within ±1.
// Node 0 is the centre of its only edge, or isolated.
var escaped = method.Attack{
	Worlds:   "300 nodes with 2,500 random edges less those of nodes 0 and 1; nodes 0 and 1 have an edge or none",
	Looks:    "the largest entry of the row of node 0",
	Settings: []string{"Dim=4", "Batch=32", "Negatives=1", "Proximity=Uniform"},
	Make: func(gdp.Relation) (worlds [2]*graph.Network, err error) {
		g, err := gen.GNM(300, 2500, rand.New(rand.NewPCG(21, 1)))
		if err != nil {
			return worlds, err
		}
		var rest []graph.Edge
		for u, v := range g.Edges() {
			if u > 1 && v > 1 {
				rest = append(rest, graph.Edge{U: u, V: v})
			}
		}
		return method.Joined(300, rest, graph.Edge{U: 0, V: 1})
	},
	Look: func(o method.Outcome) ([]float64, error) {
		x, err := method.ReleaseOf[release.Embedding](o)
		if err != nil {
			return nil, err
		}
		most := 0.0
		for _, v := range x.Row(0) {
			most = max(most, math.Abs(float64(v)))
		}
		return []float64{most}, nil
	},
}

// onDegrees attacks two degrees so large that noise does not clip them at 0.
var onDegrees = method.Attack{
	Worlds: "60 nodes; nodes 0 and 1 are joined to all others, and to each other or not", Looks: "the sum of the degrees that their rows were made from",
	Settings: []string{"Dim=2"}, Runs: 4000, Make: hubs(60),
	Look: func(o method.Outcome) ([]float64, error) {
		d, ok := o.Details.(details)
		if !ok || len(d.Degrees) < 2 {
			return nil, errors.New("seprivgemb: no degrees to attack")
		}
		return []float64{d.Degrees[0] + d.Degrees[1]}, nil
	},
}

// hubs returns two nodes joined to all others, without and with their edge.
func hubs(n int32) func(gdp.Relation) ([2]*graph.Network, error) {
	return func(gdp.Relation) ([2]*graph.Network, error) {
		var edges []graph.Edge
		for v := int32(2); v < n; v++ {
			edges = append(edges, graph.Edge{U: 0, V: v}, graph.Edge{U: 1, V: v})
		}
		return method.Joined(int(n), edges, graph.Edge{U: 0, V: 1})
	}
}

// againstR attacks a projection by ⟨Y_0, R_1⟩ + ⟨Y_1, R_0⟩ minus its value without the edge, which
// adds 2. R is public, and the attacker knows all other edges.
var againstR = method.Attack{
	Worlds: "150 nodes; nodes 0 and 1 are joined to all others, and to each other or not", Looks: "the rows of nodes 0 and 1 along R, which is public",
	Settings: []string{"Dim=2"}, Runs: 4000, Make: hubs(150),
	Look: func(o method.Outcome) ([]float64, error) {
		x, err := method.ReleaseOf[release.Embedding](o)
		if err != nil {
			return nil, err
		}
		d, ok := o.Details.(details)
		if !ok {
			return nil, errors.New("seprivgemb: no R to attack with")
		}
		n, dim := x.N(), x.Dim()
		pair, err := method.Joined(n, nil, graph.Edge{U: 0, V: 1})
		if err != nil {
			return nil, err
		}
		worlds, err := hubs(int32(n))(gdp.EdgeLevel)
		if err != nil {
			return nil, err
		}
		q := projection(n, dim, d.signs)
		known, err := q.Eval(&gdp.Data{Network: worlds[0]})
		if err != nil {
			return nil, err
		}
		signs, err := q.Eval(&gdp.Data{Network: pair[1]}) // R_1, then R_0
		sum := 0.0
		for i := range 2 * dim {
			sum += (float64(x.Row(int32(i / dim))[i%dim]) - known[i]) * signs[i]
		}
		return []float64{sum}, err
	},
}

// onPair attacks skip-gram with noise on every row, by the score of one pair.
var onPair = method.Attack{
	Worlds: "2 nodes with an edge or none", Looks: "the score of the pair",
	Settings: []string{"Dim=2", "Steps=2", "Negatives=0", "Init=1", "Rate=1", "Clip=1", "SampleRate=1"}, Runs: 4000,
	Make: func(gdp.Relation) ([2]*graph.Network, error) { return method.Joined(2, nil, graph.Edge{U: 0, V: 1}) },
	Look: func(o method.Outcome) ([]float64, error) {
		x, ok := o.Release.(release.Embedding)
		if !ok || x.Other == nil {
			return nil, errors.New("seprivgemb: no pair of tables to attack")
		}
		return []float64{x.Both(0, 1)}, nil
	},
}

// onScore attacks skip-gram with biases, which determine the score of the pair.
var onScore = method.Attack{
	Worlds: "2 nodes with an edge or none", Looks: "the score of the pair, which is the sum of both biases",
	Settings: []string{"Dim=1", "Steps=2", "Push=0", "Spread=0.01"}, Runs: 4000,
	Make: func(gdp.Relation) ([2]*graph.Network, error) { return method.Joined(2, nil, graph.Edge{U: 0, V: 1}) },
	Look: func(o method.Outcome) ([]float64, error) {
		x, err := method.ReleaseOf[release.Embedding](o)
		if err != nil {
			return nil, err
		}
		score, err := x.Scores()
		if err != nil {
			return nil, err
		}
		return []float64{score(0, 1)}, nil
	},
}
