package noise

import (
	"math"
	"math/big"
	"testing"

	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/data/scalar"
	"github.com/graphdp/graphdp/gdp/gdptest/stattest"
)

// A gap has the geometric law, cut off at n: with whole words, where logarithms decide
// nearly all, and with words of few digits, where exact powers do.
func TestGap(t *testing.T) {
	const alpha = 1e-9
	for _, drop := range []uint{0, 52, 60, 63} {
		s := open("gap").At(uint64(drop))
		s.drop = drop
		for _, p := range []float64{0.003, 0.1, 0.5, 0.9} {
			draws, n := 20_000, int64(1+2/p)
			if drop == 63 {
				draws = 2000
			}
			counts := make([]int, n+1)
			for range draws {
				counts[s.gap(p, n)]++
			}
			for g, c := range counts {
				want := scalar.Pow(1-p, float64(g))
				if int64(g) < n {
					want *= p
				}
				if !stattest.Count(c, draws, want, alpha/1000) {
					t.Errorf("%d digits, p = %v: %d of %d gaps are %d, want a share of %v", 64-drop, p, c, draws, g, want)
				}
			}
			if draws == 20_000 && stattest.Count(counts[0], draws, 0.8*p+0.1*p*p, alpha) && p >= 0.1 {
				t.Errorf("p = %v: another law would pass", p)
			}
		}
	}
}

// However many events there are, a gap is none of more than there are.
func TestGapEnds(t *testing.T) {
	s := open("gap ends")
	for _, n := range []int64{0, 1, 1<<53 + 3, math.MaxInt64} {
		for _, p := range []float64{0x1p-1074, 1e-25} {
			if g := s.gap(p, n); g != n {
				t.Errorf("the first of %d events of probability %v is number %d", n, p, g)
			}
		}
	}
	flips := must.Get(s.Flips(math.MaxInt64, 1e-25))(t)
	for i := range flips {
		t.Errorf("event %d came", i)
	}
}

// Rounded up and down, a power is as near to the exact one as its digits say.
func TestPower(t *testing.T) {
	for _, p := range []float64{0x1p-30, 0.1, 0.75, 0x1p-1074} {
		for _, g := range []int64{0, 1, 2, 13, 1000, 1 << 40} {
			low, high := power(p, g, 64, big.ToZero), power(p, g, 64, big.AwayFromZero)
			gap := new(big.Float).Sub(high, low)
			if gap.Sign() < 0 || gap.Cmp(new(big.Float).SetMantExp(high, -64)) > 0 {
				t.Errorf("(1-%v)^%d is in %v … %v", p, g, low, high)
			}
			if g > 1000 {
				continue
			}
			exact := new(big.Rat).SetInt64(1)
			base := new(big.Rat).Sub(exact, new(big.Rat).SetFloat64(p))
			if p < 1e-300 {
				continue
			}
			for range g {
				exact = new(big.Rat).Mul(exact, base)
			}
			l, _ := low.Rat(nil)
			h, _ := high.Rat(nil)
			if l.Cmp(exact) > 0 || h.Cmp(exact) < 0 {
				t.Errorf("(1-%v)^%d is not in %v … %v", p, g, low, high)
			}
		}
	}
}
