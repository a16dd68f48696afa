package accounting_test

import (
	"math"
	"testing"

	"github.com/graphdp/graphdp/accounting"
	"github.com/graphdp/graphdp/accounting/gauss"
	"github.com/graphdp/graphdp/accounting/papertest"
	"github.com/graphdp/graphdp/accounting/rdp"
	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/data/scalar"
	"github.com/graphdp/graphdp/gdp/claim"
)

// The accounting of papers as arithmetic, of those whose method is not here yet. Names say where a
// statement stands; a test that ends in Fails is a counterexample to it. The reference numbers were
// computed independently of this package (numpy, scipy, dp-accounting 0.6.0) when the papers were
// taken apart.

// PrivDPR G11, Thm 2.1, and [DPGGAN21] Eq. 4: the classical formula lacks its condition ε < 1. At
// δ = 10⁻⁵ it first fails at ε = 8.4197713.
func TestClassicalGaussianFails(t *testing.T) {
	claim.Fails(t, "privdpr", "Thm 2.1: noise of √(2·ln(1.25/δ))/ε is (ε, δ)-DP without a limit on ε")
	claim.Fails(t, "dpggan", "Thm 1 as it is used at ε = 10: noise of √(2·ln(1.25/δ))/ε is (ε, δ)-DP")
	claim.Loose(t, "dpgs", "Sec. 2: Gaussian noise of √(2·ln(1.25/δ))/ε is (ε, δ)-DP at the budgets of the experiments")
	real := func(eps, d float64) float64 {
		b := accounting.Budget{Epsilon: accounting.Epsilon(eps), Delta: accounting.Delta(d)}
		return gauss.Delta(1/gauss.Classical(b), b.Epsilon)
	}
	papertest.Near(t, "δ at ε=8.4197713", real(8.4197713, papertest.Delta), papertest.Delta, 1e-6)
	papertest.Near(t, "δ at ε=10", real(10, papertest.Delta), 2.26537e-5, 1e-5)
	papertest.Near(t, "δ at ε=8", real(8, papertest.Delta), 7.97060e-6, 1e-5)
	papertest.Near(t, "σ at ε=1", 1/papertest.Mean(t, 1, papertest.Delta), 3.7306316, 1e-7)
	papertest.Near(t, "classical σ at ε=1", gauss.Classical(accounting.Budget{Epsilon: 1, Delta: papertest.Delta}), 4.8448053, 1e-7)
	// DPGGAN C3, from its Theorem 1: the same rule used at ε = 10.
	papertest.Near(t, "δ at ε=.1", real(.1, papertest.Delta), 2.636e-9, 1e-3)
	papertest.Near(t, "δ at ε=1", real(1, papertest.Delta), 4.114e-8, 1e-3)
	// DPAR G8: where it first fails for other δ.
	for d, eps := range map[float64]float64{1e-2: 6.78, 1e-3: 7.47, 1e-4: 8.00} {
		if real(eps-.02, d) > d || real(eps+.02, d) < d {
			t.Errorf("δ = %v: the first failure is not at ε = %v", d, eps)
		}
	}
	// DPGS T1: the correct values for the classical multipliers.
	for eps, want := range map[float64]float64{.025: .012967, .125: .077582, .25: .165646, .875: .648991, 1: .750977} {
		mu := 1 / gauss.Classical(accounting.Budget{Epsilon: accounting.Epsilon(eps), Delta: papertest.Delta})
		papertest.Near(t, "exact ε", float64(gauss.Epsilon(mu, papertest.Delta)), want, 1e-4)
	}
}

// DPGGAN Eq. 6, σ = q·√(T·ln(1/δ))/ε: the printed ε against the true one of T
// Poisson-sampled steps (C7). It is safe at .1 and fails from 1 on, by 12.5 %
// and then 65 % (G6).
func TestDPGGANEq6Fails(t *testing.T) {
	claim.Fails(t, "dpggan", "Eq. 6: T steps at rate q with noise σ = q·√(T·ln(1/δ))/ε are (ε, δ)-DP")
	x := papertest.Open(t, accounting.AddRemove)
	for _, c := range []struct {
		steps                int
		claimed, renyi, loss float64
	}{
		{1, 0.00679, 0.04488, 0.00573}, {100, 0.06786, 0.07217, 0.06126}, {217, 0.09997, 0.10443, 0.09284},
		{1000, 0.21460, 0.23437, 0.21146}, {10000, 0.67861, 0.80651, 0.73640}, {21715, 1.00001, 1.22814, 1.12527},
		{100000, 2.14597, 2.84921, 2.62750}, {1000000, 6.78614, 10.8627, 10.127}, {2171472, 10.0000, 17.6347, 16.515},
	} {
		claimed := .01 / 5 * math.Sqrt(float64(c.steps)*math.Log(1/papertest.Delta))
		papertest.Near(t, "Eq. 6", claimed, c.claimed, 1e-3)
		real := x.Epsilon(x.Tight, papertest.SampledGaussian(.01, 5, c.steps), papertest.Delta)
		papertest.Between(t, "true ε", real, c.loss, 4e-3)
		papertest.Between(t, "Rényi ε", x.Epsilon(x.Renyi, papertest.SampledGaussian(.01, 5, c.steps), papertest.Delta), c.renyi, .75)
		if (real > claimed) != (c.steps >= 10000) {
			t.Errorf("%d steps: true %v, claimed %v", c.steps, real, claimed)
		}
	}
	// C5: steps that Eq. 6 allows.
	for eps, steps := range map[float64]float64{.1: 217.147, 1: 21714.7, 10: 2171472} {
		papertest.Near(t, "T", scalar.Pow(5*eps/.01, 2)/math.Log(1/papertest.Delta), steps, 1e-5)
	}
	// Steps that really fit, and noise that Eq. 6's T needs.
	for _, c := range []struct {
		eps         float64
		renyi, loss int
	}{{.1, 200, 249}, {1, 14874, 17509}} {
		for _, most := range []struct {
			a     accounting.Accountant
			steps int
			more  float64
		}{{x.Tight, c.loss, 1.01}, {x.Renyi, c.renyi, 1.15}} {
			fits := x.Epsilon(most.a, papertest.SampledGaussian(.01, 5, most.steps), papertest.Delta)
			more := x.Epsilon(most.a, papertest.SampledGaussian(.01, 5, int(most.more*float64(most.steps))), papertest.Delta)
			if fits > c.eps || more <= c.eps {
				t.Errorf("ε=%v: %d steps cost %v, and %v times as many %v", c.eps, most.steps, fits, most.more, more)
			}
		}
	}
	for _, c := range []struct {
		eps   float64
		steps int
		sigma float64
	}{{.1, 217, 4.686}, {1, 21715, 5.555}} {
		s := must.Get(accounting.CalibrateNoise(x.Tight, accounting.Budget{Epsilon: accounting.Epsilon(c.eps), Delta: papertest.Delta},
			func(s float64) accounting.Event { return papertest.SampledGaussian(.01, s, c.steps) }))(t)
		papertest.Between(t, "σ", s, c.sigma, 3e-3)
	}
}

