package seprivgemb_test

import (
	"math"
	"testing"

	"github.com/graphdp/graphdp/accounting"
	"github.com/graphdp/graphdp/accounting/acctest/papertest"
	"github.com/graphdp/graphdp/accounting/gauss"
	"github.com/graphdp/graphdp/accounting/rdp"
	"github.com/graphdp/graphdp/gdp/claim"
)

// The accounting of the paper as arithmetic. Names say where a statement stands; a test that
// ends in Fails is a counterexample to it. The reference numbers were computed independently
// of this project (numpy, scipy, dp-accounting 0.6.0).

// SE-PrivGEmb's update counts at σ = 5, B = 128: columns P (the paper's Thm 4
// and 1), Cd (the code's accountant), L (PLD). Ours allow at least as many.
func TestUpdateCounts(t *testing.T) {
	claim.Loose(t, "seprivgemb", "Thm 4 with Thm 1: the number of updates that a budget allows, as steps on a sample of edges")
	x := papertest.Open(t, accounting.AddRemove)
	r := papertest.Open(t, accounting.ReplaceOne)
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
		budget := accounting.Budget{Epsilon: accounting.Epsilon(c.eps), Delta: papertest.Delta}
		count := func(a accounting.Accountant, step accounting.Event) int {
			n, err := accounting.CalibrateSteps(a, budget, 1<<30, func(n int) accounting.Event { return accounting.SelfCompose{Event: step, Count: n} })
			if err != nil {
				t.Fatal(err)
			}
			return n
		}
		poisson := accounting.PoissonSampled{Rate: q, Event: accounting.Gaussian{NoiseMultiplier: 5}}
		if n := count(x.Tight, poisson); n < c.loss || float64(n) > 1.01*float64(c.loss) {
			t.Errorf("%d edges ε=%v: %d updates, want a little over %d", c.edges, c.eps, n, c.loss)
		}
		if n := count(x.Renyi, poisson); n < c.code || n > c.loss {
			t.Errorf("%d edges ε=%v: %d updates by Rényi, want %d to %d", c.edges, c.eps, n, c.code, c.loss)
		}
		if n := updates(q, c.eps); math.Abs(float64(n-c.paper)) > 1 {
			t.Errorf("%d edges ε=%v: %d updates by Thm 4 and 1, want %d", c.edges, c.eps, n, c.paper)
		}
		for sigma, theirs := range map[float64]int{5: c.w, 2.5: c.w2} {
			n := count(r.Renyi, accounting.FixedSizeSampled{Population: c.edges, Sample: 128, Event: accounting.Gaussian{NoiseMultiplier: sigma}})
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
		most = max(most, math.Floor((eps-math.Log(1/papertest.Delta)/float64(a-1))/thm4(q, 5, a)))
	}
	return int(most)
}

// SE-PrivGEmb C8, C9: values of Thm 4, and ours below it, a quarter at order 2.
func TestThm4(t *testing.T) {
	claim.Loose(t, "seprivgemb", "Thm 4: Rényi divergence of a Gaussian on a sample without replacement")
	x := papertest.Open(t, accounting.ReplaceOne)
	r := x.Renyi.(*rdp.Accountant)
	p := papertest.Open(t, accounting.AddRemove).Renyi.(*rdp.Accountant)
	for edges, rows := range map[int]map[int][2]float64{ // Thm 4 and Poisson
		31421: {2: {2.709032e-6, 6.772587e-7}, 8: {1.206223e-5, 2.711766e-6}, 32: {6.849758e-5, 1.089106e-5}, 63: {1.889902e-4, 2.155507e-5}},
		6594:  {2: {6.150969e-5}, 8: {3.811666e-4}, 32: {3.861106e-3}, 63: {1.169131e-2}},
	} {
		q := 128 / float64(edges)
		for order, want := range rows {
			papertest.Near(t, "Thm 4", thm4(q, 5, order), want[0], 1e-6)
			fixed, err := r.Divergence(accounting.FixedSizeSampled{Population: edges, Sample: 128, Event: accounting.Gaussian{NoiseMultiplier: 5}}, float64(order))
			if err != nil || fixed > want[0] {
				t.Errorf("order %d: %v above Thm 4's %v (%v)", order, fixed, want[0], err)
			}
			if want[1] == 0 {
				continue
			}
			poisson, err := p.Divergence(papertest.SampledGaussian(q, 5, 1), float64(order))
			if err != nil {
				t.Fatal(err)
			}
			papertest.Near(t, "Poisson", poisson, want[1], 1e-6)
		}
		if order2, _ := p.Divergence(papertest.SampledGaussian(q, 5, 1), 2); math.Abs(4*order2/thm4(q, 5, 2)-1) > 1e-4 {
			t.Errorf("order 2: Poisson %v is not a quarter of Thm 4", order2)
		}
	}
	papertest.Near(t, "200 steps without sampling", float64(gauss.Epsilon(math.Sqrt(200)/5, papertest.Delta)), 15.456, 1e-4) // C7
}

// SE-PrivGEmb G4: a node of degree d is not a record of rate B/|E|. Its real
// cost at σ = 5, T = 200, with dense noise and positives only.
func TestNodeLevelFails(t *testing.T) {
	claim.Fails(t, "seprivgemb", "Thm 5: T updates at rate B/|E| protect a node")
	x := papertest.Open(t, accounting.AddRemove)
	for _, c := range []struct {
		edges, degree int
		want          float64
	}{{6594, 3, .609}, {6594, 10, 2.31}, {6594, 19, 4.80}, {14496, 6, .550}, {14496, 10, .962}, {31421, 10, .413}, {31421, 27, 1.23}, {31421, 100, 5.40}} {
		one := accounting.PoissonSampled{Rate: 128 / float64(c.edges), Event: accounting.Gaussian{NoiseMultiplier: 5}}
		plan := accounting.SelfCompose{Event: accounting.Group{Size: c.degree, Event: one}, Count: 200}
		papertest.Near(t, "node of a degree", x.Epsilon(x.Tight, plan, papertest.Delta), c.want, 8e-3)
		if record := x.Epsilon(x.Tight, accounting.SelfCompose{Event: one, Count: 200}, papertest.Delta); record >= c.want {
			t.Errorf("%d edges: one record costs %v, a node of degree %d %v", c.edges, record, c.degree, c.want)
		}
	}
}
