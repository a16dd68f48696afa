package vote

import (
	"cmp"
	"context"
	"errors"
	"math"

	"github.com/graphdp/graphdp/gdp/graph"
	"github.com/graphdp/graphdp/gdp/graph/parallel"
	"github.com/graphdp/graphdp/models/logistic"
	"github.com/graphdp/graphdp/models/split"
)

// rows are the features of nodes, scaled to norm 1.
func rows(x *graph.Attributes, nodes []int32) logistic.Sparse {
	s := logistic.Sparse{Width: x.Cols()}
	for _, u := range nodes {
		columns, values := x.Row(u)
		s.Columns, s.Values = append(s.Columns, columns), append(s.Values, unit(values))
	}
	return s
}

// unit is x over |x|, or x where it is 0.
func unit(x []float32) []float64 {
	squares := 0.0
	for _, v := range x {
		squares += float64(v) * float64(v)
	}
	if squares == 0 {
		squares = 1
	}
	out := make([]float64, len(x))
	for i, v := range x {
		out[i] = float64(v) / math.Sqrt(squares)
	}
	return out
}

// guesser is a classifier of features.
type guesser struct {
	x       *graph.Attributes
	labels  []int32
	classes int
	penalty float64
	folds   int
}

// precise is how precise fits are: posteriors are tempered afterwards.
const precise = 1e-4

// known lists those of some nodes that have a label.
func (g guesser) known(nodes []int32) (known []int32) {
	for _, u := range nodes {
		if k := g.labels[u]; k >= 0 && int(k) < g.classes {
			known = append(known, u)
		}
	}
	return known
}

// fit learns from the labels of some nodes; nil where there are none. It starts from another
// fit, or from nil.
func (g guesser) fit(start *logistic.Model, nodes []int32) (*logistic.Model, error) {
	known := g.known(nodes)
	if len(known) == 0 || g.x.Cols() == 0 {
		return nil, nil
	}
	class := make([]int32, len(known))
	for i, u := range known {
		class[i] = g.labels[u]
	}
	penalty := g.penalty
	if penalty == 0 {
		penalty = penaltyOf(len(known))
	}
	return logistic.FitFrom(start, rows(g.x, known), class, g.classes, penalty, precise)
}

// penaltyOf is smaller where labels are few: weights have to be large then to say anything.
func penaltyOf(labels int) float64 { return 0.3 * math.Pow(min(float64(labels)/2400, 1), 0.75) }

// log returns the logarithms of the probabilities of a node's classes.
func (g guesser) log(m *logistic.Model, u int32) []float64 {
	scores := make([]float64, g.classes)
	if m != nil {
		columns, values := g.x.Row(u)
		scores = m.SparseScores(columns, unit(values))
	}
	normalise(scores)
	return scores
}

// all guesses the classes of all nodes, a row each: of a training node by a model that did
// not see its label, so that it is as sure of itself as of any other node.
func (g guesser) all(ctx context.Context, nodes split.Nodes, n int) ([]float64, error) {
	out, parts := make([]float64, n*g.classes), make([]split.Nodes, g.folds)
	guess := func(m *logistic.Model, nodes []int32) {
		for _, u := range nodes {
			copy(out[int(u)*g.classes:][:g.classes], g.log(m, u))
		}
	}
	whole, err := g.fit(nil, nodes.Train)
	if err != nil {
		return nil, err
	}
	guess(whole, allBut(nodes.Train, n))
	for fold := range parts {
		for i, u := range nodes.Train {
			if i%g.folds == fold {
				parts[fold].Test = append(parts[fold].Test, u)
			} else {
				parts[fold].Train = append(parts[fold].Train, u)
			}
		}
	}
	errs := make([]error, len(parts))
	parallel.Blocks(len(parts), 1, func(_, i, _ int) {
		if errs[i] = ctx.Err(); errs[i] != nil {
			return
		}
		m, err := g.fit(whole, parts[i].Train)
		if errs[i] = err; err == nil {
			guess(m, parts[i].Test)
		}
	})
	return out, cmp.Or(ctx.Err(), errors.Join(errs...)) // one error for all folds that were not begun
}

// allBut lists the nodes that are not in the list.
func allBut(list []int32, n int) (others []int32) {
	in := make([]bool, n)
	for _, u := range list {
		in[u] = true
	}
	for u := range int32(n) {
		if !in[u] {
			others = append(others, u)
		}
	}
	return others
}

// normalise turns scores into logarithms of probabilities, none below e⁻³⁰.
func normalise(scores []float64) {
	all := logSum(scores)
	for k, x := range scores {
		scores[k] = max(x-all, -30)
	}
}
