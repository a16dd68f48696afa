// Package synthesis is the framework of graph generators at edge level.
//
// A method defines a settings type for each mode. [NewPrivate] makes a mode from a function that
// queries the run's session and draws a graph from the run's random streams:
//
//	var Strict = synthesis.NewPrivate("yours", method.Mode{…}, Settings{…}, Settings.draw)
//
// The framework checks public facts before any budget is spent, checkpoints the run and returns the
// guarantee. [NewPlain] does the same for a mode that reads the graph without noise, and [NewNull]
// returns the null control. Most methods begin with [EdgeCount].
package synthesis

import (
	"context"
	"fmt"
	"math"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/query"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/checkpoint"
	"github.com/graphdp/graphdp/models/method/release"
	"github.com/graphdp/graphdp/models/method/study"
)

// Result is a generated graph on the session's nodes.
type Result struct {
	Graph     *graph.Graph   `json:"graph"`
	Guarantee *gdp.Guarantee `json:"guarantee,omitempty"` // nil without privacy
}

// Outcome implements [method.Result].
func (r *Result) Outcome() method.Outcome {
	return method.Outcome{Release: release.Graph{Network: &graph.Network{Graph: r.Graph}}, Guarantee: r.Guarantee}
}

// NewPrivate returns a mode at edge level that runs draw on a session.
func NewPrivate[C any](of string, m method.Mode, settings C, draw func(c C, run *checkpoint.Run) (*graph.Graph, error)) method.PrivateMode[C, *Result] {
	m.Relation = gdp.EdgeLevel
	return method.NewPrivate(of, m, settings, func(ctx context.Context, s *gdp.Session, c C, w *method.Watch) (*Result, error) {
		if s.Public().Sizes != nil {
			return nil, fmt.Errorf("%s: the session has %d graphs, want one", of, len(s.Public().Sizes))
		}
		if err := checkGraph(of, s.Public().Nodes, s.Public().Directed); err != nil {
			return nil, err
		}
		return checkpoint.Once(ctx, s, of, c, w, func(run *checkpoint.Run) (*Result, error) {
			g, err := draw(c, run)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", of, err)
			}
			guarantee, err := run.Session().Guarantee()
			return &Result{g, &guarantee}, err
		})
	})
}

// NewPlain returns a mode without privacy that runs draw on a graph.
func NewPlain[C any](of string, m method.Mode, settings C, draw func(c C, g *graph.Graph, run *checkpoint.Run) (*graph.Graph, error)) method.PlainMode[C, *Result] {
	return method.NewPlain(of, m, settings, func(ctx context.Context, net *graph.Network, c C, seed uint64, w *method.Watch) (*Result, error) {
		if err := checkGraph(of, net.Graph.N(), net.Graph.Directed()); err != nil {
			return nil, err
		}
		return checkpoint.Plain(ctx, net, of, c, seed, w, func(run *checkpoint.Run) (*Result, error) {
			g, err := draw(c, net.Graph, run)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", of, err)
			}
			return &Result{Graph: g}, nil
		})
	})
}

// checkGraph refuses graphs that no mode supports, by public facts.
func checkGraph(of string, nodes int, directed bool) error {
	switch {
	case nodes < 2:
		return fmt.Errorf("%s: the graph has %d nodes, want at least 2", of, nodes)
	case directed:
		return fmt.Errorf("%s: the graph is directed: make it undirected", of)
	}
	return nil
}

// Pairs returns the number of pairs of n nodes.
func Pairs(n int) int { return n * (n - 1) / 2 }

// EdgeCount releases the edge count with discrete Laplace noise, clipped to the counts that are
// possible on the session's nodes.
func EdgeCount(s *gdp.Session, label string, eps gdp.Epsilon) (int, error) {
	n := s.Public().Nodes
	noisy, err := gdp.DiscreteLaplace(s, label, query.EdgeCount[gdp.L1](s.Relation(), n, n-1), eps)
	if err != nil {
		return 0, err
	}
	return int(min(max(noisy[0], 0), int64(Pairs(n)))), nil
}

// Uniform is the configuration of the null control, which has no settings.
type Uniform struct{}

