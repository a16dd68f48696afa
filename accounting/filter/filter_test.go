package filter_test

import (
	"math"
	"slices"
	"testing"

	"github.com/graphdp/graphdp/accounting"
	"github.com/graphdp/graphdp/accounting/best"
	"github.com/graphdp/graphdp/accounting/filter"
	"github.com/graphdp/graphdp/accounting/gauss"
	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/data/scalar"
	"gonum.org/v1/gonum/interp"
)

func accountant(t testing.TB, r accounting.Relation) *best.Accountant {
	t.Helper()
	return must.Get(best.New(r))(t)
}

// training is a plan of noisy steps on Poisson samples.
type training struct {
	rate  float64
	steps int
}

func (x training) event(multiplier float64) accounting.Event {
	return accounting.SelfCompose{Event: accounting.PoissonSampled{Rate: x.rate, Event: accounting.Gaussian{NoiseMultiplier: multiplier}}, Count: x.steps}
}

// trainings differ in the shape of their curves: few noisy steps, many, rare ones with
// little noise.
var trainings = []training{{0.002, 100}, {0.01, 1000}, {0.1, 20}, {0.5, 2}, {1, 3}}

// A rule returns the joint cost of blocks: [filter.CostOf], or a mutant of it.
type rule func(a filter.Accountant, blocks []accounting.Event, d accounting.Delta) (accounting.Epsilon, error)

func theFilter(a filter.Accountant, blocks []accounting.Event, d accounting.Delta) (accounting.Epsilon, error) {
	c, err := filter.CostOf(a, blocks, d)
	return c.Epsilon, err
}

// ruled is an accountant for one more block.
type ruled struct {
	accounting.Accountant
	rule   rule
	a      filter.Accountant
	before []accounting.Event
}

func (r ruled) Epsilon(e accounting.Event, d accounting.Delta) (accounting.Epsilon, error) {
	return r.rule(r.a, append(r.before[:len(r.before):len(r.before)], e), d)
}

// A curve is H(x) at real x, the larger of the two directions: splines of ln H between
// points.
type curve struct {
	end float64 // where H no longer matters
	log interp.NaturalCubic
}

func curveOf(t testing.TB, a *best.Accountant, e accounting.Event, step, end float64) (c curve) {
	t.Helper()
	var xs, logs []float64
	for x := 0.0; x <= end; x += step {
		h := must.Get(a.Delta(e, accounting.Epsilon(x)))(t)
		xs, logs = append(xs, x), append(logs, math.Log(h))
		if c.end = x; h < 1e-11 {
			break
		}
	}
	must.Do(t, c.log.Fit(xs, logs))
	return c
}

func (c curve) at(x float64) float64 {
	if x < 0 { // H(x) = 1 - e^x + e^x·H of the reverse at -x
		return 1 - scalar.Exp(x) + scalar.Exp(x)*c.at(-x)
	}
	return scalar.Exp(c.log.Predict(min(x, c.end)))
}

// first is a release that a tree begins with: outputs with their probability under P and
// their loss.
type first struct {
	event accounting.Event
	each  func(visit func(p, loss float64))
}

// gaussianFirst returns Gaussian noise on a value that moves by mean, integrated by rectangles.
func gaussianFirst(mean float64) first {
	return first{accounting.Gaussian{NoiseMultiplier: 1 / mean}, func(visit func(p, loss float64)) {
		const h = 1.0 / 256
		for z := -10.0; z < 10; z += h {
			visit(h*scalar.Exp(-z*z/2)/math.Sqrt(2*math.Pi), mean*z+mean*mean/2)
		}
	}}
}

// responseFirst returns one answer by randomised response.
func responseFirst(eps float64) first {
	truth := 1 / (1 + scalar.Exp(-eps))
	return first{accounting.RandomisedResponse{Categories: 2, Truth: truth}, func(visit func(p, loss float64)) {
		visit(truth, eps)
		visit(1-truth, -eps)
	}}
}

// treeDelta returns δ of the tree: for each output of the first release the analyst takes the
// continuation that is worst there.
func treeDelta(eps float64, f first, continuations []curve) (delta float64) {
	f.each(func(p, loss float64) {
		worst := 0.0
		for _, c := range continuations {
			worst = max(worst, c.at(eps-loss))
		}
		delta += p * worst
	})
	return delta
}

