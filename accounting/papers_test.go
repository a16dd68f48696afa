package accounting_test

import (
	"math"
	"testing"

	"github.com/graphdp/graphdp/accounting"
	"github.com/graphdp/graphdp/accounting/acctest"
	"github.com/graphdp/graphdp/accounting/gauss"
	"github.com/graphdp/graphdp/accounting/pld"
	"github.com/graphdp/graphdp/accounting/rdp"
	"github.com/graphdp/graphdp/gdp/claim"
)

// The accounting of five papers as arithmetic. Names say where a statement
// stands; a test that ends in Fails is a counterexample to it. The reference
// numbers were computed independently of this package (numpy, scipy,
// dp-accounting 0.6.0) when the papers were taken apart.

const delta5 = 1e-5

func near(t *testing.T, what string, got, want, relative float64) {
	t.Helper()
	if !(math.Abs(got-want) <= relative*math.Abs(want)) {
		t.Errorf("%s: %v, want %v", what, got, want)
	}
}

// between: ours is exact or nearly so, the reference an upper bound from a
// coarser accountant, rounded to three digits or more, and no more than the
// given share above.
func between(t *testing.T, what string, got, reference, slack float64) {
	t.Helper()
	if !(got <= reference*(1+1.2e-3) && got >= reference*(1-slack)) {
		t.Errorf("%s: %v, want at most %v and at least %v", what, got, reference, reference*(1-slack))
	}
}

type tool struct {
	*testing.T
	tight, renyi accounting.Accountant
}

func tools(t *testing.T, r accounting.Relation) tool {
	t.Helper()
	p, err := pld.New(r)
	if err != nil {
		t.Fatal(err)
	}
	d, err := rdp.New(r)
	if err != nil {
		t.Fatal(err)
	}
	return tool{t, p, d}
}

func (t tool) eps(a accounting.Accountant, e accounting.Event, d float64) float64 {
	t.Helper()
	x, err := a.Epsilon(e, accounting.Delta(d))
	if err != nil {
		t.Fatal(err)
	}
	return float64(x)
}

func sampledGaussian(q, sigma float64, steps int) accounting.Event {
	return accounting.SelfCompose{Event: accounting.PoissonSampled{Rate: q, Event: accounting.Gaussian{NoiseMultiplier: sigma}}, Count: steps}
}

func mean(t *testing.T, eps, d float64) float64 {
	t.Helper()
	mu, err := gauss.Mean(accounting.Budget{Epsilon: accounting.Epsilon(eps), Delta: accounting.Delta(d)})
	if err != nil {
		t.Fatal(err)
	}
	return mu
}

// PrivDPR 5.6: the largest mean of a Gaussian release at δ = 10⁻⁵, and the
// sensitivity-1 noise of 845 steps (strict variant A with C = 1: 2√T/μ).
func TestPrivDPRLargestMean(t *testing.T) {
	for eps, mu := range map[float64]float64{
		.1: 0.032520784, .2: 0.06133414, .4: 0.11588058, .8: 0.21868622, 1.6: 0.41042873, 3.2: 0.76113216,
	} {
		near(t, "μ", mean(t, eps, delta5), mu, 1e-7)
	}
	near(t, "noise", 2*math.Sqrt(845)/mean(t, .1, delta5), 1787.71112, 1e-7)
	near(t, "noise", 2*math.Sqrt(845)/mean(t, 3.2, delta5), 76.3832752, 1e-7)
}

// PrivDPR 4.3.2 splits ε and δ over T steps; G10: exact composition needs up
// to 800 times less noise, so "the moments accountant needs more" is backwards.
func TestPrivDPRSplittingIsWasteful(t *testing.T) {
	claim.Loose(t, "privdpr", "Thm 2.2 and Sec. 4.3.2: T steps with noise for (ε/T, δ/T) each are (ε, δ)-DP in sum")
	claim.Fails(t, "privdpr", "Sec. 1: advanced composition exhausts a small budget sooner than an even split does")
	for _, c := range []struct {
		steps             int
		eps, split, exact float64
	}{
		{845, .1, 51365.1662, 893.856}, {845, 3.2, 1605.16145, 38.1916},
		{1035, 3.2, 1976.85, 42.2678}, {1965, 3.2, 3817.01, 58.2400},
		{4055, 3.2, 8023.16, 83.6634}, {128195, .1, 8788116, 11009.7}, {128195, 3.2, 274629, 470.409},
	} {
		n := float64(c.steps)
		split := gauss.Classical(accounting.Budget{Epsilon: accounting.Epsilon(c.eps / n), Delta: accounting.Delta(delta5 / n)})
		near(t, "split", split, c.split, 1e-5)
		near(t, "exact", math.Sqrt(n)/mean(t, c.eps, delta5), c.exact, 1e-5)
	}
	// The same by zCDP, with ρ = (√(ln(1/δ)+ε) - √ln(1/δ))²: worse than exact.
	for _, c := range []struct{ eps, steps, sigma float64 }{{.1, 845, 1397.900}, {3.2, 845, 46.43339}, {.1, 128195, 17218.03}, {3.2, 128195, 571.923}} {
		l := math.Log(1 / delta5)
		rho := math.Pow(math.Sqrt(l+c.eps)-math.Sqrt(l), 2)
		near(t, "zCDP", math.Sqrt(c.steps/(2*rho)), c.sigma, 1e-5)
		best, err := gauss.RhoOf(accounting.Budget{Epsilon: accounting.Epsilon(c.eps), Delta: delta5})
		if err != nil || best < rho {
			t.Errorf("ε=%v: best ρ %v below the simple %v (%v)", c.eps, best, rho, err)
		}
	}
}

