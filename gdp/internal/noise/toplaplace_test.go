package noise

import (
	"math"
	"math/big"
	"testing"

	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/data/scalar"
	"github.com/graphdp/graphdp/gdp/gdptest/stattest"
)

// Tails, to more digits than a double has, and the bound above them; e^-20/2 from a table.
func TestLaplaceTail(t *testing.T) {
	for bound := 1; bound <= twoSided.most; bound++ {
		low, high := laplaceTail(bound, 200)
		p, _ := low.Float64()
		if want := scalar.Exp(-float64(bound)) / 2; math.Abs(p/want-1) > 1e-14 || low.Cmp(high) >= 0 {
			t.Errorf("P(Z ≥ %d) is %v, want %v", bound, p, want)
		}
		upper := twoSided.upper(bound)
		if new(big.Float).SetFloat64(upper).Cmp(high) < 0 || upper > p*(1+0x1p-43) {
			t.Errorf("P(Z ≥ %d) is at most %v", bound, upper)
		}
	}
	want, _ := must.Two(big.ParseFloat("0.3678794411714423215955237701614608674458111310317678345078368016974614957448998033571472743459196437", 10, 320, big.ToNearestEven))(t)
	low, high := laplaceTail(1, 300)
	if half := want.Mul(want, big.NewFloat(.5)); half.Cmp(low) <= 0 || half.Cmp(high) >= 0 {
		t.Errorf("e^-1/2 is between %v and %v", low, high)
	}
}

// The comparison with an irrational number, with words of few digits: P(Z ≥ 1)/0.25.
func TestLaplacePasses(t *testing.T) {
	const draws = 20_000
	for _, width := range []uint{1, 8, 64} {
		s := narrow("passes", width)
		n := 0
		for range draws {
			if u := s.uniform(); s.below1(twoSided, &u, 1, 0.25) {
				n++
			}
		}
		if p := scalar.Exp(-1) / 2 / 0.25; !stattest.Count(n, draws, p, 1e-9) {
			t.Errorf("with %d digits a word: %d of %d, want a share of %v", width, n, draws, p)
		}
	}
}

// Variables from a bound on.
func TestLaplaceAbove(t *testing.T) {
	s := open("above")
	for _, bound := range []int{1, 7} {
		var sample []float64
		for range 20_000 {
			z := s.laplaceAbove(bound)
			sample = append(sample, float64(z.whole)+float64(z.rest.head)*0x1p-64)
		}
		law := func(x float64) float64 { return -math.Expm1(float64(bound) - max(x, float64(bound))) }
		if !stattest.KS(sample, law, 1e-9) {
			t.Errorf("not the law above %d", bound)
		}
	}
}
