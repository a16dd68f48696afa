package stattest

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// fresh returns the right sampler: stream i has a separate source.
func fresh(i, n int) []float64 { return normals(source(uint64(100+i)), n) }

// each makes a sampler of draws changed one by one.
func each(f func(x float64, r *rand.Rand) float64) Draw {
	return func(i, n int) []float64 {
		x, r := fresh(i, n), source(uint64(200+i))
		for j := range x {
			x[j] = f(x[j], r)
		}
		return x
	}
}

// The suite passes the correct sampler, for any distribution of scores, and names the fault of
// every mutant.
func TestSuiteCatchesMutants(t *testing.T) {
	const alpha = 1e-9
	truncate := func(at float64) Draw {
		return each(func(x float64, r *rand.Rand) float64 {
			for math.Abs(x) > at {
				x = r.NormFloat64()
			}
			return x
		})
	}
	for _, c := range []struct {
		name, want string // want is a test that must be among those failed
		draw       Draw
	}{
		{"right", "", fresh},
		{"Laplace by its score", "", func(i, n int) []float64 {
			r, score := source(uint64(300+i)), Laplace(2)
			x := make([]float64, n)
			for j := range x {
				x[j] = score(2 * r.ExpFloat64() * float64(2*r.IntN(2)-1))
			}
			return x
		}},
		{"die by its score", "", func(i, n int) []float64 {
			r, score := source(uint64(400+i)), Discrete(1, []float64{1, 1, 1, 1, 1, 1}, source(uint64(500+i)))
			x := make([]float64, n)
			for j := range x {
				x[j] = score(float64(1 + r.IntN(6)))
			}
			return x
		}},
		{"scale 0.9", "variance", each(func(x float64, _ *rand.Rand) float64 { return 0.9 * x })},
		{"scale 1.1", "variance", each(func(x float64, _ *rand.Rand) float64 { return 1.1 * x })},
		{"scale 0.99", "variance", each(func(x float64, _ *rand.Rand) float64 { return 0.99 * x })},
		{"mean 0.01", "mean", each(func(x float64, _ *rand.Rand) float64 { return x + 0.01 })},
		{"no tail beyond 3", "above 3", truncate(3)},
		{"no tail beyond 4", "beyond ±4", truncate(4)},
		{"one tail heavy", "below -4", each(func(x float64, _ *rand.Rand) float64 {
			if x < -3.5 {
				return x - 1
			}
			return x
		})},
		{"uniform of the same variance", "distribution", each(func(_ float64, r *rand.Rand) float64 { return math.Sqrt(12) * (r.Float64() - 0.5) })},
		{"one stream used for all", "correlation of streams 0 and 1", func(_, n int) []float64 { return fresh(0, n) }},
		{"two streams of eight the same", "correlation of streams 2 and 5", func(i, n int) []float64 {
			if i == 5 {
				i = 2
			}
			return fresh(i, n)
		}},
		{"two streams of opposite signs", "correlation of streams 0 and 3", func(i, n int) []float64 {
			if i != 3 {
				return fresh(i, n)
			}
			x := fresh(0, n)
			for j := range x {
				x[j] = -x[j]
			}
			return x
		}},
		{"rows with correlation 0.05", "correlation of streams 0 and 1", func(i, n int) []float64 {
			x, common := fresh(i, n), normals(source(99), n)
			for j := range x {
				x[j] = math.Sqrt(0.95)*x[j] + math.Sqrt(0.05)*common[j]
			}
			return x
		}},
		{"rows with a common size", "correlation of sizes of streams 0 and 1", func(i, n int) []float64 {
			x, r := fresh(0, n), source(uint64(600+i))
			for j := range x {
				if r.IntN(2) == 0 {
					x[j] = -x[j]
				}
			}
			return x
		}},
		{"pairs of opposite sign", "correlation at distance 1", func(i, n int) []float64 {
			x := fresh(i, n)
			for j := 1; j < n; j += 2 {
				x[j] = -x[j-1]
			}
			return x
		}},
		{"every second draw is the one before", "resolution", func(i, n int) []float64 {
			x := fresh(i, n)
			for j := 1; j < n; j += 2 {
				x[j] = x[j-1]
			}
			return x
		}},
		{"resolution of float32", "resolution", each(func(x float64, _ *rand.Rand) float64 { return float64(float32(x)) })},
		{"not a number, once", "variance", func(i, n int) []float64 {
			x := fresh(i, n)
			x[0] = math.NaN()
			return x
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			failed := Suite(c.draw, 1, alpha)
			if c.want == "" && len(failed) == 0 {
				return
			}
			if !slices.ContainsFunc(failed, func(f string) bool { return c.want != "" && strings.HasPrefix(f, c.want) }) {
				t.Errorf("should fail %q, fails %q", c.want, failed)
			}
		})
	}
}

// With alpha so large that every test is failed, all are named.
func TestInfiniteTiesLeaveOutOneTest(t *testing.T) {
	const all = 1e9
	with, without := Suite(fresh, 1, all), Suite(fresh, math.Inf(1), all)
	if len(without) != len(with)-1 {
		t.Errorf("%d tests with ties, %d without", len(with), len(without))
	}
}

// A score outside the law is not a number, and so no sampler gets away with it.
func TestDiscreteScoreOutside(t *testing.T) {
	score := Discrete(-1, []float64{1, 2, 1}, source(1))
	for _, x := range []float64{-2, 2, 0.5} {
		if s := score(x); !math.IsNaN(s) {
			t.Errorf("score of %v is %v", x, s)
		}
	}
}
