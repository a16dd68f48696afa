package accounting_test

import (
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/accounting"
	"github.com/graphdp/graphdp/accounting/best"
	"github.com/graphdp/graphdp/accounting/gauss"
	"github.com/graphdp/graphdp/accounting/pld"
	"github.com/graphdp/graphdp/accounting/rdp"
	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/data/scalar"
)

// accountants are all that the suite is for. Each may refuse events, with an
// [accounting.UnsupportedError], but not unsampled Gaussian noise.
var accountants = map[string]opener{
	"gauss": func(r accounting.Relation) (accounting.Accountant, error) { return gauss.New(r) },
	"rdp":   func(r accounting.Relation) (accounting.Accountant, error) { return rdp.New(r) },
	"pld":   func(r accounting.Relation) (accounting.Accountant, error) { return pld.New(r) },
	"best":  func(r accounting.Relation) (accounting.Accountant, error) { return best.New(r) },
}

// opener returns an accountant under a relation.
type opener func(accounting.Relation) (accounting.Accountant, error)

func TestSuite(t *testing.T) {
	for name, open := range accountants {
		for what, test := range map[string]func(t *testing.T, open opener){
			"AboveClosedForms": aboveClosedForms, "Monotone": monotone, "EpsilonAndDeltaAgree": agree, "CertainCases": certain,
			"Refusals": refusals, "Extremes": extremes, "Calibration": calibration,
		} {
			t.Run(name+"/"+what, func(t *testing.T) { test(t, open) })
		}
	}
}

func get(t *testing.T, open opener, r accounting.Relation) accounting.Accountant {
	t.Helper()
	a := must.Get(open(r))(t)
	if a.Relation() != r {
		t.Fatalf("accountant under %v says %v", r, a.Relation())
	}
	return a
}

// supported returns ε, or false if the accountant has no bound.
func supported(t *testing.T, a accounting.Accountant, e accounting.Event, d accounting.Delta) (accounting.Epsilon, bool) {
	t.Helper()
	eps, err := a.Epsilon(e, d)
	var no *accounting.UnsupportedError
	if errors.As(err, &no) {
		return 0, false
	}
	if err != nil {
		t.Fatalf("%v at δ = %v: %v", e, d, err)
	}
	return eps, true
}

func aboveClosedForms(t *testing.T, open opener) {
	a := get(t, open, accounting.AddRemove)
	for _, c := range closed() {
		for _, eps := range []float64{0, 0.01, 0.1, 0.5, 1, 2, 5} {
			truth := c.Delta(eps)
			got, err := a.Delta(c.Event, accounting.Epsilon(eps))
			var no *accounting.UnsupportedError
			if errors.As(err, &no) {
				continue
			}
			if err != nil {
				t.Fatalf("%v: %v", c.Event, err)
			}
			// The closed forms are right to 10⁻¹², and so may be beaten by that.
			if got < truth*(1-1e-11)-1e-16 {
				t.Errorf("%v: δ(%v) = %v, below the truth %v", c.Event, eps, got, truth)
			}
			flat := c.Delta(eps*(1-1e-9)) <= truth // a smaller ε has this δ too
			if truth < 1e-14 || truth > 0.5 || flat {
				continue
			}
			back, err := a.Epsilon(c.Event, accounting.Delta(truth))
			if err != nil || float64(back) < eps*(1-1e-9)-1e-12 {
				t.Errorf("%v: ε(%v) = %v below the truth %v (%v)", c.Event, truth, back, eps, err)
			}
		}
	}
}