// PrivDPR G5: the bound of a norm is not a sensitivity; replacing a node can
// move the sum by twice that. One step with the paper's noise then costs more
// than the target; at T = 2 and 3 the slack of basic composition is used up
// just above .5167054 and 4.4548131; at the paper's T it covers the factor.
func TestPrivDPRFactorTwoFails(t *testing.T) {
	claim.Fails(t, "privdpr", "Eq. 11: noise scaled to the bound of a norm, half of what an exchanged node can move, keeps ε at every T and ε")
	claim.Loose(t, "privdpr", "Thm 5.1, its arithmetic: 845 steps with the printed noise cost at most ε = 3.2, even if a node counts twice")
	cost := func(eps float64, steps int, factor float64) float64 {
		n := float64(steps)
		sigma := gauss.Classical(accounting.Budget{Epsilon: accounting.Epsilon(eps / n), Delta: accounting.Delta(delta5 / n)})
		return float64(gauss.Epsilon(factor*math.Sqrt(n)/sigma, delta5))
	}
	near(t, "T=1", cost(.1, 1, 2), .12982021, 1e-6)
	near(t, "T=1", cost(.9, 1, 2), 1.4329186, 1e-6)
	near(t, "T=1", cost(3.2, 1, 2), 6.0622261, 1e-6)
	near(t, "T=2", cost(3.2, 2, 2), 3.9142017, 1e-6)
	near(t, "T=3", cost(3.2, 3, 2), 3.0483173, 1e-6)
	near(t, "T=845 without the factor", cost(3.2, 845, 1), 0.0525548, 1e-5)
	near(t, "T=845", cost(3.2, 845, 2), 0.112515, 1e-5)
	near(t, "break-even at T=2", cost(.5167054, 2, 2), .5167054, 1e-6)
	near(t, "break-even at T=3", cost(4.4548131, 3, 2), 4.4548131, 1e-6)
}

// PrivDPR G11, Thm 2.1: the classical formula lacks its condition ε < 1. At
// δ = 10⁻⁵ it first fails at ε = 8.4197713.
func TestClassicalGaussianFails(t *testing.T) {
	claim.Fails(t, "privdpr", "Thm 2.1: noise of √(2·ln(1.25/δ))/ε is (ε, δ)-DP without a limit on ε")
	claim.Fails(t, "dpggan", "Thm 1 as it is used at ε = 10: noise of √(2·ln(1.25/δ))/ε is (ε, δ)-DP")
	claim.Loose(t, "dpgs", "Sec. 2: Gaussian noise of √(2·ln(1.25/δ))/ε is (ε, δ)-DP at the budgets of the experiments")
	real := func(eps, d float64) float64 {
		b := accounting.Budget{Epsilon: accounting.Epsilon(eps), Delta: accounting.Delta(d)}
		return gauss.Delta(1/gauss.Classical(b), b.Epsilon)
	}
	near(t, "δ at ε=8.4197713", real(8.4197713, delta5), delta5, 1e-6)
	near(t, "δ at ε=10", real(10, delta5), 2.26537e-5, 1e-5)
	near(t, "δ at ε=8", real(8, delta5), 7.97060e-6, 1e-5)
	near(t, "σ at ε=1", 1/mean(t, 1, delta5), 3.7306316, 1e-7)
	near(t, "classical σ at ε=1", gauss.Classical(accounting.Budget{Epsilon: 1, Delta: delta5}), 4.8448053, 1e-7)
	// DPGGAN C3, from its Theorem 1: the same rule used at ε = 10.
	near(t, "δ at ε=.1", real(.1, delta5), 2.636e-9, 1e-3)
	near(t, "δ at ε=1", real(1, delta5), 4.114e-8, 1e-3)
	// DPAR G8: where it first fails for other δ.
	for d, eps := range map[float64]float64{1e-2: 6.78, 1e-3: 7.47, 1e-4: 8.00} {
		if real(eps-.02, d) > d || real(eps+.02, d) < d {
			t.Errorf("δ = %v: the first failure is not at ε = %v", d, eps)
		}
	}
	// DPGS T1: what the classical multipliers really give.
	for eps, want := range map[float64]float64{.025: .012967, .125: .077582, .25: .165646, .875: .648991, 1: .750977} {
		mu := 1 / gauss.Classical(accounting.Budget{Epsilon: accounting.Epsilon(eps), Delta: delta5})
		near(t, "exact ε", float64(gauss.Epsilon(mu, delta5)), want, 1e-4)
	}
}

