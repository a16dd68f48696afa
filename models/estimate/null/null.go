// Package null makes null controls: releases that depend on public facts alone, such as the number
// of nodes. A method that does not beat its control has not been shown to work.
//
//	[Graph]  a random graph, with a number of edges that is public, paid for or taken as the
//	         method takes it
//	[Rows]   random rows of an embedding
package null

import (
	"context"
	"fmt"
	"math/rand/v2"

	"github.com/graphdp/graphdp/data/embed"
	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/gen"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/estimate/degrees"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/checkpoint"
	"github.com/graphdp/graphdp/models/method/ranges"
	"github.com/graphdp/graphdp/models/method/release"
)

// Shape is the random graph model of a control.
type Shape int

// Shapes.
const (
	// Uniform is [gen.GNM]: all graphs with that many edges are equally likely.
	Uniform Shape = iota + 1
	// NoneIsolated is [gen.NoneIsolated]: a uniform neighbour for everyone, then uniform
	// pairs.
	NoneIsolated
)

// String names the shape.
func (s Shape) String() string {
	switch s {
	case Uniform:
		return "Uniform"
	case NoneIsolated:
		return "NoneIsolated"
	}
	return fmt.Sprintf("shape %d", int(s))
}

// TrueEdges as the value of Edges selects the true number of edges, which some methods treat as
// public.
const TrueEdges = -1

// Graphs is a control for graphs. Start from [Paid] or [Matched].
type Graphs struct {
	Shape Shape
	Theta int `range:"[0,∞)"`                 // if positive, the number of edges costs the session's budget, and counts at most this many per node
	Edges int `range:"TrueEdges=-1 or [0,∞)"` // otherwise the public number of edges, or TrueEdges
	Dim   int `range:"[0,65536]"`             // dimension of the embedding released with the graph; 0 for none
}

// Paid is a control that spends the whole budget on its number of edges.
func Paid() Graphs { return Graphs{Shape: NoneIsolated, Theta: 20} }

// Matched is a control with the true number of edges, for methods that treat it as public.
func Matched() Graphs { return Graphs{Shape: NoneIsolated, Edges: TrueEdges} }

// Check refuses invalid settings.
func (c Graphs) Check() error {
	if err := ranges.Check("null", c); err != nil {
		return err
	}
	if (c.Theta > 0) == (c.Edges != 0) {
		return fmt.Errorf("null: Theta is %d and Edges %d: set one of them, and the other to 0", c.Theta, c.Edges)
	}
	return nil
}

// GraphResult is the result of [Graph].
type GraphResult struct {
	Graph     *graph.Graph   `json:"graph"`
	Edges     int            `json:"edges"` // target number of edges
	Rows      *embed.Matrix  `json:"rows,omitempty"`
	Guarantee *gdp.Guarantee `json:"guarantee"`
}

// Outcome implements [method.Result].
func (r *GraphResult) Outcome() method.Outcome {
	o := method.Outcome{Release: release.Graph{Network: &graph.Network{Graph: r.Graph}}, Guarantee: r.Guarantee}
	if r.Rows != nil {
		o.Also = []release.Release{release.Embedding{Matrix: r.Rows}}
	}
	return o
}

// Graph generates a control. It reads the public number of nodes, and the number of edges if the
// settings say so.
func Graph(ctx context.Context, s *gdp.Session, c Graphs, w *method.Watch) (*GraphResult, error) {
	if err := c.Check(); err != nil {
		return nil, err
	}
	if n := s.Public().Nodes; n < 2 {
		return nil, fmt.Errorf("null: %d nodes under the relation %v, want a single graph of at least 2", n, s.Relation())
	}
	return checkpoint.Once(ctx, s, "null", c, w, func(run *checkpoint.Run) (r *GraphResult, err error) {
		s := run.Session()
		r = &GraphResult{Edges: c.Edges}
		switch {
		case c.Theta > 0:
			r.Edges, err = degrees.DrawEdges(s, degrees.EdgeCount(s, "edges", c.Theta, s.Budget().Epsilon))
		case c.Edges == TrueEdges:
			r.Edges, err = degrees.TrueEdges(s, "whoever asked for the control")
		}
		if err != nil {
			return nil, err
		}
		n := s.Public().Nodes
		if r.Graph, err = c.Shape.draw(n, r.Edges, run.Drawing(), run.Stream("graph")); err != nil {
			return nil, err
		}
		if c.Dim > 0 {
			if r.Rows, err = embed.Glorot(n, c.Dim, run.Stream("rows")); err != nil {
				return nil, err
			}
		}
		g, err := s.Guarantee()
		r.Guarantee = &g
		return r, err
	})
}

func (s Shape) draw(n, m int, w *gen.Watch, r *rand.Rand) (*graph.Graph, error) {
	if s == Uniform {
		return w.GNM(n, m, r)
	}
	return w.NoneIsolated(n, m, r)
}

// Untrained is a control for embeddings: rows at their initialisation.
type Untrained struct {
	Dim int `range:"[1,65536]"` // dimension
}

// RowsResult is the result of [Rows].
type RowsResult struct {
	Rows      *embed.Matrix  `json:"rows"`
	Guarantee *gdp.Guarantee `json:"guarantee"`
}

// Outcome implements [method.Result].
func (r *RowsResult) Outcome() method.Outcome {
	return method.Outcome{Release: release.Embedding{Matrix: r.Rows}, Guarantee: r.Guarantee}
}

// Rows draws an embedding from the number of nodes alone. It costs nothing.
func Rows(ctx context.Context, s *gdp.Session, c Untrained, w *method.Watch) (*RowsResult, error) {
	if err := ranges.Check("null", c); err != nil {
		return nil, err
	}
	if n := s.Public().Nodes; n < 1 {
		return nil, fmt.Errorf("null: %d nodes under the relation %v, want a single graph of at least 1", n, s.Relation())
	}
	return checkpoint.Once(ctx, s, "null", c, w, func(run *checkpoint.Run) (r *RowsResult, err error) {
		r = new(RowsResult)
		if r.Rows, err = embed.Glorot(run.Session().Public().Nodes, c.Dim, run.Stream("rows")); err != nil {
			return nil, err
		}
		g, err := run.Session().Guarantee()
		r.Guarantee = &g
		return r, err
	})
}