func monotone(t *testing.T, open opener) {
	a := get(t, open, accounting.AddRemove)
	gaussian := func(s, q float64, n int) accounting.Event {
		return accounting.SelfCompose{Event: accounting.PoissonSampled{Rate: q, Event: accounting.Gaussian{NoiseMultiplier: s}}, Count: n}
	}
	// Each row costs more from left to right.
	for _, row := range [][]accounting.Event{
		{gaussian(4, 1, 10), gaussian(2, 1, 10), gaussian(1, 1, 10)},
		{gaussian(2, 1, 1), gaussian(2, 1, 7), gaussian(2, 1, 50)},
		{gaussian(2, 0.001, 100), gaussian(2, 0.03, 100), gaussian(2, 0.5, 100), gaussian(2, 1, 100)},
		{gaussian(2, 0.1, 3), gaussian(2, 0.1, 40), gaussian(1.5, 0.1, 40), gaussian(1, 0.2, 40)},
		{accounting.Laplace{NoiseMultiplier: 3}, accounting.Laplace{NoiseMultiplier: 1}, accounting.Compose{accounting.Laplace{NoiseMultiplier: 1}, gaussian(4, 1, 1)}},
	} {
		before := accounting.Epsilon(-1)
		for _, e := range row {
			eps, ok := supported(t, a, e, 1e-6)
			if ok && !(eps > before) {
				t.Errorf("%v costs %v, no more than the cheaper plan's %v", e, eps, before)
			}
			if ok {
				before = eps
			}
		}
	}
	e := gaussian(1, 1, 3)
	before := accounting.Epsilon(math.Inf(1))
	for _, d := range []accounting.Delta{0, 1e-300, 1e-30, 1e-9, 1e-5, 0.01, 0.5, 0.99} {
		eps, _ := supported(t, a, e, d)
		if eps > before {
			t.Errorf("ε rises to %v at δ = %v", eps, d)
		}
		before = eps
	}
}

func agree(t *testing.T, open opener) {
	a := get(t, open, accounting.AddRemove)
	for _, e := range []accounting.Event{
		accounting.Gaussian{NoiseMultiplier: 0.7},
		accounting.SelfCompose{Event: accounting.PoissonSampled{Rate: 0.05, Event: accounting.Gaussian{NoiseMultiplier: 1}}, Count: 100},
		accounting.SelfCompose{Event: accounting.Laplace{NoiseMultiplier: 5}, Count: 20},
	} {
		for _, d := range []accounting.Delta{1e-9, 1e-4} {
			eps, ok := supported(t, a, e, d)
			if !ok {
				continue
			}
			back, err := a.Delta(e, eps)
			// Each answer is an upper bound by itself; an ε that is a ten-thousandth
			// too large shows as a δ that is some thousandths too small.
			if err != nil || math.Abs(math.Log(back/float64(d))) > 5e-3 {
				t.Errorf("%v: δ(ε(%v)) = %v (%v)", e, d, back, err)
			}
		}
	}
}