// worstTree finds, for each training, the least noise that the rule accepts after the first
// release, and returns δ of the tree in which the analyst chooses among them.
func worstTree(t testing.TB, a *best.Accountant, b accounting.Budget, f first, r rule) float64 {
	t.Helper()
	var continuations []curve
	for _, x := range trainings {
		s, err := accounting.CalibrateNoise(ruled{a, r, a, []accounting.Event{f.event}}, b, x.event)
		if err != nil {
			continue // nothing is left for it
		}
		continuations = append(continuations, curveOf(t, a, x.event(s), float64(b.Epsilon)/32, 3*float64(b.Epsilon)))
	}
	if len(continuations) < 3 {
		t.Fatalf("only %d trainings fit after %v", len(continuations), f.event)
	}
	return treeDelta(float64(b.Epsilon), f, continuations)
}

// firsts returns releases that spend a part of the budget.
func firsts(t testing.TB, b accounting.Budget, shares ...float64) (list []first) {
	t.Helper()
	for _, share := range shares {
		mean := must.Get(gauss.Mean(accounting.Budget{Epsilon: b.Epsilon * accounting.Epsilon(share), Delta: b.Delta}))(t)
		list = append(list, gaussianFirst(mean), responseFirst(share*float64(b.Epsilon)))
	}
	return list
}

// The analyst looks at the first release and chooses among trainings of different shapes, each with
// the least noise that the filter accepts. The total δ is at most the budget's. Exact composition
// of the chosen trainings would exceed it: this attack breaks sessions without a filter.
func TestAdaptiveTreesKeepTheBudget(t *testing.T) {
	a := accountant(t, accounting.AddRemove)
	for _, b := range []accounting.Budget{{Epsilon: 1, Delta: 1e-5}, {Epsilon: 4, Delta: 1e-5}} {
		for _, f := range firsts(t, b, 0.7) {
			if d := worstTree(t, a, b, f, theFilter); d > float64(b.Delta)*(1+1e-6) {
				t.Errorf("budget %v after %v: δ = %.4g", b, f.event, d)
			} else {
				t.Logf("budget %v after %v: δ = %.4g", b, f.event, d)
			}
		}
	}
	b := accounting.Budget{Epsilon: 1, Delta: 1e-5}
	for name, mutant := range map[string]rule{
		"exact composition of what was chosen": func(a filter.Accountant, blocks []accounting.Event, d accounting.Delta) (accounting.Epsilon, error) {
			return a.Epsilon(accounting.Compose(blocks), d)
		},
		"covers of the budget's δ alone": func(a filter.Accountant, blocks []accounting.Event, d accounting.Delta) (accounting.Epsilon, error) {
			eps, err := a.Epsilon(blocks[1], d)
			if err != nil {
				return 0, err
			}
			mean, err := gauss.Mean(accounting.Budget{Epsilon: max(eps, 1e-9), Delta: d})
			if err != nil || math.IsInf(float64(eps), 1) {
				return accounting.Epsilon(math.Inf(1)), err
			}
			return a.Epsilon(accounting.Compose{blocks[0], accounting.Gaussian{NoiseMultiplier: 1 / mean}}, d)
		},
	} {
		if d := worstTree(t, a, b, firsts(t, b, 0.7)[0], mutant); !(d > float64(b.Delta)*1.02) {
			t.Errorf("%s: δ = %.4g, and the test does not notice", name, d)
		} else {
			t.Logf("%s: δ = %.4g", name, d)
		}
	}
}

