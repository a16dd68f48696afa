package noise

import (
	"math"
	"math/big"
	"testing"

	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/data/scalar"
	"github.com/graphdp/graphdp/gdp/gdptest/stattest"
)

// Tails, to more digits than a double has; the bound above them; and π.
func TestUpperTail(t *testing.T) {
	for bound := 1; bound <= 12; bound++ {
		low, high := tail(bound, 200)
		p, _ := low.Float64()
		if want := scalar.Erfc(float64(bound)/math.Sqrt2) / 2; math.Abs(p/want-1) > 1e-13 || low.Cmp(high) >= 0 {
			t.Errorf("P(Z ≥ %d) is %v, want %v", bound, p, want)
		}
		upper := new(big.Float).SetFloat64(upperTail(bound))
		if upper.Cmp(high) < 0 || upperTail(bound) > p*(1+0x1p-43) {
			t.Errorf("P(Z ≥ %d) is at most %v", bound, upperTail(bound))
		}
	}
	want, _ := must.Two(big.ParseFloat("3.14159265358979323846264338327950288419716939937510582097494459230781640628620899", 10, 256, big.ToNearestEven))(t)
	if off := new(big.Float).Sub(pi(256), want); off.Sign() != 0 && off.MantExp(nil) > -240 {
		t.Errorf("π is off by %v", off)
	}
}

// The comparison with an irrational number, with words of few digits: P(Z ≥ 1)/0.2.
func TestPasses(t *testing.T) {
	const draws = 20_000
	for _, width := range []uint{1, 8, 64} {
		s := narrow("passes", width)
		n := 0
		for range draws {
			if u := s.uniform(); s.below1(gaussian, &u, 1, 0.2) {
				n++
			}
		}
		if p := scalar.Erfc(1/math.Sqrt2) / 2 / 0.2; !stattest.Count(n, draws, p, 1e-9) {
			t.Errorf("with %d digits a word: %d of %d, want a share of %v", width, n, draws, p)
		}
	}
}

// Normal variables from a bound on.
func TestNormalAbove(t *testing.T) {
	s := open("above")
	for _, bound := range []int{1, 3} {
		var sample []float64
		for range 20_000 {
			z := s.normalAbove(bound)
			sample = append(sample, float64(z.whole)+float64(z.rest.head)*0x1p-64)
		}
		least := scalar.Erfc(float64(bound) / math.Sqrt2)
		law := func(x float64) float64 { return 1 - scalar.Erfc(max(x, float64(bound))/math.Sqrt2)/least }
		if !stattest.KS(sample, law, 1e-9) {
			t.Errorf("not the law above %d", bound)
		}
	}
}
