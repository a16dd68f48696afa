package noise

import (
	"math"
	"testing"

	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/gdp/gdptest/stattest"
)

// ladderBeyond is P(|Y| ≥ y) of ladder noise Y before it is rounded down.
func ladderBeyond(y, reach, unit, scale float64) float64 {
	return math.Exp(-(math.Sqrt(reach*reach+2*y/unit) - reach) / scale)
}

// Ladder noise has its law, with words of few digits too: with a reach, a unit or a scale that is
// off it has another.
func TestLadderLaw(t *testing.T) {
	const alpha, value = 1e-9, 17
	check := func(s *Stream, draws int, reach, unit int64, scale float64) {
		counts := make([]int, 61) // of noise from -30 to 29, and beyond
		for range draws {
			x := must.Get(s.Ladder(value, reach, unit, scale))(t)
			if at := x - value + 30; at >= 0 && at < 60 {
				counts[at]++
			} else {
				counts[60]++
			}
		}
		fits := func(reach, unit, scale float64) bool {
			p, rest := make([]float64, 61), 1.0
			for i := range 30 {
				x := ladderBeyond(float64(i), reach, unit, scale) - ladderBeyond(float64(i+1), reach, unit, scale)
				p[30+i], p[29-i] = x/2, x/2
				rest -= x
			}
			p[60] = max(rest, 0)
			return stattest.ChiSquare(counts, p, alpha)
		}
		b, u := float64(reach), float64(unit)
		if !fits(b, u, scale) || fits(b+1, u, scale) || fits(b, u*1.2, scale) || fits(b, u, 1.2*scale) {
			t.Errorf("reach %d, unit %d, scale %v, %d digits a word: %v, and with the wrong law %v, %v, %v",
				reach, unit, scale, 64-s.drop, fits(b, u, scale), fits(b+1, u, scale), fits(b, u*1.2, scale), fits(b, u, 1.2*scale))
		}
	}
	check(open("ladder"), 100_000, 1, 1, 2.3)
	check(open("ladder"), 100_000, 3, 1, 1.1)
	check(open("ladder"), 100_000, 2, 5, 0.7)
	for _, width := range widths {
		check(narrow("ladder", width), 30_000, 2, 3, 1.3)
	}
}

// Values beyond integers are cut off, and invalid parameters are refused.
func TestLadderRange(t *testing.T) {
	s, seen := open("ladder range"), map[int64]bool{}
	for range 64 {
		x := must.Get(s.Ladder(0, 1<<40, 1<<40, 1<<20))(t)
		seen[x] = true
	}
	if len(seen) != 2 || !seen[1<<62] || !seen[-1<<62] {
		t.Errorf("%v", seen)
	}
	for _, c := range []struct {
		reach, unit int64
		scale       float64
	}{{0, 1, 1}, {1, 0, 1}, {-1, 1, 1}, {1, 1, 0}, {1, 1, math.NaN()}, {1, 1, math.Inf(1)}} {
		if _, err := s.Ladder(0, c.reach, c.unit, c.scale); err == nil {
			t.Errorf("%+v is drawn", c)
		}
	}
}
