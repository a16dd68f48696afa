package dpar

import (
	"math"
	"testing"

	"github.com/graphdp/graphdp/accounting"
	"github.com/graphdp/graphdp/accounting/gauss"
	"github.com/graphdp/graphdp/accounting/papertest"
	"github.com/graphdp/graphdp/accounting/pld"
	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/claim"
	"github.com/graphdp/graphdp/gdp/gdptest"
)

var near = gdptest.NearRelative

// Corollary 1 at six settings, where the picks, of bounded range 2ε each, cost less; its second
// branch wins from k = 21 on at ε = .05.
func TestCorollary1(t *testing.T) {
	claim.Loose(t, "dpar", "Corollary 1: one-shot Gumbel noise, top k, is (ε', δ)-DP with ε' = 2·min{kε, kε·tanh(ε) + ε·√(2k·ln(1/δ))}")
	for _, c := range []struct {
		k          int
		eps, delta float64
		want       float64
	}{{2, .1, 1e-4, .4}, {2, 1, 1e-4, 4}, {4, .65, 1e-4, 5.2}, {32, .05, 1e-4, 2.58775}, {64, .05, 1e-4, 3.75328}, {128, .05, 1e-4, 5.49523}} {
		near(t, "ε'", corollary1(c.k, c.eps, gdp.Delta(c.delta)), c.want, 2e-6)
		if exact := epsilonOf(t, accounting.ExponentialMechanism{Epsilon: 2 * c.eps}, c.k, gdp.Delta(c.delta)); exact > c.want {
			t.Errorf("k = %d, ε = %v: the picks cost %v, above the corollary's %v", c.k, c.eps, exact, c.want)
		}
	}
	for k, linear := range map[int]bool{20: true, 21: false} {
		if got := corollary1(k, .05, 1e-4) == 2*float64(k)*.05; got != linear {
			t.Errorf("k = %d: the first branch wins: %v", k, got)
		}
	}
}

// The calibration of Theorems 1 and 3 for half of Table 1's budgets, M = 70, K = 2. The rows and
// picks have their exact cost.
func TestCalibrationOfRows(t *testing.T) {
	claim.Loose(t, "dpar", "Thm 1 and 3: the cost of M private rows at the budgets of Table 1, within the range of the composition they use")
	for _, c := range []struct {
		delta, eps                        float64
		total, row, em0, em1, laplace, gm float64
		once, exchanged, picks            float64 // of rows that move by C₁ and √2·C₁; of EM0
	}{
		{2e-3, 1, 5.5556, .1331, .0333, .0166, .03005, 33.026, .354, .571, .813},
		{2e-3, 8, 44.4444, .9222, .2306, .1153, .00434, 4.767, 4.922, 8.054, 10.555},
		{8e-4, 1, 5.5556, .1243, .0311, .0155, .03218, 37.005, .395, .616, .884},
		{8e-4, 8, 44.4444, .8752, .2188, .1094, .00457, 5.256, 4.847, 7.766, 10.621},
		{1e-4, 1, 5.5556, .1094, .0273, .0137, .03656, 45.997, .443, .664, .990},
		{1e-4, 8, 44.4444, .7905, .1976, .0988, .00506, 6.366, 4.651, 7.216, 10.705},
	} {
		p := Published.Settings
		half, _ := halves(gdp.Budget{Epsilon: gdp.Epsilon(c.eps), Delta: gdp.Delta(c.delta)}, p.RowShare)
		b := p.beforeSampling(half)
		near(t, "ε_g", float64(b.Epsilon), c.total, 1e-5)
		near(t, "ε of a row", perRow(70, b), c.row, 5e-4)
		for rows, want := range map[Rows]rowNoise{EM0: {gumbel: c.em0}, EM1: {gumbel: c.em1, laplace: c.laplace}, GM: {sigma: c.gm * p.RowClip}} {
			p.Rows = rows
			n := must.Get(p.noise(70, b))(t)
			near(t, rows.String()+": Gumbel ε", n.gumbel, want.gumbel, 4e-3)
			near(t, rows.String()+": Laplace scale", n.laplace, want.laplace, 2e-3)
			near(t, rows.String()+": σ", n.sigma, want.sigma, 7e-5)
		}
		near(t, "exact ε", float64(gauss.Epsilon(math.Sqrt(70)/c.gm, b.Delta)), c.once, 2e-3)
		near(t, "exact ε at √2·C₁", float64(gauss.Epsilon(math.Sqrt(140)/c.gm, b.Delta)), c.exchanged, 2e-3)
		// Two picks a row at a quarter of ε each; the reference is an upper bound.
		picks := epsilonOf(t, accounting.ExponentialMechanism{Epsilon: perRow(70, b) / 2}, 140, b.Delta)
		papertest.Between(t, "picks", picks, c.picks, .2)
	}
}

