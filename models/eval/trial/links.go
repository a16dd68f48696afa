package trial

import (
	"errors"
	"fmt"
	"math/rand/v2"

	"github.com/graphdp/graphdp/data/embed"
	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/metric"
	"github.com/graphdp/graphdp/models/learn/logistic"
)

// Links is a split of a graph's edges for link prediction. A coin orders the ends of each pair,
// because ids may carry information if nodes are sorted.
type Links struct {
	Train       *graph.Graph // the graph without the test edges, for training
	Edges, None struct{ Train, Test []graph.Edge }
}

// SplitLinks hides a share of the edges, and draws an equal number of distinct pairs without an
// edge for both sets.
func SplitLinks(g *graph.Graph, testShare float64, r *rand.Rand) (*Links, error) {
	if r == nil {
		return nil, fmt.Errorf("trial: no source of randomness")
	}
	if !(testShare > 0 && testShare < 1) {
		return nil, fmt.Errorf("trial: a share of %v of the edges to test, want one strictly between 0 and 1", testShare)
	}
	undirected := g.Undirected()
	n, m := undirected.N(), undirected.M()
	test := int(testShare * float64(m))
	if test < 1 || test == m {
		return nil, fmt.Errorf("trial: %d edges cannot be split", m)
	}
	if free := n*(n-1)/2 - m; free < m {
		return nil, fmt.Errorf("trial: %d pairs without an edge, want as many as the %d edges", free, m)
	}
	var edges []graph.Edge
	for u, v := range undirected.Edges() {
		edges = append(edges, turned(u, v, r))
	}
	r.Shuffle(m, func(i, j int) { edges[i], edges[j] = edges[j], edges[i] })
	var none []graph.Edge
	for seen := map[graph.Edge]bool{}; len(none) < m; {
		u, v := r.Int32N(int32(n)), r.Int32N(int32(n))
		e := graph.Edge{U: min(u, v), V: max(u, v)}
		if u != v && !seen[e] && !undirected.HasEdge(u, v) {
			seen[e] = true
			none = append(none, turned(u, v, r))
		}
	}
	l := &Links{}
	l.Edges.Test, l.Edges.Train = edges[:test], edges[test:]
	l.None.Test, l.None.Train = none[:test], none[test:]
	hidden := make(map[graph.Edge]bool, test)
	for _, e := range l.Edges.Test {
		hidden[graph.Edge{U: min(e.U, e.V), V: max(e.U, e.V)}] = true
	}
	var arcs []graph.Edge // arcs in a directed graph
	for u, v := range g.Edges() {
		if !hidden[graph.Edge{U: min(u, v), V: max(u, v)}] {
			arcs = append(arcs, graph.Edge{U: u, V: v})
		}
	}
	var err error
	l.Train, _, err = graph.FromEdges(n, arcs, graph.Options{Directed: g.Directed()})
	return l, err
}

// turned returns a pair in random order.
func turned(u, v int32, r *rand.Rand) graph.Edge {
	if r.Uint64()&1 == 0 {
		u, v = v, u
	}
	return graph.Edge{U: u, V: v}
}

// concatenated joins the rows [v_i; v_j] of a pair. A linear classifier on it adds a score of i and
// a score of j, and can learn degrees only.
func concatenated(a, b []float32) []float64 {
	x := make([]float64, 0, 2*len(a))
	for _, row := range [][]float32{a, b} {
		for _, v := range row {
			x = append(x, float64(v))
		}
	}
	return x
}

// hadamard multiplies the rows of a pair entry by entry: v_i ∘ v_j.
func hadamard(a, b []float32) []float64 {
	x := make([]float64, len(a))
	for i, v := range a {
		x[i] = float64(v) * float64(b[i])
	}
	return x
}

// AUC returns the area under the ROC curve of a score that separates test edges from test pairs
// without an edge.
func (l *Links) AUC(score func(u, v int32) float64) (float64, error) {
	if l == nil || score == nil {
		return 0, errors.New("trial: no pairs, or no score")
	}
	var scores [2][]float64
	for k, list := range [][]graph.Edge{l.Edges.Test, l.None.Test} {
		for _, p := range list {
			scores[k] = append(scores[k], score(p.U, p.V))
		}
	}
	return metric.AUC(scores[0], scores[1])
}

// Classified is [Links.AUC] for a logistic regression on a feature of the training pairs.
func (l *Links) Classified(e *embed.Matrix, feature func(a, b []float32) []float64) (float64, error) {
	if feature == nil {
		return 0, errors.New("trial: no feature of pairs")
	}
	if err := l.fits(e); err != nil {
		return 0, err
	}
	var x [][]float64
	var class []int32
	for k, list := range [][]graph.Edge{l.None.Train, l.Edges.Train} {
		for _, p := range list {
			x, class = append(x, feature(e.Row(p.U), e.Row(p.V))), append(class, int32(k))
		}
	}
	features, err := logistic.Dense(x)
	if err != nil {
		return 0, err
	}
	model, err := logistic.Fit(features, class, 2, 1)
	if err != nil {
		return 0, err
	}
	return l.AUC(func(u, v int32) float64 { return model.Scores(feature(e.Row(u), e.Row(v)))[1] })
}

// fits refuses an embedding with other nodes.
func (l *Links) fits(e *embed.Matrix) error {
	if l == nil || e == nil {
		return errors.New("trial: no pairs, or no rows")
	}
	if e.N() != l.Train.N() {
		return fmt.Errorf("trial: %d rows for %d nodes", e.N(), l.Train.N())
	}
	return nil
}