func certain(t *testing.T, open opener) {
	inf := accounting.Epsilon(math.Inf(1))
	a := get(t, open, accounting.AddRemove)
	g := accounting.Gaussian{NoiseMultiplier: 2}
	plain, _ := supported(t, a, g, 1e-5)
	for _, c := range []struct {
		name  string
		event accounting.Event
		d     accounting.Delta
		want  accounting.Epsilon
	}{
		{"nothing", accounting.Compose{}, 0, 0},
		{"no steps", accounting.SelfCompose{Event: g}, 0, 0},
		{"an empty sample", accounting.PoissonSampled{Rate: 0, Event: g}, 0, 0},
		{"Gaussian noise at δ = 0", g, 0, inf},
		{"no privacy", accounting.Compose{g, accounting.NonPrivate{Reason: "test"}}, 1e-5, inf},
		{"a full sample", accounting.PoissonSampled{Rate: 1, Event: g}, 1e-5, plain},
		{"a box that fails too often", accounting.Compose{g, accounting.ApproxDP{Delta: 2e-5}}, 1e-5, inf},
		{"four halves", accounting.SelfCompose{Event: accounting.Gaussian{NoiseMultiplier: 4}, Count: 4}, 1e-5, plain},
		{"nesting", accounting.Compose{accounting.SelfCompose{Event: accounting.Compose{accounting.Gaussian{NoiseMultiplier: 4}, accounting.Compose{}}, Count: 4}}, 1e-5, plain},
		{"a pair of records", accounting.Group{Size: 2, Event: accounting.Gaussian{NoiseMultiplier: 4}}, 1e-5, plain},
		{"a pure box at δ = 0", accounting.SelfCompose{Event: accounting.ApproxDP{Epsilon: 0.5}, Count: 3}, 0, 1.5},
	} {
		eps, ok := supported(t, a, c.event, c.d)
		if ok && eps != c.want && math.Abs(float64(eps-c.want)) > 1e-12 {
			t.Errorf("%s: ε = %v, want %v", c.name, eps, c.want)
		}
	}
	if d, err := a.Delta(accounting.NonPrivate{}, 3); d != 1 || err != nil {
		t.Errorf("no privacy: δ = %v (%v), want 1", d, err)
	}
	// A failing box takes its share of δ and leaves the rest.
	eps, _ := supported(t, a, accounting.Compose{g, accounting.ApproxDP{Delta: 5e-6}}, 1e-5)
	if half, _ := supported(t, a, g, 5e-6); math.Abs(float64(eps-half)) > 1e-4*float64(half) {
		t.Errorf("δ shared with a box: ε = %v, want about %v", eps, half)
	}
}

func refusals(t *testing.T, open opener) {
	if _, err := open(accounting.Relation(0)); !errors.Is(err, accounting.ErrInvalid) {
		t.Errorf("the zero relation: %v", err)
	}
	nan, inf := math.NaN(), math.Inf(1)
	for _, r := range []accounting.Relation{accounting.AddRemove, accounting.ReplaceOne, accounting.ZeroOut} {
		a := get(t, open, r)
		for _, e := range invalidEvents() {
			if eps, err := a.Epsilon(e, 1e-5); !errors.Is(err, accounting.ErrInvalid) {
				t.Errorf("%#v: ε = %v, error %v", e, eps, err)
			}
			if d, err := a.Delta(e, 1); !errors.Is(err, accounting.ErrInvalid) || d != 1 {
				t.Errorf("%#v: δ = %v, error %v", e, d, err)
			}
		}
		g := accounting.Gaussian{NoiseMultiplier: 1}
		for _, d := range []float64{nan, -1e-9, 1, 2, inf} {
			if _, err := a.Epsilon(g, accounting.Delta(d)); !errors.Is(err, accounting.ErrInvalid) {
				t.Errorf("δ = %v: %v", d, err)
			}
		}
		for _, eps := range []float64{nan, -1, -inf} {
			if d, err := a.Delta(g, accounting.Epsilon(eps)); !errors.Is(err, accounting.ErrInvalid) || d != 1 {
				t.Errorf("ε = %v: δ = %v, error %v", eps, d, err)
			}
		}
	}
	// Events without a bound under a relation are refused by name, deep inside
	// a plan too.
	for _, c := range []struct {
		r     accounting.Relation
		event accounting.Event
		named string
	}{
		{accounting.AddRemove, accounting.FixedSizeSampled{Population: 10, Sample: 2, Event: accounting.Gaussian{NoiseMultiplier: 1}}, "FixedSizeSampled"},
		{accounting.ReplaceOne, accounting.PoissonSampled{Rate: 0.1, Event: accounting.Laplace{NoiseMultiplier: 1}}, "PoissonSampled"},
		{accounting.ReplaceOne, accounting.MixtureOfGaussians{NoiseMultiplier: 1, Sensitivities: []float64{0, 1}, Probabilities: []float64{0.5, 0.5}}, "MixtureOfGaussians"},
		{accounting.AddRemove, accounting.PoissonSampled{Rate: 0.1, Event: accounting.Compose{accounting.Laplace{NoiseMultiplier: 1}, accounting.Gaussian{NoiseMultiplier: 1}}}, "PoissonSampled"},
		{accounting.ReplaceOne, accounting.Group{Size: 2, Event: accounting.FixedSizeSampled{Population: 9, Sample: 3, Event: accounting.Gaussian{NoiseMultiplier: 1}}}, "Group"},
	} {
		a := get(t, open, c.r)
		var no *accounting.UnsupportedError
		_, err := a.Epsilon(accounting.SelfCompose{Event: accounting.Compose{accounting.Gaussian{NoiseMultiplier: 9}, c.event}, Count: 2}, 1e-5)
		if !errors.As(err, &no) || !strings.Contains(err.Error(), c.named) {
			t.Errorf("%v under %v: %v", c.event, c.r, err)
		}
	}
}

