package audit

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/accounting"
	"github.com/graphdp/graphdp/accounting/gauss"
	"github.com/graphdp/graphdp/accounting/pld"
	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/data/scalar"
)

// collect runs a mechanism in this goroutine; every campaign has its own seed.
func collect(seed uint64, n int, mechanism func(r *rand.Rand, world int) []float64) Runs {
	var r Runs
	source := rand.New(rand.NewPCG(seed, 1))
	for w := range r {
		r[w] = make([][]float64, n)
		for i := range r[w] {
			r[w][i] = mechanism(source, w)
		}
	}
	return r
}

func laplace(r *rand.Rand, scale float64) float64 {
	return math.Copysign(scale*r.ExpFloat64(), r.Float64()-.5)
}

// Mechanisms with a known ε. Their pairs of inputs differ by exactly the sensitivity, which bounds
// every audit.
func rightMechanisms(t *testing.T) map[string]rightMechanism {
	t.Helper()
	accountant := must.Get(pld.New(accounting.AddRemove))(t)
	sampled := must.Get(accountant.Epsilon(accounting.PoissonSampled{Rate: .3, Event: accounting.Gaussian{NoiseMultiplier: .4}}, .01))(t)
	gaussian := gauss.Epsilon(1, .05)
	return map[string]rightMechanism{
		"Laplace": {func(r *rand.Rand, world int) []float64 {
			return []float64{float64(world) + laplace(r, 1)}
		}, 1, 0, Entry(0), 1},
		"Gaussian": {func(r *rand.Rand, world int) []float64 {
			return []float64{float64(world) + r.NormFloat64()}
		}, gaussian, .05, Entry(0), float64(gaussian) + .5},
		"randomised response": {func(r *rand.Rand, world int) []float64 {
			if r.Float64() > 1/(1+scalar.Exp(-.7)) {
				world = 1 - world
			}
			return []float64{float64(world)}
		}, .7, 0, Entry(0), .5},
		"Gaussian on a Poisson sample": {func(r *rand.Rand, world int) []float64 {
			if r.Float64() > .3 {
				world = 0
			}
			return []float64{float64(world) + .4*r.NormFloat64()}
		}, sampled, .01, Entry(0), math.Inf(1)},
		"Laplace in ten entries": {func(r *rand.Rand, world int) []float64 {
			x := make([]float64, 10)
			for i := range x {
				x[i] = laplace(r, 1)
			}
			x[3] += float64(world)
			return x
		}, 1, 0, Linear(), math.Inf(1)},
	}
}

type rightMechanism struct {
	run           func(r *rand.Rand, world int) []float64
	epsilon       accounting.Epsilon
	delta         accounting.Delta
	distinguisher Distinguisher
	edge          float64 // the event that shows all of ε is to lie above it
}

// tooOften reports whether count of n audits may err that much if each errs with
// probability alpha; it says so wrongly with probability at most 10⁻⁸.
func tooOften(n, count int, alpha float64) bool { return atLeast(n, count, alpha) < 1e-8 }

// An audit of a correct mechanism exceeds its ε at most at the stated rate. All settings together
// cause a false alarm once in 10⁶. The mutant, which uses observed rates, errs far more often.
func TestAuditsOfRightMechanismsErrAtMostAtTheRateStated(t *testing.T) {
	const audits, runs, alpha = 400, 200, .1
	caught := 0
	for name, m := range rightMechanisms(t) {
		a := Attack{Distinguisher: m.distinguisher, Level: Level{m.delta, 1 - alpha}}
		over, mutant := 0, 0
		for i := range audits {
			r := collect(uint64(i), runs, m.run)
			if bound(t, a, r).Violates(m.epsilon) {
				over++
			}
			if counted(r, m.edge, float64(m.delta)) > float64(m.epsilon) {
				mutant++
			}
		}
		t.Logf("%s: %d of %d over, %d by the mutant", name, over, audits, mutant)
		if tooOften(audits, over, alpha) {
			t.Errorf("%s: %d of %d audits find more than ε = %v", name, over, audits, m.epsilon)
		}
		if tooOften(audits, mutant, alpha) {
			caught++
		}
	}
	if caught < 3 {
		t.Errorf("the mutant was caught in %d settings only: the test is blind", caught)
	}
}

// counted returns the ε that the rates above the edge show if nothing is left to
// chance.
func counted(r Runs, edge, delta float64) float64 {
	var rate [2]float64
	for w, runs := range r {
		for _, output := range runs {
			if output[0] > edge {
				rate[w] += 1 / float64(len(runs))
			}
		}
	}
	return fromRates(rate[1], rate[0], delta)
}

func bound(t *testing.T, a Attack, r Runs) Bound {
	t.Helper()
	return must.Get(a.Bound(r))(t)
}

