package exercise

import (
	"errors"
	"fmt"

	"gonum.org/v1/gonum/floats"

	"github.com/graphdp/graphdp/data/figure"
	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/gdptest/smallworld"
)

// Norm is the norm of a change of several numbers.
type Norm string

// The norms.
const (
	L1 Norm = "ℓ1"
	L2 Norm = "ℓ2"
)

// distance returns the distance of two answers.
func (n Norm) distance(a, b []float64) float64 {
	if n == L2 {
		return floats.Distance(a, b, 2)
	}
	return floats.Distance(a, b, 1)
}

// Query is a query on graphs, whose sensitivity the exercise asks for.
type Query struct {
	Exercise string
	Relation gdp.Relation // neighbours differ by an edge or a node
	Norm     Norm
	Nodes    int // largest number of nodes of the tested graphs
	Of       func(g *graph.Graph) []float64
	// Claim is the required bound, if the exercise fixes it; 0 for any.
	Claim float64
	// Rule returns a further fault of a student's query on a graph; nil or "" if there is none.
	Rule func(g *graph.Graph) string
}

// Bound checks a bound that holds for every number of nodes.
func Bound(q Query, claim float64) Verdict {
	return q.bound(func(int) float64 { return claim }, false)
}

// BoundFor checks a bound for graphs of n nodes on all pairs of neighbours. It must be tight for
// every n.
func BoundFor(q Query, claim func(n int) float64) Verdict { return q.bound(claim, true) }

func (q Query) bound(claim func(n int) float64, tight bool) Verdict {
	return judged(q.Exercise, func() Verdict {
		if q.Nodes < 2 {
			return Verdict{State: Failed, Says: fmt.Sprintf("no two graphs with up to %d nodes are neighbouring", q.Nodes)}
		}
		pairs := 0
		var last, loose Verdict // of the largest graphs: the worst case may not fit into small ones
		for n := 2; n <= q.Nodes; n++ {
			claimed := claim(n)
			if v, bad := unusable(claimed); bad {
				return v
			}
			if q.Claim != 0 && claimed != q.Claim {
				return wrong("you claim %s, but the exercise asks for a bound of %s", number(claimed), number(q.Claim))
			}
			worst, found, err := q.worst(n)
			if err != nil {
				return unanswered(err)
			}
			pairs += found
			if above(worst.Change, claimed) {
				from := ""
				if len(worst.QA) <= 9 {
					from = ", from " + list(worst.QA) + " to " + list(worst.QB)
				}
				moved, most := apartBy(worst.Change, claimed)
				v := wrong("%s changes the answer by %s in %s%s, but you claim at most %s", q.change(), moved, q.Norm, from, most)
				v.Picture = q.picture(worst)
				return v
			}
			last = Verdict{State: Right, Picture: q.picture(worst), Says: fmt.Sprintf(
				"none of %d neighbouring pairs with up to %d nodes changes the answer by more, and one reaches your bound; larger graphs need a proof", pairs, n)}
			if above(claimed, worst.Change) {
				moved, most := apartBy(worst.Change, claimed)
				last.State, last.Says = Loose, fmt.Sprintf(
					"no neighbouring pair with %d nodes changes the answer by more than %s, but you claim %s: you would add more noise than these graphs need", n, moved, most)
				if loose.State != Loose {
					loose = last
				}
			}
		}
		if tight && loose.State == Loose {
			return loose
		}
		return last
	})
}

// above reports whether x is larger than y by more than rounding.
func above(x, y float64) bool { return !(x <= y+1e-9*max(1, y)) }

// verdictError carries a verdict through a search.
type verdictError struct{ Verdict }

func (e verdictError) Error() string { return e.Says }

// unanswered returns the verdict for a query that failed.
func unanswered(err error) Verdict {
	if e, ok := errors.AsType[verdictError](err); ok {
		return e.Verdict
	}
	return failed(err)
}

// worst returns the pair of neighbours of n nodes with the largest change, and the number of pairs.
func (q Query) worst(n int) (smallworld.Pair, int, error) {
	worst, err := smallworld.World{Relation: q.Relation, Nodes: n}.Worst(func(d *gdp.Data) ([]float64, error) {
		return q.eval(d.Network.Graph)
	})
	if err != nil {
		return smallworld.Pair{}, 0, err
	}
	if q.Norm == L2 {
		return worst.L2, worst.Pairs, nil
	}
	return worst.L1, worst.Pairs, nil
}

// eval evaluates the query, which may be a student's answer.
func (q Query) eval(g *graph.Graph) ([]float64, error) {
	values := q.Of(g)
	for _, x := range values {
		if v, bad := unusable(x); bad {
			return nil, verdictError{v}
		}
	}
	if q.Rule != nil {
		if broken := q.Rule(g); broken != "" {
			v := wrong("%s", broken)
			v.Picture = figure.Network(g, figure.NetworkStyle{Title: "A graph that breaks the rule", Ids: true, Like: ring(g.N())}).Sized(3.4, 2.8)
			return nil, verdictError{v}
		}
	}
	return values, nil
}

// change describes a neighbouring change.
func (q Query) change() string {
	if q.Relation == gdp.EdgeLevel {
		return "one edge"
	}
	return "one node"
}

// picture draws two neighbours, with their difference in red.
func (q Query) picture(p smallworld.Pair) *figure.Figure {
	return beside("Two neighbouring graphs: they differ in "+q.change(), p.A.Network.Graph, p.B.Network.Graph,
		"answer: "+list(p.QA), "answer: "+list(p.QB))
}

// beside draws two graphs on the same nodes, with the edges of only one of them in red.
func beside(title string, a, b *graph.Graph, titles ...string) *figure.Figure {
	round := ring(a.N())
	var panels []*figure.Figure
	height := 2.8
	if a.N() == 2 {
		height = 1.2
	}
	for i, g := range []*graph.Graph{a, b} {
		panels = append(panels, figure.Network(g, figure.NetworkStyle{Title: titles[i], Ids: true, Like: round, MarkedPairs: differ(a, b)}).Sized(3.4, height))
	}
	return figure.Panel(title, 2, panels...)
}

// ring returns a cycle, which gives the order in which small graphs are drawn.
func ring(n int) *graph.Graph {
	edges := make([]graph.Edge, n)
	for u := range edges {
		edges[u] = graph.Edge{U: int32(u), V: int32((u + 1) % n)}
	}
	g, _, _ := graph.FromEdges(n, edges, graph.Options{}) // its ends are nodes
	return g
}

// differ returns the edges that are in only one of two graphs.
func differ(a, b *graph.Graph) (only []graph.Edge) {
	for _, x := range [][2]*graph.Graph{{a, b}, {b, a}} {
		for u, v := range x[0].Edges() {
			if !x[1].HasEdge(u, v) {
				only = append(only, graph.Edge{U: u, V: v})
			}
		}
	}
	return only
}

// number formats a number for readers.
func number(x float64) string { return fmt.Sprintf("%.4g", x) }

// apartBy formats two different numbers with enough digits to distinguish them.
func apartBy(x, y float64) (a, b string) {
	for digits := 4; digits <= 17; digits++ {
		if a, b = fmt.Sprintf("%.*g", digits, x), fmt.Sprintf("%.*g", digits, y); a != b {
			break
		}
	}
	return a, b
}

// list formats an answer.
func list(values []float64) string {
	if len(values) == 1 {
		return number(values[0])
	}
	text := "("
	if len(values) > 9 {
		return fmt.Sprintf("%d numbers", len(values))
	}
	for i, x := range values {
		if i > 0 {
			text += " "
		}
		text += number(x)
	}
	return text + ")"
}
