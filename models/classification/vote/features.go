package vote

import (
	"cmp"
	"context"
	"errors"
	"math"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/parallel"
	"github.com/graphdp/graphdp/data/scalar"
	"github.com/graphdp/graphdp/models/learn/logistic"
	"github.com/graphdp/graphdp/models/method/split"
)

// classifier classifies by features with two regressions: one on a node's own features, and one
// that adds the features of similar nodes.
type classifier struct {
	x              *graph.Attributes
	labels         []int32
	classes        int
	penalty        float64
	folds, similar int
}

// tolerance is the precision of fits, low since predictions are calibrated afterwards.
const tolerance = 3e-2

// known returns the labelled nodes among nodes.
func (g classifier) known(nodes []int32) (known []int32) {
	for _, u := range nodes {
		if k := g.labels[u]; k >= 0 && int(k) < g.classes {
			known = append(known, u)
		}
	}
	return known
}

// view returns the feature matrix of some nodes.
type view func(nodes []int32) logistic.Matrix

// views returns the inputs of the regressions.
func (g classifier) views() []view {
	own := logistic.UnitRows(g.x)
	views := []view{func(nodes []int32) logistic.Matrix {
		return logistic.Sparse{Width: own.Width, Columns: gather(own.Columns, nodes), Values: gather(own.Values, nodes)}
	}}
	if g.similar > 0 {
		wide := smoothed(own, mostSimilar(g.x, g.similar))
		views = append(views, func(nodes []int32) logistic.Matrix {
			return logistic.Mixture{Of: own, Rows: gather(wide.Rows, nodes), Weights: gather(wide.Weights, nodes)}
		})
	}
	return views
}

func gather[T any](all []T, nodes []int32) []T {
	some := make([]T, len(nodes))
	for i, u := range nodes {
		some[i] = all[u]
	}
	return some
}

// fit fits the labels of some nodes, from the weights of another fit or from nil. It returns nil if
// no node is labelled.
func (g classifier) fit(start *logistic.Model, x view, nodes []int32, penalty float64) (*logistic.Model, error) {
	known := g.known(nodes)
	if len(known) == 0 || g.x.Cols() == 0 {
		return nil, nil
	}
	return logistic.FitFrom(start, x(known), gather(g.labels, known), g.classes, penalty, tolerance)
}

// penalties returns the penalties to try. They are smaller with few labels, which need large
// weights to have an effect.
func (g classifier) penalties(labels int) []float64 {
	if g.penalty > 0 {
		return []float64{g.penalty}
	}
	most := 0.3 * scalar.Pow(min(float64(labels)/2400, 1), 0.75)
	return []float64{most, most / 3}
}

// predict returns the log-probabilities of all nodes' classes, one row per node. A training node is
// predicted by models that did not see its label (cross-fitting), so that its prediction is as
// confident as any other. Several classifiers are averaged with the weights that predict the
// training labels best.
func (g classifier) predict(ctx context.Context, nodes split.Nodes, n int) ([]float64, error) {
	views := g.views()
	predictions, errs := make([][]float64, len(views)), make([]error, len(views))
	for i, x := range views {
		if predictions[i], errs[i] = g.crossFit(ctx, x, nodes, n); errs[i] != nil {
			return nil, errs[i]
		}
	}
	return g.mean(predictions, g.known(nodes.Train)), nil
}

// crossFit returns the predictions of one classifier, with the penalty that maximises the
// likelihood of the training labels.
func (g classifier) crossFit(ctx context.Context, x view, nodes split.Nodes, n int) (best []float64, err error) {
	parts, known := make([]split.Nodes, min(g.folds, len(nodes.Train))), g.known(nodes.Train)
	for i, u := range nodes.Train {
		for part := range parts {
			if i%len(parts) == part {
				parts[part].Test = append(parts[part].Test, u)
			} else {
				parts[part].Train = append(parts[part].Train, u)
			}
		}
	}
	var whole *logistic.Model
	folds, errs, most := make([]*logistic.Model, len(parts)), make([]error, len(parts)), math.Inf(-1)
	for _, penalty := range g.penalties(len(known)) {
		out := make([]float64, n*g.classes)
		if whole, err = g.fit(whole, x, nodes.Train, penalty); err != nil {
			return nil, err
		}
		if err := g.apply(whole, x, complement(nodes.Train, n), out); err != nil {
			return nil, err
		}
		parallel.Blocks(len(parts), 1, func(_, i, _ int) {
			if errs[i] = ctx.Err(); errs[i] != nil {
				return
			}
			// Start from the fit of the previous penalty on these labels, never from that on all
			// labels.
			if folds[i], errs[i] = g.fit(folds[i], x, parts[i].Train, penalty); errs[i] == nil {
				errs[i] = g.apply(folds[i], x, parts[i].Test, out)
			}
		})
		if err := cmp.Or(ctx.Err(), errors.Join(errs...)); err != nil { // one error for all folds that did not begin
			return nil, err
		}
		fit := 0.0
		for _, u := range known {
			fit += out[int(u)*g.classes+int(g.labels[u])]
		}
		if fit > most {
			best, most = out, fit
		}
	}
	return best, nil
}

// apply stores the predictions of a model for some nodes in their rows of out, uniform ones if the
// model is nil.
func (g classifier) apply(m *logistic.Model, x view, nodes []int32, out []float64) error {
	scores := make([][]float64, len(nodes))
	if m != nil && len(nodes) > 0 {
		var err error
		if scores, err = m.All(x(nodes)); err != nil {
			return err
		}
	}
	for i, u := range nodes {
		row := out[int(u)*g.classes:][:g.classes]
		copy(row, scores[i])
		normalise(row)
	}
	return nil
}

// mean averages the probabilities of two classifiers with the weights, in eighths, that maximise
// the likelihood of some labels. A single one it returns as it is.
func (g classifier) mean(predictions [][]float64, known []int32) []float64 {
	if len(predictions) == 1 {
		return predictions[0]
	}
	at := func(weight float64, i int) float64 {
		return max(math.Log((1-weight)*scalar.Exp(predictions[0][i])+weight*scalar.Exp(predictions[1][i])), -30)
	}
	best, most := 0.0, math.Inf(-1)
	for weight := 0.0; weight <= 1; weight += 0.125 {
		fit := 0.0
		for _, u := range known {
			fit += at(weight, int(u)*g.classes+int(g.labels[u]))
		}
		if fit > most {
			best, most = weight, fit
		}
	}
	out := make([]float64, len(predictions[0]))
	for i := range out {
		out[i] = at(best, i)
	}
	return out
}

// complement returns the nodes 0 … n-1 that are not in the list.
func complement(list []int32, n int) (others []int32) {
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

// normalise turns scores into log-probabilities, bounded below by -30.
func normalise(scores []float64) {
	all := logSum(scores)
	for k, x := range scores {
		scores[k] = max(x-all, -30)
	}
}
