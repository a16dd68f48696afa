package synthesis_test

import (
	"context"
	"fmt"

	"github.com/graphdp/graphdp/data"
	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/gen"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/method/checkpoint"
	"github.com/graphdp/graphdp/models/synthesis"
)

// ring is a method that asks for the number of edges and answers with a ring and chords.
type ring struct{}

func (ring) Check() error { return nil }

func (ring) draw(run *checkpoint.Run) (*graph.Graph, error) {
	s := run.Session()
	m, err := synthesis.EdgeCount(s, "edges", s.Budget().Epsilon)
	if err != nil {
		return nil, err
	}
	n := s.Public().Nodes
	return gen.WattsStrogatz(n, 2*max(1, m/n), 0.1, run.Stream("graph"))
}

// A method is a configuration that draws.
func Example() {
	club := data.Karate().Network
	s, err := gdp.Protect(&club, gdp.EdgeLevel, gdp.Budget{Epsilon: 1}, gdp.Seed(1))
	if err != nil {
		panic(err)
	}
	r, err := synthesis.Run(context.Background(), s, "ring", ring{}, nil, ring.draw)
	if err != nil {
		panic(err)
	}
	fmt.Println(r.Graph.N(), "nodes,", r.Graph.M(), "edges,", r.Guarantee.Proved, "proved")
	// Output: 34 nodes, 68 edges, 1 proved
}