// DPGGAN Eq. 6, σ = q·√(T·ln(1/δ))/ε: the printed ε against the true one of T
// Poisson-sampled steps (C7). It is safe at .1 and fails from 1 on, by 12.5 %
// and then 65 % (G6).
func TestDPGGANEq6Fails(t *testing.T) {
	claim.Fails(t, "dpggan", "Eq. 6: T steps at rate q with noise σ = q·√(T·ln(1/δ))/ε are (ε, δ)-DP")
	x := tools(t, accounting.AddRemove)
	for _, c := range []struct {
		steps                int
		claimed, renyi, loss float64
	}{
		{1, 0.00679, 0.04488, 0.00573}, {100, 0.06786, 0.07217, 0.06126}, {217, 0.09997, 0.10443, 0.09284},
		{1000, 0.21460, 0.23437, 0.21146}, {10000, 0.67861, 0.80651, 0.73640}, {21715, 1.00001, 1.22814, 1.12527},
		{100000, 2.14597, 2.84921, 2.62750}, {1000000, 6.78614, 10.8627, 10.127}, {2171472, 10.0000, 17.6347, 16.515},
	} {
		claimed := .01 / 5 * math.Sqrt(float64(c.steps)*math.Log(1/delta5))
		near(t, "Eq. 6", claimed, c.claimed, 1e-3)
		real := x.eps(x.tight, sampledGaussian(.01, 5, c.steps), delta5)
		between(t, "true ε", real, c.loss, 4e-3)
		between(t, "Rényi ε", x.eps(x.renyi, sampledGaussian(.01, 5, c.steps), delta5), c.renyi, .75)
		if (real > claimed) != (c.steps >= 10000) {
			t.Errorf("%d steps: true %v, claimed %v", c.steps, real, claimed)
		}
	}
	// C5: steps that Eq. 6 allows.
	for eps, steps := range map[float64]float64{.1: 217.147, 1: 21714.7, 10: 2171472} {
		near(t, "T", math.Pow(5*eps/.01, 2)/math.Log(1/delta5), steps, 1e-5)
	}
	// Steps that really fit, and noise that Eq. 6's T needs.
	steps := func(n int) accounting.Event { return sampledGaussian(.01, 5, n) }
	for _, c := range []struct{ eps, renyi, loss float64 }{{.1, 200, 249}, {1, 14874, 17509}} {
		b := accounting.Budget{Epsilon: accounting.Epsilon(c.eps), Delta: delta5}
		n, err := accounting.CalibrateSteps(x.tight, b, 1<<30, steps)
		if err != nil || float64(n) < c.loss || float64(n) > c.loss*1.01 {
			t.Errorf("ε=%v: %d steps (%v), want a little over %v", c.eps, n, err, c.loss)
		}
		n, err = accounting.CalibrateSteps(x.renyi, b, 1<<30, steps)
		if err != nil || float64(n) < c.renyi || float64(n) > c.renyi*1.15 {
			t.Errorf("ε=%v: %d steps by Rényi (%v), want at least %v", c.eps, n, err, c.renyi)
		}
	}
	for _, c := range []struct {
		eps   float64
		steps int
		sigma float64
	}{{.1, 217, 4.686}, {1, 21715, 5.555}} {
		s, err := accounting.CalibrateNoise(x.tight, accounting.Budget{Epsilon: accounting.Epsilon(c.eps), Delta: delta5},
			func(s float64) accounting.Event { return sampledGaussian(.01, s, c.steps) })
		if err != nil {
			t.Fatal(err)
		}
		between(t, "σ", s, c.sigma, 3e-3)
	}
}

