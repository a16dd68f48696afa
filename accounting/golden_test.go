package accounting_test

import (
	"encoding/json"
	"math"
	"os"
	"testing"

	"github.com/graphdp/graphdp/accounting"
	"github.com/graphdp/graphdp/accounting/papertest"
	"github.com/graphdp/graphdp/accounting/rdp"
	"github.com/graphdp/graphdp/data/must"
)

// golden are values of independent programs, written by testdata/golden.py.
type golden struct {
	Divergences []struct {
		Q, Sigma, Order float64
		Exact           json.Number
		DPAccounting    float64 `json:"dp_accounting"` // 0 where it has no exact value
	}
	Fixed []struct {
		Q, Sigma, Order float64
		DPAccounting    float64 `json:"dp_accounting"`
	}
	Curves []struct {
		Sigma, Q, Delta float64
		Steps           int
		Remove          float64
		Add             *float64 // none where ε is 0 or the integral did not settle
	}
}

func readGolden(t *testing.T) (v golden) {
	t.Helper()
	text := must.Get(os.ReadFile("testdata/golden.json"))(t)
	must.Do(t, json.Unmarshal(text, &v))
	return v
}

// Poisson-sampled Gaussian noise against curves inverted without a lattice:
// never below, and above by less than one part in 10⁴.
func TestAgainstLaplaceInversion(t *testing.T) {
	v := readGolden(t)
	if len(v.Curves) < 60 {
		t.Fatalf("only %d golden curves", len(v.Curves))
	}
	x := papertest.Open(t, accounting.AddRemove)
	for _, c := range v.Curves {
		if testing.Short() && c.Steps > 100000 {
			continue
		}
		want := c.Remove
		if c.Add != nil {
			want = max(want, *c.Add)
		}
		got := x.Epsilon(x.Tight, papertest.SampledGaussian(c.Q, c.Sigma, c.Steps), c.Delta)
		if got < want*(1-2e-8) || got > want*(1+1e-4) {
			t.Errorf("σ=%v q=%v %d steps δ=%v: %v, want %v (%+.2g)", c.Sigma, c.Q, c.Steps, c.Delta, got, want, got/want-1)
		}
	}
}

// Whole and fractional orders against the defining integral, 10⁻⁹ relative and
// never below; at whole orders dp-accounting agrees.
func TestDivergenceAgainstTheIntegral(t *testing.T) {
	v := readGolden(t)
	if len(v.Divergences) < 60 {
		t.Fatalf("only %d golden divergences", len(v.Divergences))
	}
	a := papertest.Open(t, accounting.AddRemove).Renyi.(*rdp.Accountant)
	for _, c := range v.Divergences {
		want := must.Get(c.Exact.Float64())(t)
		got := must.Get(a.Divergence(papertest.SampledGaussian(c.Q, c.Sigma, 1), c.Order))(t)
		if got < want*(1-1e-15) || got > want*(1+1e-9) {
			t.Errorf("q=%v σ=%v order %v: %v, want %v", c.Q, c.Sigma, c.Order, got, want)
		}
		// Its sum of logarithms loses digits where R is small.
		if c.DPAccounting > 1e-4 && math.Abs(got-c.DPAccounting) > 1e-9*got {
			t.Errorf("q=%v σ=%v order %v: %v, dp-accounting says %v", c.Q, c.Sigma, c.Order, got, c.DPAccounting)
		}
	}
}

// Samples of fixed size: never above dp-accounting's bound [WBK19, Thm 27],
// and a quarter of it where the rate is small.
func TestFixedSizeImprovesOnWangBalleKasiviswanathan(t *testing.T) {
	a := papertest.Open(t, accounting.ReplaceOne).Renyi.(*rdp.Accountant)
	for _, c := range readGolden(t).Fixed {
		const population = 1_000_000_000
		e := accounting.FixedSizeSampled{Population: population, Sample: int(math.Round(c.Q * population)), Event: accounting.Gaussian{NoiseMultiplier: c.Sigma}}
		got := must.Get(a.Divergence(e, c.Order))(t)
		if got > c.DPAccounting*(1+1e-6) {
			t.Errorf("q=%v σ=%v order %v: %v above dp-accounting's %v", c.Q, c.Sigma, c.Order, got, c.DPAccounting)
		}
		if c.Order == 2 && c.Q < 0.01 && got > 0.3*c.DPAccounting {
			t.Errorf("q=%v σ=%v order 2: %v, want about a quarter of %v", c.Q, c.Sigma, got, c.DPAccounting)
		}
	}
}