// The same one level deeper, with distributions integrated without an accountant: Gaussian noise,
// one of several single steps on Poisson samples, and another.
func TestDeeperTreesKeepTheBudget(t *testing.T) {
	a := accountant(t, accounting.AddRemove)
	b := accounting.Budget{Epsilon: 1, Delta: 1e-5}
	rates := []float64{0.01, 0.1, 0.5}
	f := firsts(t, b, 0.5)[0]
	half := accounting.Budget{Epsilon: b.Epsilon * 0.8, Delta: b.Delta}
	type step struct{ rate, sigma float64 }
	var seconds []step
	thirds := map[step][]step{}
	for _, q := range rates {
		s := must.Get(accounting.CalibrateNoise(ruled{a, theFilter, a, []accounting.Event{f.event}}, half, training{q, 1}.event))(t)
		second := step{q, s}
		seconds = append(seconds, second)
		for _, q := range rates {
			s := must.Get(accounting.CalibrateNoise(ruled{a, theFilter, a, []accounting.Event{f.event, training{second.rate, 1}.event(second.sigma)}}, b, training{q, 1}.event))(t)
			thirds[second] = append(thirds[second], step{q, s})
		}
	}
	most := 0.0
	for _, removed := range []bool{false, true} {
		// H of one step at e^x, from normal tails: of ((1-q)·N(0) + q·N(1), N(0)), or of its
		// reverse.
		tail := func(z float64) float64 { return scalar.Erfc(z/math.Sqrt2) / 2 }
		h := func(x step, at float64) float64 {
			s := x.sigma
			e := scalar.Exp(at)
			if !removed { // the set where the loss exceeds at is z > edge
				if e <= 1-x.rate {
					return 1 - e
				}
				edge := s*s*math.Log((e-1+x.rate)/x.rate) + 0.5
				return (1-x.rate)*tail(edge/s) + x.rate*tail((edge-1)/s) - e*tail(edge/s)
			}
			if 1/e <= 1-x.rate {
				return 0
			}
			edge := s*s*math.Log((1/e-1+x.rate)/x.rate) + 0.5 // z < edge
			return (1 - tail(edge/s)) - e*((1-x.rate)*(1-tail(edge/s))+x.rate*(1-tail((edge-1)/s)))
		}
		total := 0.0
		f.each(func(p, loss float64) {
			worst := 0.0
			for _, second := range seconds {
				sum, width := 0.0, second.sigma/16
				for z := -8 * second.sigma; z < 8*second.sigma+1; z += width {
					base := scalar.Exp(-z*z/(2*second.sigma*second.sigma)) / (second.sigma * math.Sqrt(2*math.Pi))
					lr := 1 - second.rate + second.rate*scalar.Exp((z-0.5)/(second.sigma*second.sigma))
					under, l := base*lr, math.Log(lr)
					if removed {
						under, l = base, -l
					}
					best := 0.0
					for _, third := range thirds[second] {
						best = max(best, h(third, float64(b.Epsilon)-loss-l))
					}
					sum += width * under * best
				}
				worst = max(worst, sum)
			}
			total += p * worst
		})
		if total > float64(b.Delta) {
			t.Errorf("removed %v: δ = %.4g, the budget is %v", removed, total, b)
		}
		most = max(most, total)
	}
	if most < 0.02*float64(b.Delta) {
		t.Errorf("δ = %.4g: the trees are too tame for the budget %v", most, b)
	}
}

// Gaussian and pure sessions cost the same as without a filter.
func TestNothingIsLost(t *testing.T) {
	for _, r := range []accounting.Relation{accounting.AddRemove, accounting.ReplaceOne} {
		a := accountant(t, r)
		var gaussians, pure []accounting.Event
		for i := range 7 {
			gaussians = append(gaussians, accounting.Gaussian{NoiseMultiplier: float64(8 + i)})
			pure = append(pure, accounting.Laplace{NoiseMultiplier: float64(8 + i)}, accounting.ExponentialMechanism{Epsilon: 0.02})
		}
		c, err := filter.CostOf(a, gaussians, 1e-5)
		exact, err2 := a.Epsilon(accounting.Compose(gaussians), 1e-5)
		if err != nil || err2 != nil || !c.Adaptive || c.Epsilon < exact || c.Epsilon > exact*(1+1e-12) {
			t.Errorf("Gaussian releases cost %v, exactly %v (%v, %v)", c, exact, err, err2)
		}
		for _, d := range []accounting.Delta{0, 1e-30} {
			c, err = filter.CostOf(a, pure, d)
			want := 7 * 0.02
			for i := range 7 {
				want += 1 / float64(8+i)
			}
			if err != nil || !c.Adaptive || math.Abs(float64(c.Epsilon)-want) > 1e-12 {
				t.Errorf("pure releases at δ = %v cost %v, want %v (%v)", d, c, want, err)
			}
		}
		if c, err = filter.CostOf(a, pure, 1e-5); err != nil || c.Epsilon > 0.84 {
			t.Errorf("at δ = 1e-5 pure releases cost %v (%v)", c, err)
		}
	}
}

