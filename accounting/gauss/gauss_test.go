package gauss

import (
	"errors"
	"math"
	"testing"

	"github.com/graphdp/graphdp/accounting"
	"github.com/graphdp/graphdp/accounting/internal/exact"
	"github.com/graphdp/graphdp/accounting/internal/special"
	"github.com/graphdp/graphdp/data/must"
)

// ln δ lies above the value to 50 digits, and by no more than 10⁻¹² plus the
// rounding of the exponent, from δ near 1 down to 10⁻⁴⁰⁰.
func TestLogDeltaAgainstFiftyDigits(t *testing.T) {
	for _, mu := range []float64{1e-6, 1e-3, 0.1, 0.3, 0.5, 0.7, 2, 5, 30} {
		for _, a := range []float64{-20, -5, -1, -0.2, 0, 0.3, 1, 3, 6, 7.9, 8.1, 10, 20, 40} {
			eps := mu * (a + mu/2)
			if a+mu > 45 { // beyond 45 the oracle would need more bits
				continue
			}
			want := exact.GaussianDelta(mu, eps)
			got := LogDelta(mu, eps)
			low, high := 0.0, 1e-12+16*0x1p-53*a*a
			if got == 0 && a < -8 {
				continue // δ rounds to 1
			}
			if d := -exact.LogRatio(want, got); !(d >= low && d <= high) {
				t.Errorf("μ=%v ε=%v: ln δ = %v is off by %g, want 0 to %g", mu, eps, got, d, high)
			}
		}
	}
}

func TestEpsilonIsTheInverseRoundedUp(t *testing.T) {
	for _, mu := range []float64{1e-5, 0.01, 0.2, 1, 3, 20} {
		for _, d := range []accounting.Delta{1e-300, 1e-100, 1e-12, 1e-5, 1e-3, 0.3} {
			eps := Epsilon(mu, d)
			if LogDelta(mu, float64(eps)) > math.Log(float64(d)) {
				t.Errorf("μ=%v δ=%v: ε = %v breaks δ", mu, d, eps)
			}
			if less := eps * (1 - 1e-9); eps > 0 && LogDelta(mu, float64(less)) <= math.Log(float64(d)) {
				t.Errorf("μ=%v δ=%v: ε = %v, but %v would do", mu, d, eps, less)
			}
		}
	}
}

// Least noise multipliers of the analytic Gaussian mechanism: the sheets of
// DPGS (T1, Strict), DPGGAN (C3) and SE-PrivGEmb (G14), all at δ = 10⁻⁵.
func TestMeanGoldenValues(t *testing.T) {
	for eps, sigma := range map[accounting.Epsilon]float64{
		0.025: 107.933, 0.125: 25.0772, 0.25: 13.2855, 0.875: 4.21353, 0.1: 30.749566, 1: 3.730632,
		10: 0.499889, 0.5: 7.03183, 3.5: 1.21458, 1.5: 2.5826, 2: 1.9938, 2.5: 1.6340, 3: 1.3906,
	} {
		mu := must.Get(Mean(accounting.Budget{Epsilon: eps, Delta: 1e-5}))(t)
		if math.Abs(1/mu-sigma) > 6e-5*sigma {
			t.Errorf("ε=%v: σ = %v, want %v", eps, 1/mu, sigma)
		}
		if got := Epsilon(mu, 1e-5); got > eps || got < eps*(1-1e-9) {
			t.Errorf("ε=%v: the calibrated mean costs %v", eps, got)
		}
	}
}

// The zCDP pairs of the DPGS sheet (Strict, Common): ε and ρ at δ = 10⁻⁵.
func TestRhoGoldenValues(t *testing.T) {
	for eps, rho := range map[accounting.Epsilon]float64{
		0.1: .00043299, 0.5: .00850506, 1: .03055659, 2: .10825615, 3.5: .29485566,
	} {
		// The sheet searched a grid of orders, so it may be a little below.
		less, err := EpsilonOfRho(rho*(1-2e-6), 1e-5)
		more, err2 := EpsilonOfRho(rho*(1+1e-4), 1e-5)
		if err != nil || err2 != nil || less > eps || more < eps {
			t.Errorf("around ρ = %v: %v and %v, want %v between (%v, %v)", rho, less, more, eps, err, err2)
		}
	}
}

// zCDP knows less than the exact curve, so it must answer more.
func TestZeroConcentratedAboveExact(t *testing.T) {
	for _, mu := range []float64{0.01, 0.1, 1, 4} {
		for _, d := range []accounting.Delta{1e-12, 1e-5, 1e-3} {
			z, err := EpsilonOfRho(Rho(mu), d)
			if exact := Epsilon(mu, d); err != nil || z < exact {
				t.Errorf("μ=%v δ=%v: zCDP %v below exact %v (%v)", mu, d, z, exact, err)
			}
		}
	}
}

// tradeoff returns the least rate of false negatives of a test with rate alpha of
// false positives: Φ(Φ⁻¹(1-α) - μ) [DRS22] Eq. 6.
func tradeoff(mu, alpha float64) float64 {
	if alpha <= 0 {
		return 1
	}
	if alpha >= 1 {
		return 0
	}
	return special.Cdf(special.Quantile(math.Log(alpha)) - mu)
}

func TestEdges(t *testing.T) {
	inf := math.Inf(1)
	for _, c := range []struct {
		got, want float64
	}{
		{float64(Epsilon(0, 1e-5)), 0},
		{float64(Epsilon(1, 0)), inf},
		{float64(Epsilon(inf, 0.5)), inf},
		{Delta(inf, 1), 1},
		{Delta(0, 1), 0},
		{float64(Epsilon(0.001, 0.5)), 0},
	} {
		if c.got != c.want {
			t.Errorf("got %v, want %v", c.got, c.want)
		}
	}
	if mu, err := Mean(accounting.Budget{Epsilon: 1}); mu != 0 || err != nil {
		t.Errorf("δ = 0 leaves μ = %v (%v), want 0", mu, err)
	}
	for _, rho := range []float64{-1, math.NaN()} {
		if _, err := EpsilonOfRho(rho, 1e-5); err == nil {
			t.Errorf("ρ = %v accepted", rho)
		}
	}
	if _, err := Mean(accounting.Budget{Epsilon: accounting.Epsilon(math.NaN()), Delta: 1e-5}); !errors.Is(err, accounting.ErrInvalid) {
		t.Errorf("ε = NaN: %v", err)
	}
}