// DPGGAN strict S1 to S3: calibrated multipliers at δ = 10⁻⁵, and the pair
// under the exchange of a graph, which costs twice as much as adding one (S3).
func TestDPGGANStrictPlans(t *testing.T) {
	x := tools(t, accounting.AddRemove)
	for _, c := range []struct {
		q     float64
		steps int
		sigma [3]float64
	}{
		{.1, 200, [3]float64{43.60, 5.427, .9985}}, {.05, 500, [3]float64{34.46, 4.301, .870}},
		{8.0 / 69, 300, [3]float64{0, 7.6095, 1.2442}}, {16.0 / 69, 200, [3]float64{0, 12.344, 1.817}},
	} {
		for i, eps := range []accounting.Epsilon{.1, 1, 10} {
			if c.sigma[i] == 0 {
				continue
			}
			s, err := accounting.CalibrateNoise(x.tight, accounting.Budget{Epsilon: eps, Delta: delta5},
				func(s float64) accounting.Event { return sampledGaussian(c.q, s, c.steps) })
			if err != nil {
				t.Fatal(err)
			}
			between(t, "σ", s, c.sigma[i], 4e-3)
		}
	}
	r := tools(t, accounting.ReplaceOne)
	between(t, "replace-one", r.eps(r.tight, sampledGaussian(8.0/69, 7.6095, 300), delta5), 2.1156, 2e-3)
	near(t, "T-fold Gaussian", 10/mean(t, 1, delta5), 37.31, 2e-4) // S2, T = 100
}

// DPAR Thm 2 multiplies ε by the sampling rate q'. The rule for a Poisson
// sample is ln(1 + q'(e^ε - 1)), which is never less (G1, T12).
func TestDPARLinearAmplificationFails(t *testing.T) {
	claim.Fails(t, "dpar", "Thm 2: a mechanism of (ε, δ) on a sample of rate q' is (q'·ε, q'·δ)-DP")
	const q = .09
	for eps, want := range map[float64]float64{1: 0.14379, 3: 0.99979, 5.5556: 3.18600, 11.1111: 8.70331, 44.4444: 42.0365, 88.8889: 86.4809} {
		b, err := accounting.Amplify(accounting.Budget{Epsilon: accounting.Epsilon(eps), Delta: delta5}, q)
		if err != nil {
			t.Fatal(err)
		}
		near(t, "amplified ε", float64(b.Epsilon), want, 3e-5)
		near(t, "amplified δ", float64(b.Delta), q*delta5, 1e-12)
		if float64(b.Epsilon) <= q*eps {
			t.Errorf("ε=%v: the linear rule %v does not understate %v", eps, q*eps, b.Epsilon)
		}
	}
	for eps, want := range map[float64]float64{.5: 2.1051, 1: 3.0003, 2: 4.2765, 4: 6.3911, 8: 10.4076} {
		b, err := accounting.BeforeSampling(accounting.Budget{Epsilon: accounting.Epsilon(eps), Delta: delta5}, q)
		if err != nil {
			t.Fatal(err)
		}
		near(t, "ε before sampling", float64(b.Epsilon), want, 1e-5)
		if back, err := accounting.Amplify(b, q); err != nil || float64(back.Epsilon) > eps || back.Delta > delta5 {
			t.Errorf("ε=%v came back as %v (%v)", eps, back, err)
		}
	}
	// The claimed total of 1 is 11.11 before sampling and 8.70 after; 8 is 86.5.
	// Randomised response attains the rule, so no better one exists.
	x := tools(t, accounting.AddRemove)
	e := accounting.PoissonSampled{Rate: q, Event: accounting.ApproxDP{Epsilon: 11.1111}}
	near(t, "attained", x.eps(x.tight, e, 0), 8.70331, 1e-5)
}

// DPAR T7b and G7: exact composition of k mechanisms that are (ε₀, δ₀)-DP each.
// The shortcut ε₀ = ε_g/(2√(k·ln(e+ε_g/δ_g))) was made for small budgets; at
// 44.44 it is still safe, at 60 and 88.9 it is violated.
func TestDPARCompositionShortcutFails(t *testing.T) {
	claim.Fails(t, "dpar", "Thm 1 and 3: k mechanisms of ε/(2·√(k·ln(e + ε/δ))) compose to (ε, δ) for any ε > 0")
	x := tools(t, accounting.AddRemove)
	box := func(k int, eps0, delta0 float64) accounting.Event {
		return accounting.SelfCompose{Event: accounting.ApproxDP{Epsilon: eps0, Delta: delta0}, Count: k}
	}
	for eps, want := range map[float64]float64{0: .4621172, 1: .3378347, 1.5: .2102884} {
		d, err := x.tight.Delta(box(2, 1, 0), accounting.Epsilon(eps))
		if err != nil {
			t.Fatal(err)
		}
		near(t, "δ", d, want, 3e-6)
		near(t, "closed form", acctest.Optimal(2, 1, 0, eps), want, 2e-7)
	}
	near(t, "ε", x.eps(x.tight, box(70, .1, 0), 1e-5), 3.486275, 2e-6)
	for claimed, real := range map[float64]float64{5: 2.573, 44.44: 43.69, 60: 65.56, 88.9: 110.5} {
		eps0 := claimed / (2 * math.Sqrt(70*math.Log(math.E+claimed/.01)))
		near(t, "exact composition", x.eps(x.tight, box(70, eps0, .01/140), .01), real, 2e-3)
		if (real > claimed) != (claimed >= 60) {
			t.Errorf("claimed %v, real %v", claimed, real)
		}
	}
}

