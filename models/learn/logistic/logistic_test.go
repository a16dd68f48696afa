package logistic

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/gdp/gdptest"
	"gonum.org/v1/gonum/floats"
)

// The intercept is not penalised: with uninformative features it is the log-odds of the classes, ln
// 9 for 18 and 2 examples. With a penalty it would be about a third smaller. The weight of a
// feature is penalised: at the optimum it is the sum of x·(class - p).
func TestTheInterceptIsFree(t *testing.T) {
	features, class := make([][]float64, 20), make([]int32, 20)
	for i := range features {
		features[i] = []float64{0}
		if i < 18 {
			class[i] = 1
		}
	}
	fit := func() (*Model, error) {
		x := must.Get(Dense(features))(t)
		return Fit(x, class, 2, 1)
	}
	m := must.Get(fit())(t)
	near(t, "log-odds", m.Scores([]float64{0})[1]-m.Scores([]float64{0})[0], math.Log(9), 1e-3)
	near(t, "weight of nothing", m.Scores([]float64{1})[1]-m.Scores([]float64{0})[1], 0, 1e-6)

	for i := range features {
		features[i][0] = float64(i%2)*2 - 1
		class[i] = int32(i % 2)
	}
	m = must.Get(fit())(t)
	w := m.Scores([]float64{1})[1] - m.Scores([]float64{0})[1]
	near(t, "weight", w, 20/(1+math.Exp(w)), 1e-3)
}

// At the fit the gradient vanishes, for two and for more classes; on data sampled from a known
// model the fit is close to the model.
func TestLogistic(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 0x747269)) // all classes are there
	for _, classes := range []int{2, 4} {
		const n, width = 4000, 3
		var x [][]float64
		var class []int32
		truth := make([][]float64, classes)
		for c := range truth {
			truth[c] = []float64{r.NormFloat64(), r.NormFloat64(), r.NormFloat64()}
		}
		for range n {
			row := []float64{r.NormFloat64() * 3, r.NormFloat64() + 5, r.NormFloat64()}
			best, at := math.Inf(-1), 0
			for c, w := range truth {
				if s := floats.Dot(w, row) - math.Log(r.ExpFloat64()); s > best {
					best, at = s, c
				}
			}
			x, class = append(x, row), append(class, int32(at))
		}
		dense := must.Get(Dense(x))(t)
		m := must.Get(Fit(dense, class, classes, 1))(t)
		for c := 1; c < classes; c++ {
			for i := range width { // weights count from those of class 0
				near(t, "weight", m.weights[c][i]-m.weights[0][i], truth[c][i]-truth[0][i], 0.35)
			}
		}
		free := classes
		if classes == 2 {
			free = 1
		}
		p := regression{x: dense, width: width, class: class, classes: classes, free: free, penalty: 1}
		w, g := make([]float64, (width+1)*free), make([]float64, (width+1)*free)
		for i := range width + 1 {
			for k := range free {
				w[i*free+k] = m.weights[k+classes-free][i]
			}
		}
		p.loss(g, w)
		if off := floats.Norm(g, 2); off > 1e-5*n {
			t.Errorf("%d classes: the gradient at the fit is %v", classes, off)
		}
		value, scratch := p.loss(g, w), make([]float64, len(w)) // and it is the loss's gradient
		for i := range w {
			w[i] += 0.3
		}
		moved := p.loss(g, w)
		for i := range w {
			const h = 1e-6
			w[i] += h
			above := p.loss(scratch, w)
			w[i] -= 2 * h
			below := p.loss(scratch, w)
			w[i] += h
			near(t, "gradient", g[i], (above-below)/(2*h), 1e-3*(1+math.Abs(g[i])))
		}
		if moved <= value {
			t.Error("the fit is not least")
		}
	}
	if _, err := Dense([][]float64{{1}, {1, 2}}); err == nil {
		t.Error("rows of different length are accepted")
	}
	for name, c := range map[string]struct {
		x       [][]float64
		class   []int32
		penalty float64
	}{
		"a class that is none": {[][]float64{{1}}, []int32{2}, 1}, "no examples": {nil, nil, 1}, "no features": {[][]float64{{}}, []int32{0}, 1},
		"NaN": {[][]float64{{math.NaN()}}, []int32{0}, 1}, "infinite": {[][]float64{{math.Inf(1)}}, []int32{0}, 1},
		"a negative penalty": {[][]float64{{1}}, []int32{0}, -1},
	} {
		x := must.Get(Dense(c.x))(t)
		if _, err := Fit(x, c.class, 2, c.penalty); err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
}

