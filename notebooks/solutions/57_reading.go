package solutions

import (
	"math"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp"
	reading "github.com/graphdp/graphdp/notebooks/57_reading_a_proof"
	"github.com/graphdp/graphdp/notebooks/exercise"
)

func read() []Solution {
	type verdict = exercise.Verdict
	fault := func(step int) func() verdict {
		return func() verdict { return exercise.Fault("57.1", reading.Proof(), step) }
	}
	total := func(claim func(n float64) float64) func() verdict {
		return func() verdict {
			return exercise.BoundFor(reading.Total, func(n int) float64 { return claim(float64(n)) })
		}
	}
	expose := func(one, other []graph.Edge) func() verdict {
		return func() verdict { return exercise.Expose(reading.Local, gdp.EdgeLevel, reading.Fitted, 5, one, other) }
	}
	sampled := func(right func(eps, q float64) float64) func() verdict {
		return func() verdict {
			return exercise.Inequality(reading.Sampled, func(x []float64) float64 { return right(x[0], x[1]) })
		}
	}
	path := []graph.Edge{{U: 0, V: 1}, {U: 1, V: 2}}
	return []Solution{{
		Exercise: "57.1", Right: fault(2),
		Others: []Other{
			{"the first step", fault(1), exercise.Wrong, "step 1 holds on all graphs with up to 5 nodes"},
			{"the conclusion", fault(3), exercise.Wrong, "step 3 is false too, but an earlier step"},
			{"a step that does not exist", fault(4), exercise.Failed, "the proof has no step 4"},
		},
	}, {
		Exercise: "57.2", Right: total(func(n float64) float64 { return n }),
		Others: []Other{
			{"a constant", total(func(float64) float64 { return 5 }), exercise.Loose, "you claim 5"},
			{"the quoted claim", total(func(float64) float64 { return 1 }), exercise.Wrong, "one node changes the answer by 2"},
			{"only the others", total(func(n float64) float64 { return n - 1 }), exercise.Wrong, "one node changes the answer by 2"},
			{"twice as much", total(func(n float64) float64 { return 2 * n }), exercise.Loose, "you claim 4"},
		},
	}, {
		Exercise: "57.3",
		Right:    expose(path[:1], path),
		Others: []Other{
			{"two graphs with equal noise", expose([]graph.Edge{}, path[:1]), exercise.Wrong, "finds only ε ≥ 0.00"},
			{"a triangle and its path", expose(path, append([]graph.Edge{{U: 0, V: 2}}, path...)), exercise.Wrong, "finds only ε ≥ 0."},
			{"two edges apart", expose([]graph.Edge{}, path), exercise.Wrong, "differ in 2 edges"},
		},
	}, {
		Exercise: "57.4",
		Right:    sampled(func(eps, q float64) float64 { return math.Log1p(q * math.Expm1(eps)) }),
		Others: []Other{
			{"the quoted claim", sampled(func(eps, q float64) float64 { return q * eps }), exercise.Wrong, "yours is"},
			{"no sampling", sampled(func(eps, _ float64) float64 { return eps }), exercise.Loose, "is enough"},
			{"without the logarithm", sampled(func(eps, q float64) float64 { return q * math.Expm1(eps) }), exercise.Loose, "is enough"},
			{"not a number for small q", sampled(func(eps, q float64) float64 { return math.Log(q*math.Exp(eps) - 0.5) }), exercise.Failed, "NaN, which is not a finite number, at ε = 0.01"},
		},
	}}
}