// DPAR T5: Corollary 1 on one-shot Gumbel noise, as printed.
func TestDPARCorollary1(t *testing.T) {
	claim.Loose(t, "dpar", "Corollary 1: one-shot Gumbel noise, top k, is (ε', δ)-DP with ε' = 2·min{kε, kε·tanh(ε) + ε·√(2k·ln(1/δ))}")
	printed := func(k, eps, d float64) float64 {
		linear := k * eps
		root := k*eps*math.Tanh(eps) + eps*math.Sqrt(2*k*math.Log(1/d))
		return 2 * min(linear, root)
	}
	x := tools(t, accounting.AddRemove)
	for _, c := range []struct{ k, eps, want float64 }{{2, .1, .4}, {2, 1, 4}, {4, .65, 5.2}, {32, .05, 2.58775}, {64, .05, 3.75328}, {128, .05, 5.49523}} {
		near(t, "Corollary 1", printed(c.k, c.eps, 1e-4), c.want, 1e-5)
		// Each pick is 2ε-bounded range; k of them cost less than printed.
		real := x.eps(x.tight, accounting.SelfCompose{Event: accounting.ExponentialMechanism{Epsilon: 2 * c.eps}, Count: int(c.k)}, 1e-4)
		if real > c.want {
			t.Errorf("k=%v ε=%v: %v above the corollary's %v", c.k, c.eps, real, c.want)
		}
	}
}

// DPAR T7 and T8: calibration of rows by Thm 1 and 3, beside exact Gaussian
// accounting of the same rows and bounded-range accounting of the same picks.
func TestDPARTheoremsOneAndThreeAreLoose(t *testing.T) {
	claim.Loose(t, "dpar", "Thm 1 and 3: the cost of M private rows at the budgets of Table 1, within the range of the composition they use")
	x := tools(t, accounting.AddRemove)
	for _, c := range []struct{ d, eps, epsG, eps1, sigma, one, two, picks float64 }{
		{2e-3, 1, 5.5556, .1331, 33.026, .354, .571, .813}, {2e-3, 8, 44.4444, .9222, 4.767, 4.922, 8.054, 10.555},
		{8e-4, 1, 5.5556, .1243, 37.005, .395, .616, .884}, {8e-4, 8, 44.4444, .8752, 5.256, 4.847, 7.766, 10.621},
		{1e-4, 1, 5.5556, .1094, 45.997, .443, .664, .990}, {1e-4, 8, 44.4444, .7905, 6.366, 4.651, 7.216, 10.705},
	} {
		epsG, dg := c.eps/2/.09, c.d/2/.09
		near(t, "ε_g", epsG, c.epsG, 1e-5)
		row := dg / (2 * 70) // δ of one of the 70 rows
		eps1 := epsG / (2 * math.Sqrt(70*math.Log(math.E+epsG/dg)))
		near(t, "ε of a row", eps1, c.eps1, 6e-4)
		sigma := gauss.Classical(accounting.Budget{Epsilon: accounting.Epsilon(eps1), Delta: accounting.Delta(row)})
		near(t, "σ", sigma, c.sigma, 1e-4)
		near(t, "exact ε", float64(gauss.Epsilon(math.Sqrt(70)/sigma, accounting.Delta(dg))), c.one, 2e-3)
		near(t, "exact ε at √2·C", float64(gauss.Epsilon(math.Sqrt(140)/sigma, accounting.Delta(dg))), c.two, 2e-3)
		// Two picks a row, each with Gumbel noise of a quarter of ε₁.
		picks := accounting.SelfCompose{Event: accounting.ExponentialMechanism{Epsilon: eps1 / 2}, Count: 140}
		between(t, "picks", x.eps(x.tight, picks, dg), c.picks, .2)
	}
	eps1 := 344.968 / (2 * math.Sqrt(70*math.Log(math.E+344.968/(2*70*1e-4))))
	near(t, "ε of a row, code's default", eps1, 6.4830, 1e-4)
	near(t, "the same from σ", math.Sqrt(2*math.Log(1.25/1e-4))*.01/.0067, 6.4830, 1e-4)
}

