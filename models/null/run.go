package null

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/graph"
	"github.com/graphdp/graphdp/gdp/query"
)

// Shape is what a control makes of its number of edges.
type Shape int

// The shapes, named after their functions.
const (
	UniformGraph Shape = iota + 1
	NeighbourGraph
)

// Config is one control. Start from [Paper]; the zero Config is an error.
type Config struct {
	Shape Shape
	Theta int // the edge count is paid for with the session's budget, at most so many edges a node
	Edges int // or it is public, if this is positive and Theta is 0
}

// Paper is the control that the papers' tables lack: a neighbour for everyone,
// then uniform pairs, up to an edge count that costs the whole budget.
func Paper() Config { return Config{Shape: NeighbourGraph, Theta: 20} }

// Check reports the first setting that no run can mean.
func (c Config) Check() error {
	switch {
	case c.Shape != UniformGraph && c.Shape != NeighbourGraph:
		return fmt.Errorf("null: shape %d is unknown: start from Paper", c.Shape)
	case c.Theta < 0 || c.Edges < 0 || (c.Theta > 0) == (c.Edges > 0):
		return fmt.Errorf("null: Theta is %d and Edges %d: set one of them", c.Theta, c.Edges)
	}
	return nil
}

// Result is what a control releases.
type Result struct {
	Graph     *graph.Graph
	Edges     int // the number that was aimed at
	Guarantee gdp.Guarantee
}

// Run makes a control of the private graph of a session: it reads the public
// number of nodes and, if told to pay for it, the number of edges.
func Run(_ context.Context, s *gdp.Session, c Config) (*Result, error) {
	if err := c.Check(); err != nil {
		return nil, err
	}
	n := s.Public().Nodes
	if n == 0 {
		return nil, fmt.Errorf("null: the relation %v is not one of single graphs", s.Relation())
	}
	s = s.Scope(fmt.Sprintf("null %+v", c))
	r := &Result{Edges: c.Edges}
	var err error
	if c.Theta > 0 {
		if r.Edges, err = PaidEdges(s, "edges", c.Theta, s.Budget().Epsilon); err != nil {
			return nil, err
		}
	}
	if r.Graph, err = c.Shape.draw(n, r.Edges, s.PublicStream("graph")); err != nil {
		return nil, err
	}
	r.Guarantee, err = s.Guarantee()
	return r, err
}

func (s Shape) draw(n, m int, r *rand.Rand) (*graph.Graph, error) {
	if s == UniformGraph {
		return Uniform(n, m, r)
	}
	return Neighbour(n, m, r)
}

// PaidEdges releases the number of edges of a session's graph, none counted
// beyond theta a node, with Laplace noise, rounded to one that a graph can have in
// which every node has a neighbour.
func PaidEdges(s *gdp.Session, label string, theta int, eps gdp.Epsilon) (int, error) {
	return DrawEdges(s, NewPaidEdges(s, label, theta, eps))
}

// NewPaidEdges is what [PaidEdges] pays for, for [gdp.Session.Reserve].
func NewPaidEdges(s *gdp.Session, label string, theta int, eps gdp.Epsilon) gdp.Release[[]float64] {
	return gdp.NewLaplace(label, query.EdgeCount[gdp.L1](s.Relation(), s.Public().Nodes, theta), eps)
}

// DrawEdges draws [NewPaidEdges] and rounds it.
func DrawEdges(s *gdp.Session, count gdp.Release[[]float64]) (int, error) {
	n := float64(s.Public().Nodes)
	noisy, err := count.Draw(s)
	if err != nil {
		return 0, err
	}
	return int(math.Round(min(max(noisy[0], math.Ceil(n/2)), n*(n-1)/2))), nil
}
