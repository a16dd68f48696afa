package rdp

import (
	"math"
	"testing"

	"github.com/graphdp/graphdp/accounting"
	"github.com/graphdp/graphdp/accounting/gauss"
	"github.com/graphdp/graphdp/accounting/internal/pair"
	"github.com/graphdp/graphdp/accounting/internal/plan"
	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/data/scalar"
)

func sampled(q, sigma float64, steps int) accounting.Event {
	return accounting.SelfCompose{Event: accounting.PoissonSampled{Rate: q, Event: accounting.Gaussian{NoiseMultiplier: sigma}}, Count: steps}
}

func accountant(t *testing.T, r accounting.Relation) *Accountant {
	return must.Get(New(r))(t)
}

// The conversion against brute force over two-point laws: of all P = (p, 1-p),
// Q = (x, 1-x) with D_a(P‖Q) ≤ r none has H_{e^ε} > δ, and some come close.
func TestConversionIsTheJointRange(t *testing.T) {
	for _, a := range []float64{1.3, 2, 5, 30} {
		for _, r := range []float64{1e-4, 0.01, 0.3, 2} {
			for _, eps := range []float64{0.02, 0.2, 1} {
				d := scalar.Exp(toLogDelta(eps).best(a, r))
				closed := scalar.Exp(toLogDelta(eps).closed(a, r))
				var worst float64
				for i := 1; i < 1500; i++ { // p from 10⁻¹³ to 1 - 10⁻¹³
					p := 1 / (1 + scalar.Exp(-0.04*float64(i-750)))
					low, high := 0.0, p // the least x allowed, by bisection
					for range 60 {
						x := (low + high) / 2
						m := a*math.Log(p) + (1-a)*math.Log(x)
						n := a*math.Log1p(-p) + (1-a)*math.Log1p(-x)
						if scalar.Exp(m)+scalar.Exp(n) > scalar.Exp((a-1)*r) {
							low = x
						} else {
							high = x
						}
					}
					worst = max(worst, p-scalar.Exp(eps)*high)
				}
				if worst > d*(1+1e-9)+1e-15 {
					t.Errorf("order %v, R=%v, ε=%v: δ = %v, but %v is possible", a, r, eps, d, worst)
				}
				if worst > 1e-9 && worst < d*(1-1e-3) {
					t.Errorf("order %v, R=%v, ε=%v: δ = %v, but at most %v is possible", a, r, eps, d, worst)
				}
				if d > closed*(1+1e-9) {
					t.Errorf("order %v, R=%v, ε=%v: δ = %v above the closed form %v", a, r, eps, d, closed)
				}
				if back := toEpsilon(d).best(a, r); math.Abs(back-eps) > 1e-6*eps+1e-9 && d < 1 {
					t.Errorf("order %v, R=%v: ε(δ(%v)) = %v", a, r, eps, back)
				}
			}
		}
	}
}

// Of unsampled Gaussian noise: exact ≤ Rényi ≤ zCDP, and the Rényi bound is at
// most a tenth above the exact curve for usual δ.
func TestGaussianBetweenExactAndZeroConcentrated(t *testing.T) {
	a := accountant(t, accounting.AddRemove)
	for _, sigma := range []float64{0.4, 1, 4, 30} {
		for _, d := range []accounting.Delta{1e-3, 1e-5, 1e-12} {
			exact := gauss.Epsilon(1/sigma, d)
			got := must.Get(a.Epsilon(accounting.Gaussian{NoiseMultiplier: sigma}, d))(t)
			z := must.Get(gauss.EpsilonOfRho(gauss.Rho(1/sigma), d))(t)
			if got < exact || got > z*(1+1e-8) || got > 1.3*exact {
				t.Errorf("σ=%v δ=%v: exact %v, Rényi %v, zCDP %v", sigma, d, exact, got, z)
			}
		}
	}
}