// A distinguisher's training runs are used only for training. For outputs of 1500 random numbers, a
// linear score separates its training runs perfectly and fresh runs not at all. Each of 8 audits
// errs with probability 10⁻⁷.
func TestTheRunsForLearningAreUsedForNothingElse(t *testing.T) {
	const runs, width = 80, 1500
	a := Attack{Distinguisher: Linear(), Level: Level{0, 1 - 1e-7}}
	for seed := range uint64(8) {
		r := rand.New(rand.NewPCG(seed, 3))
		all := Runs{}
		for w := range all {
			for range runs {
				output := make([]float64, width)
				for i := range output {
					output[i] = r.NormFloat64()
				}
				all[w] = append(all[w], output)
			}
		}
		if b := bound(t, a, all); b.Epsilon > 0 {
			t.Errorf("outputs that do not depend on the world: %v", b)
		}
		seen := a
		seen.Distinguisher = Score("linear score that has seen the runs", Linear().learn(all))
		if b := bound(t, seen, all); !(b.Epsilon > 0) {
			t.Errorf("a score that has seen the runs finds nothing: the test is blind")
		}
	}
}

// Audits catch broken mechanisms: the bound exceeds the claim. With the same runs and attack, the
// correct version passes.
func TestBrokenMechanismsAreCaught(t *testing.T) {
	const confidence = 1 - 1e-7 // so often would a right version be accused
	// A clipped sum of norm 1 that the exchange of a record turns around.
	exchanged := func(noise float64) func(r *rand.Rand, world int) []float64 {
		return func(r *rand.Rand, world int) []float64 {
			x := make([]float64, 4)
			for i := range x {
				x[i] = float64(2*world-1)/2 + noise*r.NormFloat64()
			}
			return x
		}
	}
	mu := must.Get(gauss.Mean(accounting.Budget{Epsilon: 2, Delta: .01}))(t)
	ratio := Score("likelihood ratio", func(x []float64) float64 { return x[0] + x[1] + x[2] + x[3] }) // up to a factor
	noisy := func(scale float64) func(r *rand.Rand, world int) []float64 {
		return func(r *rand.Rand, world int) []float64 { return []float64{float64(world) + laplace(r, scale)} }
	}
	// Rows of an embedding: on input 1, a node without edges touches none of its own.
	rows := func(everywhere bool) func(r *rand.Rand, world int) []float64 {
		return func(r *rand.Rand, world int) []float64 {
			x := []float64{1, 2, 3, 4}
			for i := range x {
				if everywhere || world == 0 && i < 2 && r.Float64() < .5 {
					x[i] += .1 * r.NormFloat64()
				}
			}
			return x
		}
	}
	for name, c := range map[string]struct {
		claimed       accounting.Epsilon
		delta         accounting.Delta
		distinguisher Distinguisher
		gaussian      bool
		runs          int
		right, broken func(r *rand.Rand, world int) []float64
	}{
		"half the noise":                       {1, 0, Entry(0), false, 3000, noisy(1), noisy(.5)},
		"sensitivity off by 2, known means":    {2, .01, ratio, false, 6000, exchanged(2 / mu), exchanged(1 / mu)},
		"sensitivity off by 2, learned":        {2, .01, Linear(), false, 6000, exchanged(2 / mu), exchanged(1 / mu)},
		"sensitivity off by 2, as Gaussian":    {2, .01, ratio, true, 2000, exchanged(2 / mu), exchanged(1 / mu)},
		"no noise on rows that were untouched": {2, 1e-5, Untouched([]float64{1, 2, 3, 4}), false, 2000, rows(true), rows(false)},
	} {
		a := Attack{Distinguisher: c.distinguisher, Level: Level{c.delta, confidence}, Gaussian: c.gaussian}
		right, broken := bound(t, a, collect(11, c.runs, c.right)), bound(t, a, collect(11, c.runs, c.broken))
		t.Logf("%s: claimed %v, right %v, broken %v", name, c.claimed, right.Epsilon, broken)
		found := broken.Epsilon
		if c.gaussian {
			found = broken.IfGaussian
		}
		if !(found > c.claimed) || max(right.Epsilon, right.IfGaussian) > c.claimed {
			t.Errorf("%s: not caught, or not alone: %v and %v, claimed %v", name, broken, right, c.claimed)
		}
		if c.gaussian != strings.Contains(broken.String(), "if the noise is Gaussian") {
			t.Errorf("%s: the assumption is not stated rightly: %v", name, broken)
		}
	}
}

// Known counts give a known bound: an event in 30 of 200 runs on one input, and in none on the
// other, for either input and side.
func TestBoundIsThatOfTheCounts(t *testing.T) {
	const n, hits = 200, 30
	rates := band(n, .1/4)
	for _, world := range []int{0, 1} {
		for _, value := range []float64{-1, 1} {
			var r Runs
			for w := range r {
				for i := range n {
					x := 0.0
					if w == world && i < hits {
						x = value
					}
					r[w] = append(r[w], []float64{x})
				}
			}
			for _, delta := range []accounting.Delta{0, .05} {
				b := bound(t, Attack{Distinguisher: Entry(0), Level: Level{delta, .9}}, r)
				if want := math.Log((rates[hits] - float64(delta)) / (1 - rates[n])); math.Abs(float64(b.Epsilon)-max(0, want)) > 1e-12 {
					t.Errorf("δ=%v: %v, want ε = %v", delta, b, want)
				}
			}
		}
	}
	got, err := Attack{Level: Level{0, .9}}.Ceiling(n)
	if want := math.Log(rates[n] / (1 - rates[n])); err != nil || math.Abs(float64(got)-want) > 1e-12 {
		t.Errorf("ceiling %v (%v), want %v", got, err, want)
	}
}

