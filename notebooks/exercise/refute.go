package exercise

import (
	"fmt"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp"
)

// Refute checks two graphs, as lists of edges, that should refute a claimed bound. They must have n
// nodes, be neighbours, and change the query by more than claimed.
func Refute(q Query, claimed float64, n int, a, b []graph.Edge) Verdict {
	return judged(q.Exercise, func() Verdict {
		graphs, v := neighbours(q.Relation, n, a, b)
		if v.State != Right {
			return v
		}
		var values [2][]float64
		for i, g := range graphs {
			var err error
			if values[i], err = q.eval(g); err != nil {
				return unanswered(err)
			}
		}
		moved := q.Norm.distance(values[0], values[1])
		picture := beside("Your two graphs", graphs[0], graphs[1], "answer: "+list(values[0]), "answer: "+list(values[1]))
		if !above(moved, claimed) {
			return Verdict{State: Wrong, Says: fmt.Sprintf("the answer changes by %s between them, which the bound %s allows", number(moved), number(claimed)), Picture: picture}
		}
		return Verdict{State: Right, Says: fmt.Sprintf("they are neighbouring graphs, and the answer changes by %s, more than the claimed %s: two graphs refute a theorem", number(moved), number(claimed)), Picture: picture}
	})
}

// neighbours returns two graphs of n nodes. If they are not neighbours, the verdict is not right
// and has the reason.
func neighbours(rel gdp.Relation, n int, lists ...[]graph.Edge) (graphs [2]*graph.Graph, _ Verdict) {
	if lists[0] == nil && lists[1] == nil {
		return graphs, Verdict{State: Missing}
	}
	for i, edges := range lists {
		g, _, err := graph.FromEdges(n, edges, graph.Options{})
		if err != nil {
			return graphs, failed(err)
		}
		graphs[i] = g
	}
	if far := apart(rel, graphs[0], graphs[1]); far != "" {
		return graphs, wrong("the two graphs are not neighbouring: they %s", far)
	}
	return graphs, Verdict{State: Right}
}

// apart returns the reason why two graphs are not neighbours.
func apart(rel gdp.Relation, a, b *graph.Graph) string {
	only := differ(a, b)
	if len(only) == 0 {
		return "are the same"
	}
	if rel == gdp.EdgeLevel {
		if len(only) == 1 {
			return ""
		}
		return fmt.Sprintf("differ in %d edges instead of one", len(only))
	}
	for u := range int32(a.N()) {
		all := true
		for _, e := range only {
			all = all && (e.U == u || e.V == u)
		}
		if all {
			return ""
		}
	}
	return "differ in edges that have no node in common"
}
