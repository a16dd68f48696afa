package query

import (
	"math"
	"reflect"
	"testing"

	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/gdp"
)

// Without noise the degrees come back, as far as the cap shows them.
func TestDegreesFromCumulative(t *testing.T) {
	d := tailed(t)
	for cap, want := range map[int][]int{1: {0, 1, 1, 1, 1, 1}, 2: {0, 1, 2, 2, 2, 2}, 5: {0, 1, 2, 2, 2, 3}} {
		h := must.Get(CumulativeDegrees[gdp.L1](gdp.EdgeLevel, 6, cap).Eval(d))(t)
		if got, err := DegreesFromCumulative(h, 6); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("cap %d: degrees %v (%v), want %v", cap, got, err, want)
		}
	}
	for noisy, want := range map[[3]float64][]int{
		{-5, 2, 99}:    {1, 1, 2, 2},
		{3, 1, 2.2}:    {0, 0, 3, 3},
		{1e300, -4, 9}: {0, 0, 0, 0},
		{0.6, 1.4, 4}:  {0, 2, 2, 2},
	} {
		if got, err := DegreesFromCumulative(noisy[:], 4); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%v: degrees %v (%v), want %v", noisy, got, err, want)
		}
	}
	if got, err := DegreesFromCumulative([]float64{1, math.NaN()}, 4); err == nil {
		t.Errorf("degrees %v of no number", got)
	}
}

func TestCaps(t *testing.T) {
	for _, c := range []struct {
		n    int
		eps  gdp.Epsilon
		want [2]int
	}{{10_000, 1, [2]int{100, 280}}, {2_500, 0.16, [2]int{20, 56}}, {100, 1e-5, [2]int{2, 2}}, {10, 100, [2]int{10, 10}}} {
		if got := [2]int{DegreeCap(c.n, c.eps), EdgeCap(c.n, c.eps)}; got != c.want {
			t.Errorf("%d nodes, ε = %v: caps of %v, want %v", c.n, c.eps, got, c.want)
		}
	}
}
