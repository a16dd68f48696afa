package plan

import (
	"math"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/accounting"
)

func form(t *testing.T, r accounting.Relation, e accounting.Event) *Plan {
	t.Helper()
	p, err := New("test", e, r)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

var (
	noise   = accounting.Gaussian{NoiseMultiplier: 2}
	laplace = accounting.Laplace{NoiseMultiplier: 4}
)

// Equal steps are counted, whatever they are nested in; Gaussian noise merges.
func TestNormalForm(t *testing.T) {
	sampled := accounting.PoissonSampled{Rate: 0.1, Event: noise}
	p := form(t, accounting.AddRemove, accounting.Compose{
		sampled, laplace, noise,
		accounting.SelfCompose{Event: accounting.Compose{laplace, sampled, accounting.SelfCompose{Event: noise, Count: 3}}, Count: 5},
		accounting.PoissonSampled{Rate: 0.5, Event: accounting.PoissonSampled{Rate: 0.2, Event: noise}},
		accounting.PoissonSampled{Rate: 0.1, Event: accounting.SelfCompose{Event: accounting.Gaussian{NoiseMultiplier: 4}, Count: 4}},
	})
	counts := map[string]int{}
	for _, s := range p.Steps {
		counts[s.Event.String()] = s.Count
	}
	if len(p.Steps) != 3 || counts[sampled.String()] != 7 || counts[laplace.String()] != 6 {
		t.Errorf("steps %v", counts)
	}
	if p.Squares != 16*0.25 || p.Mean() != 2 {
		t.Errorf("Gaussian noise %v, mean %v", p.Squares, p.Mean())
	}
}

func TestSup(t *testing.T) {
	for _, c := range []struct {
		e    accounting.Event
		want float64
	}{
		{accounting.Compose{}, 0},
		{accounting.Compose{laplace, accounting.ExponentialMechanism{Epsilon: 0.3}}, 0.55},
		{accounting.SelfCompose{Event: accounting.RandomisedResponse{Categories: 2, Truth: 0.75}, Count: 2}, 2 * math.Log(3)},
		{accounting.RandomisedResponse{Categories: 5, Truth: 0.1}, math.Log(2.25)}, // a lie is likelier than the truth
		{accounting.DiscreteLaplace{Scale: 2, Sensitivity: 3}, 1.5},
		{accounting.DiscreteLaplace{Scale: 2, Sensitivity: 0}, 0},
		{accounting.PoissonSampled{Rate: 0.09, Event: accounting.ApproxDP{Epsilon: 3}}, math.Log1p(0.09 * math.Expm1(3))},
		{accounting.Compose{noise, laplace}, math.Inf(1)},
		{accounting.ApproxDP{Epsilon: 601}, math.Inf(1)}, // no privacy to speak of
		{accounting.PoissonSampled{Rate: 0.5, Event: accounting.Laplace{NoiseMultiplier: 1e-3}}, math.Inf(1)},
	} {
		if got := form(t, accounting.AddRemove, c.e).Sup(); got != c.want && math.Abs(got-c.want) > 1e-12 {
			t.Errorf("%v: largest loss %v, want %v", c.e, got, c.want)
		}
	}
}

// A full Poisson sample holds every record; under ReplaceOne the old and the
// new one may pull apart by twice their contribution.
func TestFullSamples(t *testing.T) {
	full := accounting.PoissonSampled{Rate: 1, Event: noise}
	for r, mean := range map[accounting.Relation]float64{accounting.AddRemove: 0.5, accounting.ZeroOut: 0.5, accounting.ReplaceOne: 1} {
		if got := form(t, r, full).Mean(); got != mean {
			t.Errorf("%v: mean %v, want %v", r, got, mean)
		}
	}
	all := accounting.FixedSizeSampled{Population: 8, Sample: 8, Event: laplace}
	if p := form(t, accounting.ReplaceOne, all); p.Steps[0].Event != laplace {
		t.Errorf("a sample of all is %v", p.Steps[0].Event)
	}
	none := accounting.FixedSizeSampled{Population: 8, Sample: 0, Event: laplace}
	if p := form(t, accounting.ReplaceOne, none); len(p.Steps) != 0 {
		t.Errorf("a sample of none is %v", p.Steps)
	}
}

// A box that is (ε, δ)-DP is (kε, δ(1 + e^ε + ... + e^{(k-1)ε}))-DP for k records.
func TestGroups(t *testing.T) {
	box := accounting.ApproxDP{Epsilon: 0.5, Delta: 1e-6}
	p := form(t, accounting.AddRemove, accounting.Group{Size: 3, Event: box})
	want := 1e-6 * (1 + math.Exp(0.5) + math.E)
	if math.Abs(p.Sup()-1.5) > 1e-12 || math.Abs(p.Fail/want-1) > 1e-9 || p.Fail < want {
		t.Errorf("three records: ε %v, δ %v, want 1.5 and %v", p.Sup(), p.Fail, want)
	}
	p = form(t, accounting.AddRemove, accounting.Group{Size: 3, Event: accounting.ApproxDP{Delta: 1e-6}})
	if math.Abs(p.Fail/3e-6-1) > 1e-9 {
		t.Errorf("three records at ε = 0: δ %v", p.Fail)
	}
	if p = form(t, accounting.AddRemove, accounting.Group{Size: 30, Event: box}); !p.Broken {
		t.Error("a group that uses up δ keeps a guarantee")
	}
	for _, c := range []struct {
		e    accounting.Event
		want float64
	}{
		{laplace, 0.5},
		{accounting.DiscreteLaplace{Scale: 8, Sensitivity: 1}, 0.25},
		{accounting.ExponentialMechanism{Epsilon: 0.2}, 0.4},
		{accounting.RandomisedResponse{Categories: 2, Truth: 0.75}, 2 * math.Log(3)},
		{accounting.Compose{laplace, accounting.SelfCompose{Event: laplace, Count: 2}}, 1.5},
	} {
		if got := form(t, accounting.AddRemove, accounting.Group{Size: 2, Event: c.e}).Sup(); math.Abs(got-c.want) > 1e-12 {
			t.Errorf("two records, %v: %v, want %v", c.e, got, c.want)
		}
	}
	nested := form(t, accounting.AddRemove, accounting.Group{Size: 2, Event: accounting.Group{Size: 2, Event: noise}})
	if nested.Mean() != 2 {
		t.Errorf("two twos: mean %v", nested.Mean())
	}
}

// ε at a δ that a box alone exceeds is infinite, though its loss is bounded.
func TestBoxesThatFail(t *testing.T) {
	p := form(t, accounting.AddRemove, accounting.ApproxDP{Epsilon: 1, Delta: 2e-5})
	bound := func(float64) (float64, error) { return 0.9, nil }
	for d, want := range map[accounting.Delta]accounting.Epsilon{1e-5: accounting.Epsilon(math.Inf(1)), 3e-5: 0.9, 0: accounting.Epsilon(math.Inf(1))} {
		if eps, err := p.Epsilon(d, bound); eps != want || err != nil {
			t.Errorf("δ = %v: ε = %v (%v), want %v", d, eps, err, want)
		}
	}
	if d, err := p.Delta(1.001, nil); err != nil || math.Abs(d-2e-5) > 1e-15 {
		t.Errorf("δ beyond the largest loss: %v (%v)", d, err)
	}
}

func TestRefusals(t *testing.T) {
	for _, c := range []struct {
		e   accounting.Event
		why string
	}{
		{accounting.SelfCompose{Event: accounting.SelfCompose{Event: noise, Count: 1 << 40}, Count: 1 << 40}, "2⁵³"},
		{accounting.DiscreteGaussian{Scale: 1e6, Sensitivity: 1}, "ZeroConcentrated"},
		{accounting.DiscreteLaplace{Scale: 1, Sensitivity: 1 << 20}, "continuous"},
		{accounting.PoissonSampled{Rate: 0.1, Event: accounting.ZeroConcentrated{Rho: 1}}, "no dominating pair"},
		{accounting.Group{Size: 2, Event: accounting.PoissonSampled{Rate: 0.1, Event: laplace}}, "groups"},
		{accounting.Group{Size: math.MaxInt, Event: accounting.PoissonSampled{Rate: 0.1, Event: noise}}, "2²⁰"},
		{accounting.Group{Size: 1 << 32, Event: accounting.DiscreteGaussian{Scale: 1, Sensitivity: 1 << 32}}, "2⁵³"}, // the product is 0 modulo 2⁶⁴
		{accounting.Group{Size: 1 << 32, Event: accounting.DiscreteLaplace{Scale: 1, Sensitivity: 1 << 32}}, "2⁵³"},
	} {
		_, err := New("test", c.e, accounting.AddRemove)
		if err == nil || !strings.Contains(err.Error(), c.why) || !strings.Contains(err.Error(), "test") {
			t.Errorf("%v: %v", c.e, err)
		}
	}
}
