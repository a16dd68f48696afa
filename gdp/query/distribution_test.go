package query

import (
	"math"
	"reflect"
	"testing"

	"github.com/graphdp/graphdp/data/metric"
	"github.com/graphdp/graphdp/gdp"
)

// Without noise the degrees come back, as far as the cap shows them.
func TestDegreesFromCumulated(t *testing.T) {
	d := tailed(t)
	for cap, want := range map[int][]int{1: {0, 1, 1, 1, 1, 1}, 2: {0, 1, 2, 2, 2, 2}, 5: {0, 1, 2, 2, 2, 3}} {
		h := must(CumulatedDegrees[gdp.L1](gdp.EdgeLevel, 6, cap).Eval(d))(t)
		if got, err := DegreesFromCumulated(h, 6); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("cap %d: degrees %v (%v), want %v", cap, got, err, want)
		}
	}
	for noisy, want := range map[[3]float64][]int{
		{-5, 2, 99}:    {1, 1, 2, 2},
		{3, 1, 2.2}:    {0, 0, 3, 3},
		{1e300, -4, 9}: {0, 0, 0, 0},
		{0.6, 1.4, 4}:  {0, 2, 2, 2},
	} {
		if got, err := DegreesFromCumulated(noisy[:], 4); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%v: degrees %v (%v), want %v", noisy, got, err, want)
		}
	}
	if got, err := DegreesFromCumulated([]float64{1, math.NaN()}, 4); err == nil {
		t.Errorf("degrees %v of no number", got)
	}
}

func second[T any](_ T, err error) error { return err }

func TestCaps(t *testing.T) {
	for _, c := range []struct {
		n    int
		eps  gdp.Epsilon
		want int
	}{{10_000, 1, 100}, {2_500, 0.16, 20}, {100, 1e-5, 2}, {10, 100, 10}} {
		if got := DegreeCap(c.n, c.eps); got != c.want {
			t.Errorf("%d nodes, ε = %v: a cap of %d, want %d", c.n, c.eps, got, c.want)
		}
	}
}

// errorsOf returns the KS distance and the relative errors of entropy and wedges.
func errorsOf(h, truth []int64) [3]float64 {
	entropy, wedges := shape(h)
	trueEntropy, trueWedges := shape(truth)
	return [3]float64{metric.KS(h, truth), math.Abs(entropy/trueEntropy - 1), math.Abs(wedges/trueWedges - 1)}
}

// shape returns the relative entropy of the edges' distribution over nodes, and Σ C(d,2).
func shape(h []int64) (entropy, wedges float64) {
	n, sum := 0.0, 0.0
	for d, c := range h {
		n += float64(c)
		sum += float64(d) * float64(c)
		wedges += float64(d) * float64(d-1) / 2 * float64(c)
	}
	for d, c := range h[1:] {
		p := float64(d+1) / sum
		entropy -= float64(c) * p * math.Log(p) / math.Log(n)
	}
	return entropy, wedges
}