// DPGGAN strict S3: a plan for one graph more or less costs about twice as much for one replaced.
func TestDPGGANStrictPlans(t *testing.T) {
	for r, want := range map[accounting.Relation]float64{accounting.AddRemove: 1, accounting.ReplaceOne: 2.1156} {
		x := papertest.Open(t, r)
		papertest.Between(t, r.String(), x.Epsilon(x.Tight, papertest.SampledGaussian(8.0/69, 7.6095, 300), papertest.Delta), want, 2e-3)
	}
}

// DPGS T1, T3, T12 and the strict plan: totals of zCDP, and its sampled plans
// (STRICT-L).
func TestDPGSComposition(t *testing.T) {
	claim.Loose(t, "dpgs", "Thm 1: the epsilons add up; refinement and weights at ε/4 each cost ε/2 together")
	x := papertest.Open(t, accounting.AddRemove)
	// Published steps 2 and 3 at total 1: ε₁₂ = .25 of refinement, two
	// endpoints of range ε₁₂/2 each, and σ_w = 19.379.
	plan := accounting.Compose{
		accounting.SelfCompose{Event: accounting.ExponentialMechanism{Epsilon: .125}, Count: 2},
		accounting.Gaussian{NoiseMultiplier: 19.379},
	}
	papertest.Between(t, "steps 2 and 3", x.Epsilon(x.Renyi, plan, papertest.Delta), .3848, .15)
	if tight := x.Epsilon(x.Tight, plan, papertest.Delta); tight > x.Epsilon(x.Renyi, plan, papertest.Delta) {
		t.Errorf("PLD %v above Rényi", tight)
	}
	// Shares .4/.1/.5 of ρ at ε = 1: hops of sensitivity √2, refinement, weights.
	shares := accounting.Compose{
		accounting.ZeroConcentrated{Rho: 1 / (9.0452 * 9.0452) /* hops: 1/σ² */},
		accounting.ZeroConcentrated{Rho: .22111 * .22111 / 16},
		accounting.ZeroConcentrated{Rho: 1 / (2 * 5.7207 * 5.7207)},
	}
	if got := x.Epsilon(x.Renyi, shares, papertest.Delta); got > 1+1e-4 || got < .98 {
		t.Errorf("shares cost %v, want just under 1", got)
	}
	// Bounded range ε is ε²/8-zCDP: an edge of two endpoints is ε²/16 (T4).
	r := x.Renyi.(*rdp.Accountant)
	for eps, limit := range map[float64]float64{2: .125, 1: .03125} {
		for _, a := range []float64{1.5, 2, 4, 16} {
			got, err := r.Divergence(accounting.ExponentialMechanism{Epsilon: eps / 2}, a)
			if err != nil || got/a > limit {
				t.Errorf("range %v, order %v: %v (%v)", eps/2, a, got/a, err)
			}
		}
	}
	for _, c := range []struct {
		q, sigma float64
		steps    int
		want     float64
	}{{.05, 4, 100, .4618}, {.05, 2, 100, 1.0972}, {.1, 8, 200, .6460}, {1, 40, 100, .9263}} {
		papertest.Between(t, "STRICT-L", x.Epsilon(x.Tight, papertest.SampledGaussian(c.q, c.sigma, c.steps), papertest.Delta), c.want, 3e-3)
	}
	// Keeping the printed loss: 100 steps of sensitivity 2.
	for eps, sd := range map[float64]float64{.25: 265.7, .875: 84.3, .025: 2159} {
		papertest.Near(t, "whole gradient", 2*10/papertest.Mean(t, eps, papertest.Delta), sd, 1e-3)
	}
}
