package special

import (
	"math"
	"math/big"
	"testing"

	"github.com/graphdp/graphdp/accounting/internal/exact"
	"github.com/graphdp/graphdp/data/scalar"
)

func exactFloat(x float64) *big.Float { return new(big.Float).SetPrec(3000).SetFloat64(x) }

func TestLogCdfAgainstFiftyDigits(t *testing.T) {
	for _, x := range []float64{-40, -20, -8.1, -7.9, -3, -0.5, 0, 0.7, 5} {
		got := LogCdf(x)
		if d := exact.LogRatio(exact.Cdf(exactFloat(x)), got); math.Abs(d) > 1e-13+0x1p-52*x*x {
			t.Errorf("ln Φ(%v) = %v is off by %g", x, got, d)
		}
	}
}

// Mills(a) - Mills(a+d) by the definition, with as many digits as it takes.
func TestMillsDropKeepsItsDigits(t *testing.T) {
	mills := func(x *big.Float) *big.Float {
		minus := new(big.Float).Neg(x)
		half := new(big.Float).Quo(new(big.Float).Mul(x, x), exactFloat(2))
		return new(big.Float).Mul(exact.Cdf(minus), exact.Exp(half)) // without the factor √(2π)
	}
	for _, a := range []float64{-6, -1, 0, 0.3, 3.9, 4.1, 7.9, 12, 35} {
		for _, d := range []float64{1e-9, 1e-4, 0.1, 0.49, 0.51, 4} {
			x := exactFloat(a)
			want := new(big.Float).Sub(mills(x), mills(new(big.Float).Add(x, exactFloat(d))))
			got := math.Log(MillsDrop(a, d)) - LogSqrt2Pi
			if e := exact.LogRatio(want, got); math.Abs(e) > 1e-13 {
				t.Errorf("MillsDrop(%v, %v) is off by %g", a, d, e)
			}
		}
	}
}

func TestQuantileInvertsLogCdf(t *testing.T) {
	for _, logp := range []float64{-1e-9, -0.1, -math.Ln2, -0.7, -3, -30, -700, -1e4} {
		if got := LogCdf(-Quantile(logp)); math.Abs(got-logp) > 1e-12*math.Max(math.Abs(logp), 1) {
			t.Errorf("ln p = %v came back as %v", logp, got)
		}
	}
}

func TestLogBernoulliAgainstBig(t *testing.T) {
	for _, a := range []float64{2, 3, 7, 64} { // whole orders: the power is exact
		for _, s := range []float64{-1, -0.9, -0.01, -1e-5, 1e-8, 1e-4, 0.04, 0.3, 5, 1e3, 1e30} {
			power := exactFloat(1)
			for range int(a) {
				power.Mul(power, new(big.Float).Add(exactFloat(1), exactFloat(s)))
			}
			power.Sub(power, exactFloat(1))
			power.Sub(power, new(big.Float).Mul(exactFloat(a), exactFloat(s)))
			got := LogBernoulli(a, s, math.Log1p(s))
			if e := exact.LogRatio(power, got); math.Abs(e) > 2e-14*math.Max(math.Abs(got), 1) {
				t.Errorf("a=%v s=%v: off by %g", a, s, e)
			}
		}
	}
	if v := LogBernoulli(2, math.Inf(1), 1e4); math.Abs(v-2e4) > 1e-9 {
		t.Errorf("a power beyond float64: %v, want 20000", v)
	}
}

func TestLogSums(t *testing.T) {
	if got := LogAdd(1000, 1000); math.Abs(got-1000-math.Ln2) > 1e-12 {
		t.Errorf("LogAdd(1000, 1000) = %v", got)
	}
	if got := LogAdd(math.Inf(-1), -5); got != -5 {
		t.Errorf("LogAdd(-Inf, -5) = %v", got)
	}
	if got := Log1mExp(-1e-20); math.Abs(got-math.Log(1e-20)) > 1e-12 {
		t.Errorf("Log1mExp(-1e-20) = %v", got)
	}
	var s LogSum
	if !math.IsInf(s.Log(), -1) {
		t.Error("an empty sum is not 0")
	}
	for _, x := range []float64{-800, 700, math.Inf(-1), 900, 899} {
		s.Add(x)
	}
	if want := 900 + math.Log1p(scalar.Exp(-1)); math.Abs(s.Log()-want) > 1e-12 {
		t.Errorf("sum %v, want %v", s.Log(), want)
	}
}