func TestUntouchedEntriesAreCounted(t *testing.T) {
	if got := Untouched([]float64{1, 0, 3}).score([]float64{1, 0, 4}); got != 2 {
		t.Errorf("%v entries untouched of 2", got)
	}
}

func TestConstantsThatDifferAreLearned(t *testing.T) {
	r := collect(1, 100, func(r *rand.Rand, world int) []float64 { return []float64{r.NormFloat64(), 5 + 1e-3*float64(world)} })
	a := Attack{Distinguisher: Linear(), Level: Level{0, .9}}
	ceiling, err := a.Ceiling(100)
	if got := bound(t, a, r); err != nil || got.Epsilon != ceiling {
		t.Errorf("%v, want %v (%v)", got, ceiling, err)
	}
}

// A learned likelihood ratio finds a value that is neither large nor small.
func TestTypicalValuesAreLearned(t *testing.T) {
	between := func(r *rand.Rand, world int) []float64 {
		x := []float64{r.NormFloat64(), r.NormFloat64()}
		if world == 1 {
			x[1] = 0.25
		}
		return x
	}
	fixed := must.Get(LikelihoodRatio().Learned(collect(1, 200, between)))(t)
	a := Attack{Distinguisher: fixed, Level: Level{0, .9}}
	if b, err := a.Bound(collect(2, 200, between)); err != nil || b.Epsilon < 2 {
		t.Errorf("%v, %v", b, err)
	}
	if _, err := Linear().Learned(Runs{}); err == nil {
		t.Error("learned from nothing")
	}
}

// A ratio of values finds noise with few values, which intervals miss, and finds nothing in values
// that never repeat.
func TestRepeatedValuesAreLearned(t *testing.T) {
	for name, x := range map[string]struct {
		mechanism    func(r *rand.Rand, world int) []float64
		least, below float64
	}{
		"forty values": {func(r *rand.Rand, world int) []float64 { return []float64{float64(2*r.IntN(40) + world)} }, 3, 100},
		"no two":       {func(r *rand.Rand, world int) []float64 { return []float64{r.NormFloat64() + float64(world)} }, 0, 1e-9},
	} {
		fixed := must.Get(Values().Learned(collect(1, 400, x.mechanism)))(t)
		a := Attack{Distinguisher: fixed, Level: Level{0, .9}}
		if b := bound(t, a, collect(2, 400, x.mechanism)); float64(b.Epsilon) < x.least || float64(b.Epsilon) > x.below {
			t.Errorf("%s: %v", name, b)
		}
	}
}

func TestAttackRefuses(t *testing.T) {
	good := collect(1, 20, func(r *rand.Rand, world int) []float64 { return []float64{r.NormFloat64(), 1} })
	a := Attack{Distinguisher: Entry(0), Level: Level{1e-5, .95}}
	must.Get(a.Bound(good))(t)
	for name, change := range map[string]func(a *Attack, r *Runs){
		"no distinguisher":       func(a *Attack, r *Runs) { a.Distinguisher = Distinguisher{} },
		"confidence 0":           func(a *Attack, r *Runs) { a.Confidence = 0 },
		"confidence 1":           func(a *Attack, r *Runs) { a.Confidence = 1 },
		"NaN confidence":         func(a *Attack, r *Runs) { a.Confidence = math.NaN() },
		"delta 1":                func(a *Attack, r *Runs) { a.Delta = 1 },
		"Gaussian at delta 0":    func(a *Attack, r *Runs) { a.Gaussian, a.Delta = true, 0 },
		"few runs":               func(a *Attack, r *Runs) { *r = r.First(7) },
		"another width":          func(a *Attack, r *Runs) { r[1][3] = []float64{1} },
		"not a number":           func(a *Attack, r *Runs) { r[1][3] = []float64{math.NaN(), 1} },
		"no output":              func(a *Attack, r *Runs) { r[1][3] = nil },
		"an entry beyond":        func(a *Attack, r *Runs) { a.Distinguisher = Entry(2) },
		"untouched of more":      func(a *Attack, r *Runs) { a.Distinguisher = Untouched(make([]float64, 3)) },
		"a campaign that is cut": func(a *Attack, r *Runs) { *r = Runs{} },
	} {
		a, r := a, Runs{append([][]float64(nil), good[0]...), append([][]float64(nil), good[1]...)}
		change(&a, &r)
		if b, err := a.Bound(r); err == nil {
			t.Errorf("%s: %v", name, b)
		}
	}
}
