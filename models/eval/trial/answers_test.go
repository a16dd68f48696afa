package trial

import (
	"context"
	"errors"
	"math"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/gen"
	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/models/method/release"
	"github.com/graphdp/graphdp/models/statistics/ask"
	"github.com/graphdp/graphdp/models/statistics/question"
)

// Errors and widths are in parts of all true values together; values that an answer lacks are 0,
// and one interval that does not hold is enough.
func TestErrorsOfAnswers(t *testing.T) {
	exact := []ask.Value{{Value: 10}, {Value: -6}, {Value: 4}}
	for i, x := range []struct {
		values, low, high   []float64
		off, width, missing float64
	}{
		{[]float64{11, -8, 4}, []float64{9, -9, 4}, []float64{12, -5, 4}, 3. / 20, 7. / 20, 0},
		{[]float64{10, -6}, []float64{9, -5}, []float64{12, -4}, 4. / 20, 4. / 20, 1},
		{[]float64{10, -6, 4}, nil, nil, 0, math.NaN(), math.NaN()},
	} {
		m := errorsOfAnswer(exact, x.values, x.low, x.high)
		width, ok := m[WidthOfInterval]
		if math.Abs(m[ErrorOfAnswer]-x.off) > 1e-12 || ok == math.IsNaN(x.width) || ok && (math.Abs(width-x.width) > 1e-12 || m[MissedInterval] != x.missing) {
			t.Errorf("%d: %v, want %v", i, m, x)
		}
	}
	if m := errorsOfAnswer([]ask.Value{{}}, []float64{2}, nil, nil); !math.IsInf(m[ErrorOfAnswer], 1) {
		t.Errorf("an error of 2 where there is nothing is %v", m)
	}
	if m := errorsOfAnswer([]ask.Value{{}}, []float64{0}, nil, nil); m[ErrorOfAnswer] != 0 {
		t.Errorf("no error is %v", m)
	}
}

// A trial releases the statistic of its variant and compares it with that of the graph.
func TestTrialsOfAnswers(t *testing.T) {
	g := must.Get(gen.BarabasiAlbert(200, 4, random(5)))(t)
	net := graph.CollectionOf(&graph.Network{Graph: g})
	do := func(mode, statistic string, eps float64) Measured {
		return must.Get(Evaluate(context.Background(), question.Method, Trial{Method: "question", Mode: mode, Protocol: Answers, Epsilon: eps, Seed: 1, Variant: "Statistic=" + statistic}, net, nil))(t)
	}
	if m := do("nonprivate", "triangles", 0); m.Values[ErrorOfAnswer] != 0 || len(m.Values) != 1 {
		t.Errorf("%v", m.Values)
	}
	noisy := do("strict", "edges", 0.1)
	if off := noisy.Values[ErrorOfAnswer] * float64(g.M()); off <= 0 || off > 400 || math.Abs(off-math.Round(off)) > 1e-9 || noisy.Proved > 0.1 {
		t.Errorf("%v edges, %v", off, noisy)
	}
	if m := do("strict", "edges", 100); m.Values[ErrorOfAnswer] != 0 || m.Values[MissedInterval] != 0 {
		t.Errorf("%v", m.Values)
	}
	if m := do("null", "edges", 1); m.Values[ErrorOfAnswer] < 0.5 || m.Proved != 0 {
		t.Errorf("%v: of a mean degree of 20, where it is 8", m)
	}
	_, measure := must.Two(beginAnswers(context.Background(), net.Graphs[0], nil))(t)
	if _, err := measure(release.Statistics{"a number": {1}}); !errors.Is(err, ErrKind) {
		t.Error(err)
	}
}
