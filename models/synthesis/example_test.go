package synthesis_test

import (
	"context"
	"fmt"

	"github.com/graphdp/graphdp/data"
	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/gen"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/checkpoint"
	"github.com/graphdp/graphdp/models/synthesis"
)

// A method asks the run's session for the edge count, and draws a ring with chords.
func Example() {
	ring := synthesis.NewPrivate("ring", method.Mode{Role: method.Strict, Name: "strict"}, struct{}{}, func(_ struct{}, run *checkpoint.Run) (*graph.Graph, error) {
		s := run.Session()
		m, err := synthesis.EdgeCount(s, "edges", s.Budget().Epsilon)
		if err != nil {
			return nil, err
		}
		n := s.Public().Nodes
		return gen.WattsStrogatz(n, 2*max(1, m/n), 0.1, run.Stream("graph"))
	})
	club := data.Karate().Network
	s, err := gdp.Protect(&club, gdp.EdgeLevel, gdp.Budget{Epsilon: 1}, gdp.Seed(1))
	if err != nil {
		panic(err)
	}
	r, err := ring.Run(context.Background(), s)
	if err != nil {
		panic(err)
	}
	fmt.Println(r.Graph.N(), "nodes,", r.Graph.M(), "edges,", r.Guarantee.Proved, "proved")
	// Output: 34 nodes, 68 edges, 1 proved
}