// A sparse matrix gives the same fit as the dense one, and the penalty shrinks its weights.
func TestSparse(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 0))
	const n, width, classes = 300, 40, 3
	rows, sparse, class := make([][]float64, n), Sparse{Width: width}, make([]int32, n)
	for i := range rows {
		rows[i], class[i] = make([]float64, width), int32(r.IntN(classes))
		var columns []int32
		var values []float64
		for c := range int32(width) {
			if r.IntN(8) == 0 || c%classes == class[i] && r.IntN(8) == 0 {
				rows[i][c] = 1 + r.Float64()
				columns, values = append(columns, c), append(values, rows[i][c])
			}
		}
		sparse.Columns, sparse.Values = append(sparse.Columns, columns), append(sparse.Values, values)
	}
	dense := must.Get(Dense(rows))(t)
	size := map[float64]float64{}
	for _, penalty := range []float64{0.1, 1, 10} {
		a := must.Get(Fit(dense, class, classes, penalty))(t)
		b := must.Get(Fit(sparse, class, classes, penalty))(t)
		for c, w := range a.weights {
			for i := range w {
				near(t, "weight", b.weights[c][i], w[i], 1e-2)
			}
			size[penalty] += floats.Norm(w[:width], 2)
		}
		all := must.Get(b.All(sparse))(t)
		for i, row := range rows[:20] {
			for c, x := range b.Scores(row) {
				near(t, "score", all[i][c], x, 1e-9)
			}
		}
	}
	if !(size[0.1] > size[1] && size[1] > size[10]) {
		t.Errorf("weights by penalty: %v", size)
	}
}

var near = gdptest.Near

// A warm start converges to the same fit in fewer iterations; a start with other features is an
// error.
func TestFitFrom(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 5))
	rows, class := make([][]float64, 500), make([]int32, 500)
	for i := range rows {
		class[i] = int32(r.IntN(3))
		rows[i] = []float64{r.NormFloat64() + float64(class[i]), r.NormFloat64() - float64(class[i]), r.NormFloat64()}
	}
	x := must.Get(Dense(rows))(t)
	part := must.Get(Dense(rows[:400]))(t)
	start := must.Get(Fit(part, class[:400], 3, 1))(t)
	whole := must.Get(Fit(x, class, 3, 1))(t)
	from := must.Get(FitFrom(start, x, class, 3, 1, precision))(t)
	for c := range whole.weights {
		for i, w := range whole.weights[c] {
			near(t, "weight", from.weights[c][i]-from.weights[0][i], w-whole.weights[0][i], 1e-3)
		}
	}
	narrow := must.Get(Dense([][]float64{{1}, {2}}))(t)
	if _, err := FitFrom(start, narrow, []int32{0, 1}, 3, 1, precision); err == nil {
		t.Error("a start of three features is taken for one")
	}
	if _, err := FitFrom(start, x, class, 4, 1, precision); err == nil {
		t.Error("a start of three classes is taken for four")
	}
	if _, err := FitFrom(start, x, class, 3, 1, 0); err == nil {
		t.Error("a precision of 0")
	}
}

// A zero row stays unchanged.
func TestUnit(t *testing.T) {
	if got := Unit([]float32{3, -4}); !slices.Equal(got, []float64{0.6, -0.8}) {
		t.Errorf("%v", got)
	}
	if got := Unit([]float32{0, 0}); !slices.Equal(got, []float64{0, 0}) {
		t.Errorf("%v", got)
	}
}