// DPAR T10: closed divergences, and G2, G9, G16: what the printed noise costs.
func TestDPARStageTwo(t *testing.T) {
	claim.Fails(t, "dpar", "Thm 2, Eq. 12 with c₂ = 2: DP-SGD with σ = c₂·q·√(T·ln(1/δ))/ε keeps ε at the settings of Table 1")
	claim.Fails(t, "dpar", "Thm 2 for Alg. 2: batches drawn from the M roots cost what batches of rate B/N cost")
	x := tools(t, accounting.AddRemove)
	const q = 60.0 / 216
	r := x.renyi.(*rdp.Accountant)
	for order, want := range map[float64]float64{2: 0.0499339, 8: 0.6727405} {
		got, err := r.Divergence(sampledGaussian(q, 1.4017, 1), order)
		if err != nil {
			t.Fatal(err)
		}
		near(t, "divergence", got, want, 2e-6)
	}
	// The code's accountant (classical conversion, fixed orders) is an upper bound.
	for sigma, theirs := range map[float64]float64{.95: 109.671, 1: 96.464, 2: 21.843, 4: 8.285} {
		if got := x.eps(x.renyi, sampledGaussian(q, sigma, 800), 1.0/90); got > theirs {
			t.Errorf("σ=%v: %v above %v", sigma, got, theirs)
		}
	}
	// Eq. 12 with c₂ = 2: σ = 5.9998 and .7500; at ε = 44.44 it really gives
	// 110.8, though 5.56 happens to be safe at 3.32.
	for _, c := range []struct{ eps, sigma, real float64 }{{5.5556, 5.9998, 3.32}, {44.4444, .7500, 110.8}} {
		near(t, "Eq. 12", 2*q*math.Sqrt(800*math.Log(90))/c.eps, c.sigma, 1e-4)
		near(t, "true ε", x.eps(x.tight, sampledGaussian(q, c.sigma, 800), 1.0/90), c.real, 3e-3)
	}
	// Batches from the 70 roots: q = 60/70, 400 steps, 103.2 instead of 31.5.
	near(t, "batches of roots", x.eps(x.tight, sampledGaussian(60.0/70, 1.4017, 400), 1.0/90), 103.2, 2e-3)
	// Fixed batches: 200 releases of a node's own row, no sampling.
	for sigma, want := range map[float64]float64{5.3545: 8.8, 1.4017: 73.1} {
		near(t, "fixed batches", float64(gauss.Epsilon(math.Sqrt(200)/sigma, 1.0/90)), want, 6e-3)
	}
}

// law returns the distribution of Bern(q)·own + w·Binom(r, q).
func law(q float64, r int, w float64) accounting.MixtureOfGaussians {
	var m accounting.MixtureOfGaussians
	binomial := 1.0
	for k := 0; k <= r; k++ {
		if k > 0 {
			binomial *= float64(r-k+1) / float64(k)
		}
		p := binomial * math.Pow(q, float64(k)) * math.Pow(1-q, float64(r-k))
		m.Sensitivities = append(m.Sensitivities, w*float64(k), 1+w*float64(k))
		m.Probabilities = append(m.Probabilities, p*(1-q), p*q)
	}
	return m
}

// DPAR, strict variants A and C: mixtures of Gaussians.
func TestDPARStrictPlans(t *testing.T) {
	x := tools(t, accounting.AddRemove)
	const q = 256.0 / 14666
	for _, c := range []struct {
		rows        int
		w           float64
		sigma       float64
		renyi, loss float64
	}{
		{0, 0, 2, 1.8224, 1.664}, {0, 0, 4, .7982, .729}, {1, .5, 2, 2.7770, 2.552}, {1, .5, 4, 1.2333, 1.127},
		{2, .5, 2, 3.7961, 3.496}, {2, .5, 4, 1.6809, 1.543}, {4, .25, 2, 3.7414, 3.443}, {4, .25, 4, 1.6730, 1.536},
		{5, 1.0 / 6, 2, 3.4205, 3.118}, {5, 1.0 / 6, 4, 1.5218, 1.395}, {10, 1.0 / 11, 2, 3.5440, 3.246}, {10, 1.0 / 11, 4, 1.5861, 1.457},
	} {
		m := law(q, c.rows, c.w)
		m.NoiseMultiplier = c.sigma
		plan := accounting.SelfCompose{Event: m, Count: 2000}
		between(t, "Rényi", x.eps(x.renyi, plan, delta5), c.renyi, 1.5e-2)
		between(t, "PLD", x.eps(x.tight, plan, delta5), c.loss, 5e-3)
	}
	// The ledger's total: ρ = .028 of one-shot Gumbel and own + two rows.
	m := law(q, 2, .5)
	m.NoiseMultiplier = 4
	total := accounting.Compose{accounting.ZeroConcentrated{Rho: .028}, accounting.SelfCompose{Event: m, Count: 2000}}
	between(t, "ledger", x.eps(x.renyi, total, delta5), 1.9846, 1e-2)
}