// The defaults of the public code are no setting of ε = 1 or 8: Theorems 1 and 3 backwards.
func TestDefaultsOfThePublicCode(t *testing.T) {
	claim.Fails(t, "dpar", "The public code's defaults are the settings of Table 1: GM with C₁ = .01 and σ = .0067 costs q'·345 = 31.0 by Theorem 3, EM with ε = 1.3 and K = 4 costs 24.6 and 51.0 by Theorem 1")
	const delta = 2 * 70 * 1e-4
	row := math.Sqrt(2*math.Log(1.25/1e-4)) * .01 / .0067
	near(t, "GM, a row", row, 6.4830, 1e-5)
	near(t, "GM", allRows(70, row, delta), 344.968, 1e-5)
	near(t, "GM, times q'", .09*allRows(70, row, delta), 31.0472, 1e-5)
	em := corollary1(4, 1.3/2, 1e-4) // the code's scale is 2C₂/ε
	near(t, "EM, a row", em, 5.2, 1e-9)
	near(t, "EM0", allRows(70, em, delta), 273.504, 1e-5)
	near(t, "EM1", allRows(70, 2*em, delta), 566.821, 1e-5)
	near(t, "EM1, times q'", .09*allRows(70, 2*em, delta), 51.014, 1e-4)
}

// G1 and the check values of Table 1's budgets: claimed 1 is 8.70, claimed 8 is 86.5, before
// anything else is mended.
func TestSubsamplingIsNotLinear(t *testing.T) {
	claim.Fails(t, "dpar", "Thm 2: a subsample of rate q' divides ε by 1/q' (G1). It makes ε into ln(1 + q'(e^ε - 1)): claimed 1 is 8.70, claimed 8 is 86.5")
	for _, c := range []struct{ claimed, want float64 }{{1, 8.70331}, {8, 86.4809}, {.5, 3.18600}, {4, 42.0365}, {.27, .99979}} {
		got := must.Get(amplified(gdp.Budget{Epsilon: gdp.Epsilon(c.claimed)}, .09))(t)
		near(t, "ε", got, c.want, 2e-5)
		if got < c.claimed {
			t.Errorf("claimed %v, mended %v", c.claimed, got)
		}
	}
	for _, c := range []struct{ real, before float64 }{{.5, 2.1051}, {1, 3.0003}, {2, 4.2765}, {4, 6.3911}, {8, 10.4076}} {
		near(t, "before sampling", math.Log1p(math.Expm1(c.real)/.09), c.before, 3e-5)
	}
}

// epsilonOf is what PLD accounting makes of a plan on a session of n nodes.
func epsilonOf(t *testing.T, step accounting.Event, steps int, delta gdp.Delta) float64 {
	t.Helper()
	a := must.Get(pld.New(accounting.AddRemove))(t)
	eps := must.Get(a.Epsilon(accounting.SelfCompose{Event: step, Count: steps}, delta))(t)
	return float64(eps)
}

// STRICT-A and STRICT-C: N = 14,666, B = 256, T = 2000, δ = 10⁻⁵, by Rényi divergences and by PLD;
// computed independently, and rounded up.
func TestStrictAccounting(t *testing.T) {
	claim.Holds(t, "dpar", "Strict modes: the ε of one root's own row, of R other rows of weight w and of rows along D edges are those of the mixture law, as an independent accountant computes them")
	s := must.Get(gdp.Protect(plainNetwork(t, 30), gdp.NodeUnbounded, gdp.Budget{Epsilon: 100, Delta: 1e-5}, gdp.Nodes(30)))(t)
	const rate = 256. / 14666
	x := papertest.Open(t, accounting.AddRemove)
	for _, c := range []struct {
		others             int
		share              float64
		sigma, renyi, want float64
	}{
		{0, 0, 2, 1.8224, 1.664}, {0, 0, 4, .7982, .729}, {1, .5, 2, 2.7770, 2.552}, {1, .5, 4, 1.2333, 1.127},
		{2, .5, 2, 3.7961, 3.496}, {2, .5, 4, 1.6809, 1.543}, {4, .25, 2, 3.7414, 3.443}, {4, .25, 4, 1.6730, 1.536},
		{5, 1. / 6, 2, 3.4205, 3.118}, {5, 1. / 6, 4, 1.5218, 1.395}, {10, 1. / 11, 2, 3.5440, 3.246}, {10, 1. / 11, 4, 1.5861, 1.457},
	} {
		e := must.Get(gdp.Plan{
			Label: "a", Steps: 2000, Sampling: gdp.PoissonShared{Rate: rate, Others: c.others, Share: c.share},
			Sensitivity: 1, Multiplier: c.sigma, Basis: sharedProof,
		}.Event(s))(t)
		many := e.(accounting.SelfCompose)
		// Theirs is rounded up to a coarser grid than ours.
		if got := epsilonOf(t, many.Event, many.Count, 1e-5); got > c.want+5e-4 || got < 0.99*c.want {
			t.Errorf("%+v: ε = %v, want %v", c, got, c.want)
		}
		papertest.Between(t, "ε by Rényi divergences", x.Epsilon(x.Renyi, e, 1e-5), c.renyi, 1.5e-2)
	}
}

// allRows is the inverse of [perRow]: the claimed cost of M rows of ε each.
func allRows(rows int, eps float64, delta gdp.Delta) float64 {
	return solve(0, 1e9, func(total float64) bool {
		return perRow(rows, gdp.Budget{Epsilon: gdp.Epsilon(total), Delta: delta}) > eps
	})
}
