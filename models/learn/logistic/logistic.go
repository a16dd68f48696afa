// Package logistic fits multinomial logistic regression on dense or sparse features.
package logistic

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/optimize"

	"github.com/graphdp/graphdp/data/scalar"
)

// Model is a fitted logistic regression: one linear score for each class.
type Model struct {
	weights [][]float64 // by class: one weight per feature, then the intercept
}

// Fit fits classes 0 … classes-1 by L-BFGS. It minimises the cross-entropy plus penalty·|w|²/2,
// intercepts excluded; a penalty of 1 is the default of scikit-learn (C = 1). Features are not
// scaled: rows of small norm leave little but the intercepts.
func Fit(x Matrix, class []int32, classes int, penalty float64) (*Model, error) {
	return FitFrom(nil, x, class, classes, penalty, precision)
}

// precision is the default bound on the gradient's norm per example.
const precision = 1e-5

// FitFrom is like [Fit], but starts from the weights of another fit with as many features and
// classes, or from 0 if start is nil. A warm start is faster if the two share most examples. It
// stops once the gradient's norm is at most precision per example.
func FitFrom(start *Model, x Matrix, class []int32, classes int, penalty, precision float64) (*Model, error) {
	if x == nil {
		return nil, fmt.Errorf("logistic: no features")
	}
	n, width := x.Dims()
	if n == 0 || len(class) != n || classes < 2 || width == 0 {
		return nil, fmt.Errorf("logistic: %d examples, %d features, %d labels and %d classes: want at least 1 example and feature, one label per example, 2 classes", n, width, len(class), classes)
	}
	if !(penalty >= 0) || math.IsInf(penalty, 1) {
		return nil, fmt.Errorf("logistic: penalty %v: must be finite and at least 0", penalty)
	}
	if !(precision > 0) {
		return nil, fmt.Errorf("logistic: precision %v: must be positive", precision)
	}
	for i, c := range class {
		if c < 0 || int(c) >= classes {
			return nil, fmt.Errorf("logistic: example %d has class %d of %d", i, c, classes)
		}
	}
	if err := x.check(); err != nil {
		return nil, err
	}
	free := classes // scores that are learned; for two classes, only that of the second
	if classes == 2 {
		free = 1
	}
	problem := regression{x: x, width: width, class: class, classes: classes, free: free, penalty: penalty}
	first := make([]float64, (width+1)*free)
	if start != nil {
		if len(start.weights) != classes || len(start.weights[0]) != width+1 {
			return nil, fmt.Errorf("logistic: the start has %d classes or another number of features: want %d features and %d classes", len(start.weights), width, classes)
		}
		for k := range free {
			for i, v := range start.weights[k+classes-free] {
				first[i*free+k] = v
			}
		}
	}
	w := problem.minimum(first, precision*float64(n))
	if w == nil {
		return nil, fmt.Errorf("logistic: the loss is NaN: the features are too large; scale them")
	}
	m := &Model{weights: make([][]float64, classes)}
	for c := range classes {
		m.weights[c] = make([]float64, width+1)
		if k := c - (classes - free); k >= 0 {
			for i := range m.weights[c] {
				m.weights[c][i] = w[i*free+k]
			}
		}
	}
	return m, nil
}

// Scores returns the log-odds of the classes, up to a common constant.
func (m *Model) Scores(features []float64) []float64 {
	scores := make([]float64, len(m.weights))
	for c, w := range m.weights {
		scores[c] = w[len(features)]
		for i, x := range features {
			scores[c] += w[i] * x
		}
	}
	return scores
}

// All returns the log-odds of the classes, one row per example.
func (m *Model) All(x Matrix) ([][]float64, error) {
	if m == nil || x == nil {
		return nil, fmt.Errorf("logistic: no model, or no features")
	}
	n, width := x.Dims()
	if width+1 != len(m.weights[0]) {
		return nil, fmt.Errorf("logistic: %d features, the model has %d", width, len(m.weights[0])-1)
	}
	if err := x.check(); err != nil {
		return nil, err
	}
	classes := len(m.weights)
	w := blas64.General{Rows: width + 1, Cols: classes, Stride: classes, Data: make([]float64, (width+1)*classes)}
	for c, column := range m.weights {
		for i, v := range column {
			w.Data[i*classes+c] = v
		}
	}
	z := blas64.General{Rows: n, Cols: classes, Stride: classes, Data: make([]float64, n*classes)}
	x.times(w, z)
	rows := make([][]float64, n)
	for i := range rows {
		rows[i] = z.Data[i*classes:][:classes:classes]
	}
	return rows, nil
}

// regression is the objective of a logistic regression.
type regression struct {
	x             Matrix
	width         int
	class         []int32
	classes, free int
	penalty       float64
}

func (p regression) matrix(w []float64) blas64.General {
	return blas64.General{Rows: p.width + 1, Cols: p.free, Stride: p.free, Data: w}
}

// softmax replaces the scores of an example by the probabilities of the free classes, and returns
// the loss. With two classes the first has score 0.
func (p regression) softmax(z []float64, class int32) (loss float64) {
	fixed := p.classes - p.free
	top := math.Inf(-1)
	if fixed == 1 {
		top = 0
	}
	for _, s := range z {
		top = max(top, s)
	}
	total, own := float64(fixed)*scalar.Exp(-top), 0.0
	for _, s := range z {
		total += scalar.Exp(s - top)
	}
	if k := int(class) - fixed; k >= 0 {
		own = z[k]
	}
	for k, s := range z {
		z[k] = scalar.Exp(s-top) / total
	}
	return top + math.Log(total) - own
}

// minimum minimises from first until the gradient's norm is at most tolerance, or as close as
// rounding or 500 iterations allow. It returns nil if the objective is NaN.
func (p regression) minimum(first []float64, tolerance float64) []float64 {
	at, gradient, value := []float64(nil), make([]float64, len(first)), 0.0
	evaluate := func(w []float64) { // value and gradient together, since they share most of the work
		if !slices.Equal(at, w) {
			at = append(at[:0], w...)
			value = p.loss(gradient, w)
		}
	}
	// An error means that no further step decreases the objective.
	r, _ := optimize.Minimize(optimize.Problem{
		Func: func(w []float64) float64 { evaluate(w); return value },
		Grad: func(dst, w []float64) { evaluate(w); copy(dst, gradient) },
	}, first, &optimize.Settings{
		GradientThreshold: tolerance / math.Sqrt(float64(len(first))), MajorIterations: 500, Converger: optimize.NeverTerminate{},
	}, &optimize.LBFGS{Store: 10, Linesearcher: &optimize.MoreThuente{}})
	if r == nil || math.IsNaN(r.F) {
		return nil
	}
	return r.X
}

// loss returns the objective at w and stores its gradient.
func (p regression) loss(gradient, w []float64) (loss float64) {
	n := len(p.class)
	z := blas64.General{Rows: n, Cols: p.free, Stride: p.free, Data: make([]float64, n*p.free)} // free scores
	p.x.times(p.matrix(w), z)
	for i := range n {
		row := z.Data[i*p.free : (i+1)*p.free]
		loss += p.softmax(row, p.class[i])
		if k := int(p.class[i]) - (p.classes - p.free); k >= 0 {
			row[k]--
		}
	}
	p.x.transposed(z, p.matrix(gradient))
	for i, v := range w[:len(w)-p.free] { // the last row holds the intercepts
		loss += p.penalty * v * v / 2
		gradient[i] += p.penalty * v
	}
	return loss
}