func TestCosts(t *testing.T) {
	a := accountant(t, accounting.AddRemove)
	step := training{0.1, 100}.event(6)
	alone := must.Get(a.Epsilon(step, 1e-5))(t)
	free := accounting.Compose{}
	box := accounting.ApproxDP{Epsilon: 0.5, Delta: 4e-6}
	inf := math.Inf(1)
	for name, c := range map[string]struct {
		blocks   []accounting.Event
		low, up  float64
		adaptive bool
	}{
		"nothing":                   {nil, 0, 0, false},
		"nothing that costs":        {[]accounting.Event{free, accounting.SelfCompose{Event: free, Count: 9}}, 0, 0, false},
		"one block":                 {[]accounting.Event{step}, float64(alone), float64(alone), false},
		"one block that costs":      {[]accounting.Event{free, step, free}, float64(alone), float64(alone), false},
		"a box":                     {[]accounting.Event{box}, 0.5, 0.5, false},
		"two boxes":                 {[]accounting.Event{box, box}, 1, 1, false},
		"boxes beyond δ":            {[]accounting.Event{box, box, box}, inf, inf, false},
		"a box and a step":          {[]accounting.Event{box, step}, 0.5 + float64(alone), 0.5 + 1.1*float64(alone), false},
		"a count and a step":        {[]accounting.Event{accounting.Laplace{NoiseMultiplier: 10}, step}, float64(alone), float64(alone) + 0.1, true},
		"a step and a count":        {[]accounting.Event{step, accounting.Laplace{NoiseMultiplier: 10}}, float64(alone), float64(alone) + 0.16, true},
		"two steps":                 {[]accounting.Event{step, step}, 1.42 * float64(alone), 1.55 * float64(alone), true},
		"no privacy":                {[]accounting.Event{step, accounting.NonPrivate{Reason: "none"}}, inf, inf, true},
		"no privacy, then a step":   {[]accounting.Event{accounting.NonPrivate{Reason: "none"}, step}, inf, inf, true},
		"zCDP and a step":           {[]accounting.Event{accounting.ZeroConcentrated{Rho: 1e-4}, step}, float64(alone), 1.13 * float64(alone), true},
		"a step and zCDP":           {[]accounting.Event{step, accounting.ZeroConcentrated{Rho: 1e-4}}, float64(alone), 1.1 * float64(alone), true},
		"a block of two, then one":  {[]accounting.Event{accounting.Compose{step, step}, accounting.Gaussian{NoiseMultiplier: 30}}, 1.4 * float64(alone), 1.6 * float64(alone), true},
		"Gaussian noise, then step": {[]accounting.Event{accounting.Gaussian{NoiseMultiplier: 30}, step}, float64(alone), 1.1 * float64(alone), true},
	} {
		got, err := filter.CostOf(a, c.blocks, 1e-5)
		if err != nil || float64(got.Epsilon) < c.low*(1-1e-9) || float64(got.Epsilon) > c.up*(1+1e-9) || got.Adaptive != c.adaptive {
			t.Errorf("%s costs %+v (%v), want %v … %v, adaptive %v", name, got, err, c.low, c.up, c.adaptive)
		}
	}
	if _, err := filter.CostOf(a, []accounting.Event{accounting.Gaussian{}}, 1e-5); err == nil {
		t.Error("an invalid event costs something")
	}
	if _, err := filter.CostOf(a, []accounting.Event{accounting.FixedSizeSampled{Population: 9, Sample: 2, Event: accounting.Gaussian{NoiseMultiplier: 1}}}, 1e-5); err == nil {
		t.Error("an event without a bound costs something")
	}
}