// extremes are plans at the ends of float64: the answer must be a number, and
// an upper bound where the truth is plain.
func extremes(t *testing.T, open opener) {
	a := get(t, open, accounting.AddRemove)
	gaussian := func(s float64) accounting.Event { return accounting.Gaussian{NoiseMultiplier: s} }
	for _, c := range []struct {
		e     accounting.Event
		least float64 // of δ at ε = 1
	}{
		{gaussian(1e-4), 1 - 1e-9},
		{gaussian(1e9), 0},
		{accounting.SelfCompose{Event: gaussian(1e9), Count: 1 << 53}, 0},
		{accounting.PoissonSampled{Rate: 1e-300, Event: gaussian(0.01)}, 0},
		{accounting.PoissonSampled{Rate: 0.5, Event: gaussian(1e-4)}, 0.499},
		{accounting.PoissonSampled{Rate: 1e-5, Event: gaussian(5)}, 0},
		{accounting.SelfCompose{Event: accounting.PoissonSampled{Rate: 1e-12, Event: gaussian(0.1)}, Count: 1 << 40}, 0},
		{accounting.SelfCompose{Event: accounting.Laplace{NoiseMultiplier: 0.1}, Count: 1 << 53}, 1 - 1e-9},
		{accounting.SelfCompose{Event: accounting.ApproxDP{Epsilon: 1e9}, Count: 1000000}, 1 - 1e-9},
		{accounting.SelfCompose{Event: accounting.ApproxDP{Epsilon: 100, Delta: 1e-11}, Count: 3}, 1 - 1e-9},
		{accounting.ApproxDP{Epsilon: 100}, 1 - 1e-9},
		{accounting.PoissonSampled{Rate: 0.1, Event: accounting.ApproxDP{Epsilon: 1e9}}, 0.1 - 1e-9},
		{accounting.PoissonSampled{Rate: 0.1, Event: accounting.ApproxDP{Epsilon: 500}}, 0.1 - 1e-9},
		{accounting.DiscreteLaplace{Scale: 1e-4, Sensitivity: 1}, 1 - 1e-9},
		{accounting.DiscreteGaussian{Scale: 1e-4, Sensitivity: 1}, 1 - 1e-9},
		{accounting.DiscreteGaussian{Scale: 0.05, Sensitivity: 1}, 1 - 1e-9},
		{accounting.Laplace{NoiseMultiplier: 0.002}, 1 - 1e-9},
		{accounting.Laplace{NoiseMultiplier: 1e-9}, 1 - 1e-9},
		{accounting.ExponentialMechanism{Epsilon: 500}, 1 - 1e-9},
		{accounting.ExponentialMechanism{Epsilon: 1e-9}, 0},
		{accounting.MixtureOfGaussians{NoiseMultiplier: 0.01, Sensitivities: []float64{0, 1, 3}, Probabilities: []float64{0.8, 0.1, 0.1}}, 0.199},
	} {
		d, err := a.Delta(c.e, 1)
		var no *accounting.UnsupportedError
		if errors.As(err, &no) {
			continue
		}
		if err != nil || !(d >= c.least && d <= 1) {
			t.Errorf("%v: δ(1) = %v (%v), want at least %v", c.e, d, err, c.least)
		}
		for _, d := range []accounting.Delta{1e-300, 1e-5, 0.999} {
			if eps, err := a.Epsilon(c.e, d); err != nil || !(eps >= 0) {
				t.Errorf("%v: ε(%v) = %v (%v)", c.e, d, eps, err)
			}
		}
	}
}

