package exercise

import (
	"fmt"
	"math"

	"github.com/graphdp/graphdp/data/figure"
	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/query"
)

// Interval checks the half-width of a confidence interval for an answer with Laplace noise. Its
// arguments are the scale of the noise and the coverage. The trusted base draws the noise, for
// numbers of edges.
func Interval(exercise string, half func(scale, level float64) float64) Verdict {
	return judged(exercise, func() Verdict {
		const first, times = 0.5, 2000                   // answers at each ε
		if v, bad := unusable(half(1/first, 0.5)); bad { // before answers are drawn
			return v
		}
		var shown []float64
		for i, eps := range []gdp.Epsilon{first, 1.25} {
			off, err := noise(eps, uint64(i*times), times)
			if err != nil {
				return failed(err)
			}
			if shown == nil {
				shown = off[:40]
			}
			for _, level := range []float64{0.99, 0.9, 0.5} {
				h := half(1/float64(eps), level)
				if v, bad := unusable(h); bad {
					return v
				}
				held := 0
				for _, x := range off {
					if math.Abs(x) <= h {
						held++
					}
				}
				share := float64(held) / times
				// Five standard deviations: one right formula in a million fails.
				if far := 5 * math.Sqrt(level*(1-level)/times); math.Abs(share-level) > far {
					side := map[bool]string{true: "narrow", false: "wide"}[share < level]
					v := wrong("for noise of scale %s and level %s your interval contains the truth in %s %% of %d answers: it is too %s", number(1/float64(eps)), number(level), number(100*share), times, side)
					v.Picture = covered(off[:40], h, fmt.Sprintf("Forty answers at level %s", number(level)))
					return v
				}
			}
		}
		return Verdict{State: Right, Says: fmt.Sprintf("your interval holds at levels 0.99, 0.9 and 0.5 for two scales, in %d answers", 2*times),
			Picture: covered(shown, half(1/first, 0.9), "Forty answers at level 0.9")}
	})
}

// noise returns the noise that sessions of the trusted base, with the given first seed, add to a
// number of edges.
func noise(eps gdp.Epsilon, first uint64, times int) (off []float64, err error) {
	g, _, err := graph.FromEdges(4, []graph.Edge{{U: 0, V: 1}, {U: 1, V: 2}}, graph.Options{})
	for seed := range uint64(times) {
		var s *gdp.Session
		var noisy []float64
		if err == nil {
			s, err = gdp.Protect(&graph.Network{Graph: g}, gdp.EdgeLevel, gdp.Budget{Epsilon: eps}, gdp.Seed(hidden.seed+first+seed))
		}
		if err == nil {
			noisy, err = gdp.Laplace(s, "edges", query.EdgeCount[gdp.L1](gdp.EdgeLevel, 4, 3), eps)
		}
		if err != nil {
			return nil, err
		}
		off = append(off, noisy[0]-float64(g.M()))
	}
	return off, nil
}

// covered draws intervals around answers, and marks those that miss the truth.
func covered(off []float64, half float64, title string) *figure.Figure {
	holds, misses := figure.Series{Name: "contains the truth", Role: figure.Strict, Apart: true}, figure.Series{Name: "misses", Role: figure.Published, Apart: true}
	for i, x := range off {
		to := &holds
		if math.Abs(x) > half {
			to = &misses
		}
		to.X, to.Y, to.Spread = append(to.X, float64(i+1)), append(to.Y, x), append(to.Spread, max(half, 0))
	}
	series := []figure.Series{{Name: "truth", Role: figure.NonPrivate, X: []float64{1, float64(len(off))}, Y: []float64{0, 0}}}
	for _, s := range []figure.Series{holds, misses} {
		if len(s.X) > 0 {
			series = append(series, s)
		}
	}
	return figure.Lines(figure.LinesStyle{Title: title, XLabel: "answer", YLabel: "error"}, series...).Sized(6, 3)
}