// The cost of the filter: the least noise of a second spend, compared with that of declaring both
// together. docs/proofs/filter.md quotes it; the test fails if the cost exceeds the quoted one.
func TestPrice(t *testing.T) {
	for _, c := range []struct {
		what   string
		r      accounting.Relation
		budget accounting.Epsilon
		first  accounting.Event
		second training
		most   float64
	}{
		{"a Laplace count of .1, then a training", accounting.ReplaceOne, 1, accounting.Laplace{NoiseMultiplier: 10}, training{0.12, 250}, 1.01},
		{"a Laplace count of .1, then a training", accounting.AddRemove, 1, accounting.Laplace{NoiseMultiplier: 10}, training{0.12, 250}, 1.02},
		{"a Gaussian count (μ = .05), then a training", accounting.ReplaceOne, 1, accounting.Gaussian{NoiseMultiplier: 20}, training{0.12, 250}, 1.02},
		{"a Gaussian count (μ = .05), then a training", accounting.AddRemove, 8, accounting.Gaussian{NoiseMultiplier: 20}, training{0.12, 250}, 1.15},
		{"a training, then another", accounting.ReplaceOne, 1, training{0.12, 250}.event(20), training{0.12, 250}, 1.02},
		{"a training, then another", accounting.AddRemove, 1, training{0.12, 250}.event(11), training{0.12, 250}, 1.03},
		{"a training, then another", accounting.AddRemove, 4, training{0.12, 250}.event(3.2), training{0.12, 250}, 1.06},
		{"a training, then 200 steps of 1 in 250", accounting.AddRemove, 1, training{0.12, 250}.event(11), training{0.004, 200}, 2},
	} {
		a := accountant(t, c.r)
		b := accounting.Budget{Epsilon: c.budget, Delta: 1e-5}
		noise := func(r rule) float64 {
			s, err := accounting.CalibrateNoise(ruled{a, r, a, []accounting.Event{c.first}}, b, c.second.event)
			if err != nil {
				t.Fatal(c.what, err)
			}
			return s
		}
		adaptive := noise(theFilter)
		together := noise(func(a filter.Accountant, blocks []accounting.Event, d accounting.Delta) (accounting.Epsilon, error) {
			return a.Epsilon(accounting.Compose(blocks), d)
		})
		t.Logf("| %s | %v, ε = %g | %.4g | %.4g | %.3f |", c.what, c.r, float64(c.budget), together, adaptive, adaptive/together)
		if ratio := adaptive / together; ratio < 1-1e-5 || ratio > c.most {
			t.Errorf("%s: %.3f times the noise, want %v at most", c.what, ratio, c.most)
		}
	}
}

// The same in ε: what typical notebooks spend, fixed in advance and adaptively.
func TestPriceInEpsilon(t *testing.T) {
	count, step := accounting.Laplace{NoiseMultiplier: 10}, training{0.12, 250}.event(11)
	many := training{0.12, 250}.event(2)
	for _, c := range []struct {
		what   string
		blocks []accounting.Event
		most   float64 // adaptive over fixed
	}{
		{"ten Gaussian releases of μ = .1", []accounting.Event{
			accounting.Gaussian{NoiseMultiplier: 10}, accounting.SelfCompose{Event: accounting.Gaussian{NoiseMultiplier: 10}, Count: 9},
		}, 1 + 1e-9},
		{"three Laplace releases of .1", []accounting.Event{count, count, count}, 1.1},
		{"a Laplace count of .1, then a training", []accounting.Event{count, step}, 1.01},
		{"a training, then a Laplace count of .1", []accounting.Event{step, count}, 1.25},
		{"three trainings", []accounting.Event{step, step, step}, 1.01},
		{"two counts of .1, two trainings", []accounting.Event{count, count, step, step}, 1.07},
		{"two trainings with little noise", []accounting.Event{many, many}, 1.05},
	} {
		a := accountant(t, accounting.AddRemove)
		fixed := must.Get(a.Epsilon(accounting.Compose(c.blocks), 1e-5))(t)
		adaptive := must.Get(filter.CostOf(a, c.blocks, 1e-5))(t)
		ratio := float64(adaptive.Epsilon / fixed)
		t.Logf("| %s | %.4g | %.4g | %.3f |", c.what, float64(fixed), float64(adaptive.Epsilon), ratio)
		if ratio < 1-1e-5 || ratio > c.most {
			t.Errorf("%s: %.4f times the ε, want %v at most", c.what, ratio, c.most)
		}
	}
}

// However many parts a budget is cut into, they fit it and fill it.
func TestBoxesAddUp(t *testing.T) {
	a := must.Get(best.New(accounting.AddRemove))(t)
	for _, n := range []int{3, 10, 7777, 100_003} {
		blocks := slices.Repeat([]accounting.Event{accounting.ApproxDP{Epsilon: 1 / float64(n), Delta: 1e-5 / float64(n)}}, n)
		cost, err := filter.CostOf(a, blocks, 1e-5)
		if err != nil || math.Abs(float64(cost.Epsilon)-1) > 1e-15 {
			t.Errorf("%d boxes cost %v, %v", n, cost, err)
		}
		cost, err = filter.CostOf(a, append(blocks, accounting.ApproxDP{Delta: 1e-17}), 1e-5)
		if err != nil || !math.IsInf(float64(cost.Epsilon), 1) {
			t.Errorf("%d boxes and one more cost %v, %v", n, cost, err)
		}
	}
}