func calibration(t *testing.T, open opener) {
	a := get(t, open, accounting.AddRemove)
	noise := func(s float64) accounting.Event {
		return accounting.SelfCompose{Event: accounting.Gaussian{NoiseMultiplier: s}, Count: 30}
	}
	for _, b := range []accounting.Budget{{Epsilon: 0.01, Delta: 1e-6}, {Epsilon: 1, Delta: 1e-5}, {Epsilon: 8, Delta: 1e-3}} {
		s := must.Get(accounting.CalibrateNoise(a, b, noise))(t)
		if eps, _ := a.Epsilon(noise(s), b.Delta); eps > b.Epsilon {
			t.Errorf("noise for %v: σ = %v costs %v", b, s, eps)
		}
		if eps, _ := a.Epsilon(noise(s*(1-1e-5)), b.Delta); eps <= b.Epsilon {
			t.Errorf("noise for %v: σ = %v, though less would do", b, s)
		}
	}
	b := accounting.Budget{Epsilon: 1, Delta: 1e-5}
	for name, plan := range map[string]func(float64) accounting.Event{
		"a plan that costs too much anyway": func(s float64) accounting.Event {
			return accounting.Compose{accounting.NonPrivate{Reason: "test"}, accounting.Gaussian{NoiseMultiplier: s}}
		},
		"a fixed Gaussian": func(s float64) accounting.Event {
			return accounting.Compose{accounting.Gaussian{NoiseMultiplier: 1}, accounting.Gaussian{NoiseMultiplier: s}}
		},
	} {
		if s, err := accounting.CalibrateNoise(a, b, plan); !errors.Is(err, accounting.ErrImpossible) {
			t.Errorf("%s: %v, %v", name, s, err)
		}
	}
	for _, b := range []accounting.Budget{{Epsilon: -1, Delta: 1e-5}, {Epsilon: accounting.Epsilon(math.NaN())}, {Epsilon: 1, Delta: 1}, {Epsilon: accounting.Epsilon(math.Inf(1)), Delta: 0.1}} {
		if _, err := accounting.CalibrateNoise(a, b, noise); !errors.Is(err, accounting.ErrInvalid) {
			t.Errorf("budget %v: %v", b, err)
		}
	}
}

// form is an event whose curve has a closed form.
type form struct {
	Event accounting.Event
	Delta func(eps float64) float64
}