// SE-PrivGEmb's update counts at σ = 5, B = 128: columns P (the paper's Thm 4
// and 1), Cd (the code's accountant), L (PLD). Ours allow at least as many.
func TestSEPrivGEmbUpdateCounts(t *testing.T) {
	claim.Loose(t, "seprivgemb", "Thm 4 with Thm 1: the number of updates that a budget allows, as steps on a sample of edges")
	x := tools(t, accounting.AddRemove)
	r := tools(t, accounting.ReplaceOne)
	for _, c := range []struct {
		edges       int
		eps         float64
		paper, code int
		w, w2, loss int
	}{
		{31421, .5, 2171, 24989, 6184, 1419, 29672}, {31421, 3.5, 153810, 868171, 216660, 50738, 997830},
		{6594, .5, 36, 1080, 260, 56, 1290}, {6594, 1, 234, 3923, 958, 214, 4626}, {6594, 3.5, 5046, 38116, 9453, 2181, 43949},
		{14496, .5, 303, 5287, 1295, 290, 6299}, {14496, 2, 8832, 67810, 16852, 3906, 78830},
	} {
		q := 128 / float64(c.edges)
		budget := accounting.Budget{Epsilon: accounting.Epsilon(c.eps), Delta: delta5}
		count := func(a accounting.Accountant, step accounting.Event) int {
			n, err := accounting.CalibrateSteps(a, budget, 1<<30, func(n int) accounting.Event { return accounting.SelfCompose{Event: step, Count: n} })
			if err != nil {
				t.Fatal(err)
			}
			return n
		}
		poisson := accounting.PoissonSampled{Rate: q, Event: accounting.Gaussian{NoiseMultiplier: 5}}
		if n := count(x.tight, poisson); n < c.loss || float64(n) > 1.01*float64(c.loss) {
			t.Errorf("%d edges ε=%v: %d updates, want a little over %d", c.edges, c.eps, n, c.loss)
		}
		if n := count(x.renyi, poisson); n < c.code || n > c.loss {
			t.Errorf("%d edges ε=%v: %d updates by Rényi, want %d to %d", c.edges, c.eps, n, c.code, c.loss)
		}
		if n := updates(q, c.eps); math.Abs(float64(n-c.paper)) > 1 {
			t.Errorf("%d edges ε=%v: %d updates by Thm 4 and 1, want %d", c.edges, c.eps, n, c.paper)
		}
		for sigma, theirs := range map[float64]int{5: c.w, 2.5: c.w2} {
			n := count(r.renyi, accounting.FixedSizeSampled{Population: c.edges, Sample: 128, Event: accounting.Gaussian{NoiseMultiplier: sigma}})
			if n < theirs || n > 6*theirs {
				t.Errorf("%d edges ε=%v σ=%v: %d updates of fixed size, want at least %d", c.edges, c.eps, sigma, n, theirs)
			}
		}
	}
}

// thm4 returns SE-PrivGEmb's Thm 4 for Gaussian noise at a whole order (C8).
func thm4(q, sigma float64, order int) float64 {
	e := func(j int) float64 { return float64(j) / (2 * sigma * sigma) }
	var sum, binomial float64
	for j := 1; j <= order; j++ {
		binomial += math.Log(float64(order-j+1) / float64(j))
		log := float64(j)*math.Log(q) + binomial
		switch j {
		case 1:
		case 2:
			sum += math.Exp(log) * min(4*math.Expm1(e(2)), 2*math.Exp(e(2)))
		default:
			sum += 2 * math.Exp(log+float64(j-1)*e(j))
		}
	}
	return math.Log1p(sum) / float64(order-1)
}

// updates returns the number of steps that Thm 4 and Thm 1 allow at σ = 5.
func updates(q, eps float64) int {
	var most float64
	for a := 2; a <= 512; a++ {
		most = max(most, math.Floor((eps-math.Log(1/delta5)/float64(a-1))/thm4(q, 5, a)))
	}
	return int(most)
}

