package noise

import (
	"math"
	"slices"
	"testing"

	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/gdp/gdptest/stattest"
)

// The integers come with the closed-form probabilities, at scales that are
// fractions of large denominators too; a scale a tenth off is noticed.
func TestDiscreteLaws(t *testing.T) {
	const alpha = 1e-9
	check := func(s *Stream, draws int, scale float64) {
		for what, c := range map[string]struct {
			draw    func([]int64, float64) ([]int64, error)
			weights func(float64) []float64
		}{
			"Laplace":   {s.DiscreteLaplace, laplaceWeights},
			"geometric": {geometric(s), geometricWeights},
		} {
			x := must.Get(c.draw(make([]int64, draws), scale))(t)
			fits := func(scale float64) bool {
				p := c.weights(scale)
				counts, total := make([]int, len(p)), 0.0
				for _, w := range p {
					total += w
				}
				for i := range p {
					p[i] /= total
				}
				for _, v := range x {
					counts[min(max(0, int(v)+len(p)/2), len(p)-1)]++
				}
				return stattest.ChiSquare(counts, p, alpha)
			}
			if !fits(scale) || fits(1.1*scale) || fits(scale/1.1) {
				t.Errorf("%s of scale %v with %d digits a word: %v, scaled up %v, down %v",
					what, scale, 64-s.drop, fits(scale), fits(1.1*scale), fits(scale/1.1))
			}
		}
	}
	for _, scale := range []float64{0.4, 0.5, 1, math.Sqrt2, 3, 10.1, 100 * math.Pi} {
		check(open("discrete"), 100_000, scale)
	}
	for _, width := range widths {
		check(narrow("discrete", width), 30_000, 2.3)
	}
}

// geometric adds draws of Geometric to values.
func geometric(s *Stream) func(values []int64, scale float64) ([]int64, error) {
	return func(values []int64, scale float64) ([]int64, error) {
		draw, err := s.Geometric(scale)
		if err != nil {
			return nil, err
		}
		return addTo(values, draw), nil
	}
}

// geometricWeights returns exp(-x/scale) from 0 on.
func geometricWeights(scale float64) []float64 {
	w := laplaceWeights(scale)
	clear(w[:len(w)/2])
	return w
}

// Noise so large that no table holds it has the distribution of the continuous one.
func TestDiscreteOfLargeScale(t *testing.T) {
	const draws, scale, alpha = 50_000, 1e10 / 3., 1e-9
	s := open("large")
	x := must.Get(s.DiscreteLaplace(make([]int64, draws), scale))(t)
	z := make([]float64, draws)
	low := make([]int, 8)
	for i, v := range x {
		z[i] = stattest.Laplace(scale)(float64(v))
		low[v&7]++
	}
	if !stattest.Spread(z, 0, 1, alpha) || !stattest.Mean(z, 0, 1, alpha) ||
		!stattest.ChiSquare(low, []float64{.125, .125, .125, .125, .125, .125, .125, .125}, alpha) {
		t.Errorf("scale %v: low bits %v", scale, low)
	}
}

// A scale below which nothing is drawn, with the arithmetic at its limits.
func TestDiscreteOfSmallestScale(t *testing.T) {
	for _, scale := range []float64{minDiscrete, 1e-3, math.Nextafter(minDiscrete, 1)} {
		s := open("small")
		x, err := s.DiscreteLaplace([]int64{5, -5, 0}, scale)
		y, err2 := geometric(s)([]int64{5, -5, 0}, scale)
		if err != nil || err2 != nil || !slices.Equal(x, []int64{5, -5, 0}) || !slices.Equal(y, x) {
			t.Errorf("scale %v: %v %v, %v %v", scale, x, err, y, err2)
		}
	}
}

func TestSumsOfIntegersStayInRange(t *testing.T) {
	for _, c := range []struct{ x, n, want int64 }{
		{math.MaxInt64, 1, math.MaxInt64}, {math.MaxInt64, -1, math.MaxInt64 - 1},
		{math.MinInt64, -1, math.MinInt64}, {math.MinInt64, 1, math.MinInt64 + 1}, {5, -7, -2},
	} {
		if got := addTo([]int64{c.x}, func() int64 { return c.n }); got[0] != c.want {
			t.Errorf("%d + %d = %d, want %d", c.x, c.n, got[0], c.want)
		}
	}
}