// A black box with known ρ costs as much as a Gaussian release with that ρ.
func TestZeroConcentrated(t *testing.T) {
	a := accountant(t, accounting.ReplaceOne)
	x := must.Get(a.Epsilon(accounting.SelfCompose{Event: accounting.ZeroConcentrated{Rho: 0.02}, Count: 4}, 1e-6))(t)
	y := must.Get(a.Epsilon(accounting.Gaussian{NoiseMultiplier: 2.5}, 1e-6))(t) // μ²/2 = 0.08
	if math.Abs(float64(x-y)) > 1e-9 {
		t.Errorf("%v and %v", x, y)
	}
	g := must.Get(a.Epsilon(accounting.Group{Size: 2, Event: accounting.ZeroConcentrated{Rho: 0.02}}, 1e-6))(t)
	if math.Abs(float64(x-g)) > 1e-9 { // 2²·ρ
		t.Errorf("a group of two: %v, want %v", g, x)
	}
}

// dp-accounting 0.6.0 takes fractional orders from a loose series and a fixed
// list: its ε for small budgets is up to some percent higher. These are its
// answers (RdpAccountant, default orders).
func TestNeverAboveDPAccounting(t *testing.T) {
	a := accountant(t, accounting.AddRemove)
	for _, c := range []struct {
		sigma, q float64
		steps    int
		delta    accounting.Delta
		theirs   float64
	}{
		{1.1, .01, 10000, 1e-5, 5.632010670081592},
		{5, .01, 100, 1e-5, 0.07217262555207735},
		{5, .01, 217, 1e-5, 0.10442696243780802},
		{5, .01, 21715, 1e-5, 1.228142393881591},
		{5, .01, 1000000, 1e-5, 10.86267131251898},
		{.4, 1e-5, 1000000, 1e-12, 11.257306264513488},
		{100, 1e-5, 1000000, 1e-5, 0.00350652994643591},
		{100, 1e-5, 1000000, 1e-12, 0.019262244170246585},
	} {
		got := must.Get(a.Epsilon(sampled(c.q, c.sigma, c.steps), c.delta))(t)
		if float64(got) > c.theirs {
			t.Errorf("σ=%v q=%v %d steps δ=%v: %v above %v", c.sigma, c.q, c.steps, c.delta, got, c.theirs)
		}
	}
}

func TestDivergenceRefuses(t *testing.T) {
	a := accountant(t, accounting.AddRemove)
	for _, order := range []float64{1, 0.5, math.NaN()} {
		if _, err := a.Divergence(sampled(0.1, 1, 1), order); err == nil {
			t.Errorf("order %v accepted", order)
		}
	}
	if r := must.Get(a.Divergence(accounting.ApproxDP{Epsilon: 1, Delta: 1e-9}, 2))(t); !math.IsInf(r, 1) {
		t.Errorf("a box that may fail has divergence %v", r)
	}
}

// A pair and its reverse have the same cost, that of the more expensive direction.
func TestBothDirectionsCount(t *testing.T) {
	for name, forward := range map[string]pair.Pair{
		"Laplace noise on a sample":      pair.Laplace(1.5).Sampled(0.3),
		"a mixture of Gaussians":         pair.MixturePair([]float64{0, 1, 3}, []float64{0.2, 0.5, 0.3}, []float64{0}, []float64{1}, 2),
		"mixtures both ways":             pair.MixturePair([]float64{0, 1, 2}, []float64{0.2, 0.5, 0.3}, []float64{0, 1}, []float64{0.6, 0.4}, 2),
		"exchanged records on a sample":  pair.Replacement(0.2, 0.8),
		"Gaussian noise without samples": pair.Shift(2),
	} {
		backward := forward.Reverse()
		if backward == nil {
			backward = forward
		}
		p := &plan.Plan{Steps: []plan.Step{{Pair: forward, Count: 5}}}
		q := &plan.Plan{Steps: []plan.Step{{Pair: backward, Count: 5}}}
		if x, y := At(p, 1e-6).Epsilon, At(q, 1e-6).Epsilon; !(math.Abs(x/y-1) < 1e-6) {
			t.Errorf("%s costs ε = %v, its reverse %v", name, x, y)
		}
		if x, y := AtEpsilon(p, 0.5).LogDelta, AtEpsilon(q, 0.5).LogDelta; !(math.Abs(x-y) < 1e-6) {
			t.Errorf("%s costs ln δ = %v, its reverse %v", name, x, y)
		}
	}
}