// SE-PrivGEmb C8, C9: values of Thm 4, and ours below it, a quarter at order 2.
func TestSEPrivGEmbThm4(t *testing.T) {
	claim.Loose(t, "seprivgemb", "Thm 4: Rényi divergence of a Gaussian on a sample without replacement")
	x := tools(t, accounting.ReplaceOne)
	r := x.renyi.(*rdp.Accountant)
	p := tools(t, accounting.AddRemove).renyi.(*rdp.Accountant)
	for edges, rows := range map[int]map[int][2]float64{ // Thm 4 and Poisson
		31421: {2: {2.709032e-6, 6.772587e-7}, 8: {1.206223e-5, 2.711766e-6}, 32: {6.849758e-5, 1.089106e-5}, 63: {1.889902e-4, 2.155507e-5}},
		6594:  {2: {6.150969e-5}, 8: {3.811666e-4}, 32: {3.861106e-3}, 63: {1.169131e-2}},
	} {
		q := 128 / float64(edges)
		for order, want := range rows {
			near(t, "Thm 4", thm4(q, 5, order), want[0], 1e-6)
			fixed, err := r.Divergence(accounting.FixedSizeSampled{Population: edges, Sample: 128, Event: accounting.Gaussian{NoiseMultiplier: 5}}, float64(order))
			if err != nil || fixed > want[0] {
				t.Errorf("order %d: %v above Thm 4's %v (%v)", order, fixed, want[0], err)
			}
			if want[1] == 0 {
				continue
			}
			poisson, err := p.Divergence(sampledGaussian(q, 5, 1), float64(order))
			if err != nil {
				t.Fatal(err)
			}
			near(t, "Poisson", poisson, want[1], 1e-6)
		}
		if order2, _ := p.Divergence(sampledGaussian(q, 5, 1), 2); math.Abs(4*order2/thm4(q, 5, 2)-1) > 1e-4 {
			t.Errorf("order 2: Poisson %v is not a quarter of Thm 4", order2)
		}
	}
	near(t, "200 steps without sampling", float64(gauss.Epsilon(math.Sqrt(200)/5, delta5)), 15.456, 1e-4) // C7
}

// SE-PrivGEmb G4: a node of degree d is not a record of rate B/|E|. Its real
// cost at σ = 5, T = 200, with dense noise and positives only.
func TestSEPrivGEmbNodeLevelFails(t *testing.T) {
	claim.Fails(t, "seprivgemb", "Thm 5: T updates at rate B/|E| protect a node")
	x := tools(t, accounting.AddRemove)
	for _, c := range []struct {
		edges, degree int
		want          float64
	}{{6594, 3, .609}, {6594, 10, 2.31}, {6594, 19, 4.80}, {14496, 6, .550}, {14496, 10, .962}, {31421, 10, .413}, {31421, 27, 1.23}, {31421, 100, 5.40}} {
		one := accounting.PoissonSampled{Rate: 128 / float64(c.edges), Event: accounting.Gaussian{NoiseMultiplier: 5}}
		plan := accounting.SelfCompose{Event: accounting.Group{Size: c.degree, Event: one}, Count: 200}
		near(t, "node of a degree", x.eps(x.tight, plan, delta5), c.want, 8e-3)
		if record := x.eps(x.tight, accounting.SelfCompose{Event: one, Count: 200}, delta5); record >= c.want {
			t.Errorf("%d edges: one record costs %v, a node of degree %d %v", c.edges, record, c.degree, c.want)
		}
	}
}

// DPGS T1, T3, T12 and the strict plan: totals of zCDP, and its sampled plans
// (STRICT-L).
func TestDPGSComposition(t *testing.T) {
	claim.Loose(t, "dpgs", "Thm 1: the epsilons add up; refinement and weights at ε/4 each cost ε/2 together")
	x := tools(t, accounting.AddRemove)
	// Published steps 2 and 3 at total 1: ε₁₂ = .25 of refinement, two
	// endpoints of range ε₁₂/2 each, and σ_w = 19.379.
	plan := accounting.Compose{
		accounting.SelfCompose{Event: accounting.ExponentialMechanism{Epsilon: .125}, Count: 2},
		accounting.Gaussian{NoiseMultiplier: 19.379},
	}
	between(t, "steps 2 and 3", x.eps(x.renyi, plan, delta5), .3848, .15)
	if tight := x.eps(x.tight, plan, delta5); tight > x.eps(x.renyi, plan, delta5) {
		t.Errorf("PLD %v above Rényi", tight)
	}
	// Shares .4/.1/.5 of ρ at ε = 1: hops of sensitivity √2, refinement, weights.
	shares := accounting.Compose{
		accounting.ZeroConcentrated{Rho: 1 / (9.0452 * 9.0452) /* hops: 1/σ² */},
		accounting.ZeroConcentrated{Rho: .22111 * .22111 / 16},
		accounting.ZeroConcentrated{Rho: 1 / (2 * 5.7207 * 5.7207)},
	}
	if got := x.eps(x.renyi, shares, delta5); got > 1+1e-4 || got < .98 {
		t.Errorf("shares cost %v, want just under 1", got)
	}
	// Bounded range ε is ε²/8-zCDP: an edge of two endpoints is ε²/16 (T4).
	r := x.renyi.(*rdp.Accountant)
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
		between(t, "STRICT-L", x.eps(x.tight, sampledGaussian(c.q, c.sigma, c.steps), delta5), c.want, 3e-3)
	}
	// Keeping the printed loss: 100 steps of sensitivity 2.
	for eps, sd := range map[float64]float64{.25: 265.7, .875: 84.3, .025: 2159} {
		near(t, "whole gradient", 2*10/mean(t, eps, delta5), sd, 1e-3)
	}
}
