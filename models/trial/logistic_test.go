package trial

import (
	"math"
	"testing"
)

// The intercept is not penalised: where features say nothing it is the log-odds of the
// classes, ln 9 for 18 and 2 examples. A penalised one would be about a third less. The
// weight of a feature is penalised: at the optimum it is the sum of x·(class - p).
func TestTheInterceptIsFree(t *testing.T) {
	features, class := make([][]float64, 20), make([]int32, 20)
	for i := range features {
		features[i] = []float64{0}
		if i < 18 {
			class[i] = 1
		}
	}
	m, err := FitLogistic(features, class, 2)
	if err != nil {
		t.Fatal(err)
	}
	near(t, "log-odds", m.Scores([]float64{0})[1]-m.Scores([]float64{0})[0], math.Log(9), 1e-3)
	near(t, "weight of nothing", m.Scores([]float64{1})[1]-m.Scores([]float64{0})[1], 0, 1e-6)

	for i := range features {
		features[i][0] = float64(i%2)*2 - 1
		class[i] = int32(i % 2)
	}
	if m, err = FitLogistic(features, class, 2); err != nil {
		t.Fatal(err)
	}
	w := m.Scores([]float64{1})[1] - m.Scores([]float64{0})[1]
	near(t, "weight", w, 20/(1+math.Exp(w)), 1e-3)
}