// NewNull returns the null control of a method: a uniform random graph whose noisy edge count costs
// the whole budget.
func NewNull(of string) method.PrivateMode[Uniform, *Result] {
	return NewPrivate(of, method.Mode{
		Role: method.Null, Name: "null", About: "uniform random graph; knows the node set and a noisy edge count",
	}, Uniform{}, func(_ Uniform, run *checkpoint.Run) (*graph.Graph, error) {
		s := run.Session()
		m, err := EdgeCount(s, "edges", s.Budget().Epsilon)
		if err != nil {
			return nil, err
		}
		return run.Drawing().GNM(s.Public().Nodes, m, run.Stream("graph"))
	})
}

// Queries returns the table of PGB's query errors for a method's modes, at ε = 1 on three of PGB's
// graphs: a road network, a friendship network and a co-author network.
func Queries(name string, modes []string, absent ...method.Absence) []method.Exhibit {
	return []method.Exhibit{{
		Name: "Table A", About: "errors of PGB's queries at ε = 1; of communities the mutual information", Protocol: "queries",
		Values: []string{"edges", "degrees", "degree variance", "triangles", "clustering", "communities", "modularity", "mean distance", "assortativity", "centrality"},
		Across: []string{method.ByMode}, Down: []string{method.ByData, method.ByValue},
		Studies: []study.Study{{
			Methods: []string{name}, Modes: modes,
			Data: []string{"pgb-road-minnesota", "pgb-facebook", "pgb-ca-hepph"}, Epsilons: []float64{1}, Seeds: study.Seeds(3),
		}},
		Absent: absent,
	}}
}

// Beta returns the smoothing parameter β for which one number with Laplace noise of 2/ε times its
// β-smooth sensitivity is (ε, δ)-private. Vectors need a smaller β.
func Beta(eps gdp.Epsilon, delta gdp.Delta) float64 {
	return float64(eps) / 2 / math.Log(2/float64(delta)) // [MW12] Triangles
}

// OnTwoNodes attacks the smallest graph: two nodes with or without an edge.
var OnTwoNodes = method.Attack{
	Worlds: "2 nodes with an edge or none", Looks: "whether there is one", Runs: 1000,
	Make: func(gdp.Relation) ([2]*graph.Network, error) { return method.Joined(2, nil, graph.Edge{U: 0, V: 1}) },
	Look: HasFirst,
}

// OnSparse attacks one pair of a sparse graph: an edge is more likely to be released there than at
// a pair without one.
func OnSparse(edges int32) *method.Attack {
	return &method.Attack{
		Worlds: fmt.Sprintf("60 nodes, of which %d pairs have edges, and nodes 0 and 1 an edge or none", edges),
		Looks:  "whether nodes 0 and 1 have an edge", Runs: 4000,
		Make: func(gdp.Relation) ([2]*graph.Network, error) {
			return method.Joined(60, matching(edges), graph.Edge{U: 0, V: 1})
		},
		Look: HasFirst,
	}
}

// OnList attacks the noisy degree list by the number of nodes with a neighbour.
var OnList = method.Attack{
	Worlds: "120 nodes, of which 40 pairs have an edge and no other, and nodes 0 and 1 an edge or none", Looks: "how many nodes have a neighbour", Runs: 4000,
	Make: func(gdp.Relation) ([2]*graph.Network, error) {
		return method.Joined(120, matching(40), graph.Edge{U: 0, V: 1})
	},
	Look: func(o method.Outcome) ([]float64, error) {
		g, ok := o.Release.(release.Graph)
		if !ok || g.Network == nil || g.Graph == nil {
			return nil, fmt.Errorf("synthesis: the attack needs a released graph, and the outcome has none")
		}
		count := 0.0
		for _, d := range g.Graph.Degrees() {
			count += min(float64(d), 1)
		}
		return []float64{count}, nil
	},
}

// matching returns the edges 2–3, 4–5 and so on.
func matching(pairs int32) (edges []graph.Edge) {
	for u := int32(2); u < 2+2*pairs; u += 2 {
		edges = append(edges, graph.Edge{U: u, V: u + 1})
	}
	return edges
}

// HasFirst reports whether the released graph has the edge 0–1.
func HasFirst(o method.Outcome) ([]float64, error) {
	g, ok := o.Release.(release.Graph)
	if !ok || g.Network == nil || g.Graph == nil {
		return nil, fmt.Errorf("synthesis: the attack needs a released graph, and the outcome has none")
	}
	if g.Graph.HasEdge(0, 1) {
		return []float64{1}, nil
	}
	return []float64{0}, nil
}