// closed returns events with closed forms, which bound the accountants' answers from below.
func closed() []form {
	gaussian := func(mu float64) func(float64) float64 {
		return func(eps float64) float64 { // [BW18] Thm 8
			phi := func(x float64) float64 { return 0.5 * scalar.Erfc(-x/math.Sqrt2) }
			return phi(mu/2-eps/mu) - scalar.Exp(eps)*phi(-mu/2-eps/mu)
		}
	}
	laplace := func(eps0 float64) func(float64) float64 {
		return func(eps float64) float64 { return max(0, -math.Expm1((eps-eps0)/2)) }
	}
	forms := []form{
		{accounting.Gaussian{NoiseMultiplier: 0.4}, gaussian(2.5)},
		{accounting.Gaussian{NoiseMultiplier: 3}, gaussian(1.0 / 3)},
		{accounting.SelfCompose{Event: accounting.Gaussian{NoiseMultiplier: 50}, Count: 400}, gaussian(0.4)},
		{accounting.Compose{accounting.Gaussian{NoiseMultiplier: 5}, accounting.SelfCompose{Event: accounting.Gaussian{NoiseMultiplier: 10}, Count: 12}}, gaussian(0.4)},
		{accounting.Laplace{NoiseMultiplier: 1}, laplace(1)},
		{accounting.Laplace{NoiseMultiplier: 0.3}, laplace(1 / 0.3)},
		{accounting.Group{Size: 3, Event: accounting.Laplace{NoiseMultiplier: 6}}, laplace(0.5)},
		{accounting.ApproxDP{Epsilon: 0.7, Delta: 1e-6}, func(eps float64) float64 { return optimal(1, 0.7, 1e-6, eps) }},
	}
	for _, c := range []struct {
		k    int
		eps0 float64
	}{{2, 1}, {70, 0.1}, {5, 0.05}, {1000, 0.01}} {
		forms = append(forms,
			form{accounting.SelfCompose{Event: accounting.ApproxDP{Epsilon: c.eps0}, Count: c.k},
				func(eps float64) float64 { return optimal(c.k, c.eps0, 0, eps) }},
			form{accounting.SelfCompose{Event: accounting.RandomisedResponse{Categories: 2, Truth: 1 / (1 + scalar.Exp(-c.eps0))}, Count: c.k},
				func(eps float64) float64 { return optimal(c.k, c.eps0, 0, eps) }})
	}
	for _, q := range []float64{0.1, 0.9} { // [BBG18] Thm 8: tight for randomised response
		forms = append(forms, form{
			accounting.PoissonSampled{Rate: q, Event: accounting.ApproxDP{Epsilon: 1.2}},
			func(eps float64) float64 {
				return q * optimal(1, 1.2, 0, math.Log1p(math.Expm1(eps)/q))
			}})
	}
	return forms
}

// optimal returns the least δ at ε = eps of k mechanisms that are each
// (eps0, delta0)-DP [KOV17, Thm 3.3]:
//
//	1 - (1-δ₀)^k·(1 - Σ C(k,l)·(e^{(k-l)ε₀} - e^{ε+lε₀})/(1+e^{ε₀})^k),
//
// the sum over l with (k-2l)·ε₀ > ε.
func optimal(k int, eps0, delta0, eps float64) float64 {
	n, _ := math.Lgamma(float64(k + 1))
	var sum float64
	for l := 0; l <= k; l++ {
		loss := float64(k-2*l) * eps0
		if loss <= eps {
			break
		}
		x, _ := math.Lgamma(float64(l + 1))
		y, _ := math.Lgamma(float64(k - l + 1))
		log := n - x - y + float64(k-l)*eps0 - float64(k)*(eps0+math.Log1p(scalar.Exp(-eps0)))
		sum += scalar.Exp(log) * -math.Expm1(eps-loss)
	}
	safe := float64(k) * math.Log1p(-delta0)
	return -math.Expm1(safe) + scalar.Exp(safe)*sum
}

