package trial

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/optimize"
)

// Logistic is a fitted logistic regression: one linear score for each class.
type Logistic struct {
	weights [][]float64 // by class: one weight a feature, then the intercept
}

// FitLogistic learns classes 0 … classes-1 from features, one slice for each
// example. It minimises the cross-entropy plus |w|²/2, intercepts left out, by
// L-BFGS: the default of scikit-learn (C = 1). Features are taken as they are, so
// that the size of rows matters: small ones leave little but the intercepts.
func FitLogistic(features [][]float64, class []int32, classes int) (*Logistic, error) {
	n := len(features)
	if n == 0 || len(class) != n || classes < 2 || len(features[0]) == 0 {
		return nil, fmt.Errorf("trial: logistic regression of %d examples with %d classes known, of %d classes", n, len(class), classes)
	}
	width := len(features[0])
	for i, x := range features {
		if len(x) != width {
			return nil, fmt.Errorf("trial: example %d has %d features, the first %d", i, len(x), width)
		}
		if class[i] < 0 || int(class[i]) >= classes {
			return nil, fmt.Errorf("trial: example %d has class %d of %d", i, class[i], classes)
		}
	}
	x := blas64.General{Rows: n, Cols: width + 1, Stride: width + 1, Data: make([]float64, 0, n*(width+1))}
	for _, row := range features {
		x.Data = append(append(x.Data, row...), 1)
	}
	free := classes // scores that are learned; of two classes, the second one's alone
	if classes == 2 {
		free = 1
	}
	problem := regression{x: x, class: class, classes: classes, free: free}
	w := problem.minimum(1e-5 * float64(n))
	if w == nil {
		return nil, fmt.Errorf("trial: logistic regression: the loss is not a number; are features finite?")
	}
	m := &Logistic{weights: make([][]float64, classes)}
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
func (m *Logistic) Scores(features []float64) []float64 {
	scores := make([]float64, len(m.weights))
	for c, w := range m.weights {
		scores[c] = w[len(features)]
		for i, x := range features {
			scores[c] += w[i] * x
		}
	}
	return scores
}

// regression is the function that a logistic regression minimises.
type regression struct {
	x             blas64.General
	class         []int32
	classes, free int
}

// scores returns those of all examples, free ones a row.
func (p regression) scores(w []float64) blas64.General {
	z := blas64.General{Rows: p.x.Rows, Cols: p.free, Stride: p.free, Data: make([]float64, p.x.Rows*p.free)}
	blas64.Gemm(blas.NoTrans, blas.NoTrans, 1, p.x, p.matrix(w), 0, z)
	return z
}

func (p regression) matrix(w []float64) blas64.General {
	return blas64.General{Rows: p.x.Cols, Cols: p.free, Stride: p.free, Data: w}
}

// softmax turns the scores of an example into probabilities of the free classes,
// in place, and returns the loss. Where there are two classes the first has score 0.
func (p regression) softmax(z []float64, class int32) (loss float64) {
	fixed := p.classes - p.free
	top := math.Inf(-1)
	if fixed == 1 {
		top = 0
	}
	for _, s := range z {
		top = max(top, s)
	}
	total, own := float64(fixed)*math.Exp(-top), 0.0
	for _, s := range z {
		total += math.Exp(s - top)
	}
	if k := int(class) - fixed; k >= 0 {
		own = z[k]
	}
	for k, s := range z {
		z[k] = math.Exp(s-top) / total
	}
	return top + math.Log(total) - own
}

// minimum returns a place where the gradient is no longer than tolerance, or as near to it as rounding
// or 500 rounds allow; nil where the function is not a number.
func (p regression) minimum(tolerance float64) []float64 {
	size := p.x.Cols * p.free
	at, gradient, value := []float64(nil), make([]float64, size), 0.0
	evaluate := func(w []float64) { // both at once, which share most of the work
		if !slices.Equal(at, w) {
			at = append(at[:0], w...)
			value = p.loss(gradient, w)
		}
	}
	// An error says that no step goes further down.
	r, _ := optimize.Minimize(optimize.Problem{
		Func: func(w []float64) float64 { evaluate(w); return value },
		Grad: func(dst, w []float64) { evaluate(w); copy(dst, gradient) },
	}, make([]float64, size), &optimize.Settings{
		GradientThreshold: tolerance / math.Sqrt(float64(size)), MajorIterations: 500, Converger: optimize.NeverTerminate{},
	}, &optimize.LBFGS{Store: 10, Linesearcher: &optimize.MoreThuente{}})
	if r == nil || math.IsNaN(r.F) {
		return nil
	}
	return r.X
}

// loss returns the function at w; it writes its gradient.
func (p regression) loss(gradient, w []float64) float64 {
	z, loss := p.scores(w), 0.0
	for i := range p.x.Rows {
		row := z.Data[i*p.free : (i+1)*p.free]
		loss += p.softmax(row, p.class[i])
		if k := int(p.class[i]) - (p.classes - p.free); k >= 0 {
			row[k]--
		}
	}
	blas64.Gemm(blas.Trans, blas.NoTrans, 1, p.x, z, 0, p.matrix(gradient))
	for i, v := range w[:len(w)-p.free] { // the last row is the intercepts'
		loss += v * v / 2
		gradient[i] += v
	}
	return loss
}