// invalidEvents returns events that no mechanism can be, which every
// accountant must refuse.
func invalidEvents() []accounting.Event {
	nan, inf := math.NaN(), math.Inf(1)
	g := accounting.Gaussian{NoiseMultiplier: 1}
	events := []accounting.Event{
		nil,
		accounting.Gaussian{},
		accounting.DiscreteGaussian{Scale: 1, Sensitivity: -1},
		accounting.DiscreteGaussian{Sensitivity: 1},
		accounting.DiscreteLaplace{Scale: 1, Sensitivity: -1},
		accounting.RandomisedResponse{Categories: 1, Truth: 0.5},
		accounting.RandomisedResponse{Categories: 2, Truth: 1},
		accounting.RandomisedResponse{Categories: 2},
		accounting.RandomisedResponse{Categories: 2, Truth: nan},
		accounting.ApproxDP{Epsilon: 1, Delta: 1},
		accounting.ApproxDP{Epsilon: 1, Delta: nan},
		accounting.Compose{nil},
		accounting.Compose{g, accounting.Laplace{}},
		accounting.SelfCompose{Count: 3},
		accounting.SelfCompose{Event: g, Count: -1},
		accounting.PoissonSampled{Rate: 0.5},
		accounting.PoissonSampled{Rate: 1.5, Event: g},
		accounting.PoissonSampled{Rate: nan, Event: g},
		accounting.FixedSizeSampled{Population: 0, Sample: 0, Event: g},
		accounting.FixedSizeSampled{Population: 3, Sample: 4, Event: g},
		accounting.FixedSizeSampled{Population: 3, Sample: -1, Event: g},
		accounting.FixedSizeSampled{Population: 3, Sample: 1},
		accounting.MixtureOfGaussians{NoiseMultiplier: 1},
		accounting.MixtureOfGaussians{NoiseMultiplier: 1, Sensitivities: []float64{1}, Probabilities: []float64{0.9}},
		accounting.MixtureOfGaussians{NoiseMultiplier: 1, Sensitivities: []float64{1, 2}, Probabilities: []float64{1}},
		accounting.MixtureOfGaussians{NoiseMultiplier: 1, Sensitivities: []float64{-1}, Probabilities: []float64{1}},
		accounting.MixtureOfGaussians{NoiseMultiplier: 1, Sensitivities: []float64{inf}, Probabilities: []float64{1}},
		accounting.MixtureOfGaussians{NoiseMultiplier: 1, Sensitivities: []float64{1, 2}, Probabilities: []float64{-0.5, 1.5}},
		accounting.MixtureOfGaussians{NoiseMultiplier: 1, Sensitivities: []float64{1}, Probabilities: []float64{1}, OtherSensitivities: []float64{1}},
		accounting.MixtureOfGaussians{NoiseMultiplier: 1, Sensitivities: []float64{1}, Probabilities: []float64{1}, OtherSensitivities: []float64{1, 2}, OtherProbabilities: []float64{0.5, 0.4}},
		&g, accounting.Compose{&g}, (*accounting.Gaussian)(nil),
		accounting.Group{Size: 0, Event: g},
		accounting.Group{Size: 2},
	}
	for _, x := range []float64{-1, nan, inf} {
		events = append(events,
			accounting.Gaussian{NoiseMultiplier: x},
			accounting.Laplace{NoiseMultiplier: x},
			accounting.DiscreteGaussian{Scale: x, Sensitivity: 1},
			accounting.DiscreteLaplace{Scale: x, Sensitivity: 1},
			accounting.ExponentialMechanism{Epsilon: x},
			accounting.ApproxDP{Epsilon: x},
			accounting.ZeroConcentrated{Rho: x},
			accounting.MixtureOfGaussians{NoiseMultiplier: x, Sensitivities: []float64{1}, Probabilities: []float64{1}})
	}
	return events
}

// Optimal composition of pure mechanisms: atoms on the lattice make it exact.
func TestOptimalCompositionIsExact(t *testing.T) {
	a := must.Get(pld.New(accounting.AddRemove))(t)
	for _, c := range []struct {
		k    int
		eps0 float64
	}{{2, 1}, {70, 0.1}, {10000, 0.003}, {100000, 3e-4}} {
		plan := accounting.SelfCompose{Event: accounting.ApproxDP{Epsilon: c.eps0}, Count: c.k}
		for _, eps := range []float64{0.05, 0.3, 1, 1.5} {
			truth := optimal(c.k, c.eps0, 0, eps)
			if truth < 1e-250 {
				continue
			}
			// Ends and wrap-around may each add 10⁻⁷ of δ or a little more.
			if got, err := a.Delta(plan, accounting.Epsilon(eps)); err != nil || math.Abs(got/truth-1) > 1e-5 {
				t.Errorf("%d × %v: δ(%v) = %v, want %v (%v)", c.k, c.eps0, eps, got, truth, err)
			}
		}
	}
}
