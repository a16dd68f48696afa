package plan

import (
	"math"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/accounting"
	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/data/scalar"
)

func form(t *testing.T, r accounting.Relation, e accounting.Event) *Plan {
	t.Helper()
	return must.Get(New("test", e, r))(t)
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
	if p.Squares != 16*0.25 || math.Abs(p.Mean()-2) > 1e-14 || p.Mean() < 2 {
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
		{accounting.ApproxDP{Epsilon: 601}, math.Inf(1)}, // as good as no privacy
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
		if got := form(t, r, full).Mean(); math.Abs(got-mean) > 1e-14 {
			t.Errorf("%v: mean %v, want %v", r, got, mean)
		}
	}
	all := accounting.FixedSizeSampled{Population: 8, Sample: 8, Event: laplace}
	if p := form(t, accounting.ReplaceOne, all); p.Steps[0].Event != laplace {
		t.Errorf("a sample of all is %v", p.Steps[0].Event)
	}
	zero := accounting.PoissonSampled{Rate: 0.5, Event: accounting.SelfCompose{Event: accounting.Gaussian{NoiseMultiplier: 1e-200}}}
	if p := form(t, accounting.ReplaceOne, zero); len(p.Steps) != 0 || p.Mean() != 0 || p.Fail != 0 || p.Broken {
		t.Errorf("no release on a sample is %v", p)
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
	want := 1e-6 * (1 + scalar.Exp(0.5) + math.E)
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
	if math.Abs(nested.Mean()-2) > 1e-14 {
		t.Errorf("two twos: mean %v", nested.Mean())
	}
}

// Discrete Gaussian noise of a large scale is Gaussian noise of a mean hardly
// larger, alone and on samples; of a small scale it is a distribution of atoms.
func TestLargeDiscreteGaussians(t *testing.T) {
	large := accounting.DiscreteGaussian{Scale: 1 << 40, Sensitivity: 1 << 31}
	want := math.Ldexp(1, -9)
	p := form(t, accounting.AddRemove, accounting.SelfCompose{Event: large, Count: 4})
	if got := p.Mean() / 2; len(p.Steps) > 0 || got < want || got > want*(1+1e-6) {
		t.Errorf("mean %v of %d steps, want %v", got, len(p.Steps), want)
	}
	for r, e := range map[accounting.Relation]accounting.Event{
		accounting.AddRemove:  accounting.PoissonSampled{Rate: 0.1, Event: large},
		accounting.ReplaceOne: accounting.PoissonSampled{Rate: 0.1, Event: large},
		accounting.ZeroOut:    accounting.FixedSizeSampled{Population: 10, Sample: 1, Event: large},
	} {
		most := want
		if r == accounting.ReplaceOne { // two records may pull apart
			most = 2 * want
		}
		if got := form(t, r, e).Steps[0].Pair.Mean(); math.Abs(got/most-1) > 1e-6 {
			t.Errorf("%v: mean %v, want %v", e, got, most)
		}
	}
	if p := form(t, accounting.AddRemove, accounting.DiscreteGaussian{Scale: 1023, Sensitivity: 1}); len(p.Steps) != 1 || p.Mean() != 0 {
		t.Errorf("a small scale counts as a mean of %v", p.Mean())
	}
	for _, e := range []accounting.Event{
		accounting.DiscreteGaussian{Scale: 1 << 10, Sensitivity: 1 << 30},
		accounting.DiscreteGaussian{Scale: 1, Sensitivity: 1 << 30},
		accounting.PoissonSampled{Rate: 1, Event: accounting.DiscreteGaussian{Scale: 1 << 10, Sensitivity: 1 << 30}},
		accounting.Gaussian{NoiseMultiplier: 1e-200},
	} {
		if !form(t, accounting.AddRemove, e).Broken {
			t.Errorf("%v keeps a guarantee", e)
		}
	}
	if p := form(t, accounting.AddRemove, accounting.Gaussian{NoiseMultiplier: 1e200}); !(p.Mean() > 1e-200) {
		t.Errorf("much noise is worth a mean of %v", p.Mean())
	}
}

// Events that the noise does not hide count as failures; the hidden ones remain.
func TestSampledNoiseThatHidesNothing(t *testing.T) {
	little := accounting.Gaussian{NoiseMultiplier: 1e-3}
	for r, e := range map[accounting.Relation]accounting.Event{
		accounting.AddRemove:  accounting.PoissonSampled{Rate: 0.01, Event: little},
		accounting.ReplaceOne: accounting.PoissonSampled{Rate: 0.01, Event: little},
		accounting.ZeroOut:    accounting.FixedSizeSampled{Population: 1000, Sample: 10, Event: little},
	} {
		if p := form(t, r, e); p.Fail != 0.01 || len(p.Steps) > 0 {
			t.Errorf("%v under %v: fails with %v, %d steps", e, r, p.Fail, len(p.Steps))
		}
	}
	p := form(t, accounting.AddRemove, accounting.MixtureOfGaussians{NoiseMultiplier: 1, Sensitivities: []float64{0, 1, 1000, 1e300}, Probabilities: []float64{0.5, 0.25, 0.125, 0.125}})
	if p.Fail < 0.25 || p.Fail > 0.25*(1+1e-12) || len(p.Steps) != 1 || math.Abs(p.Steps[0].Pair.Mean()-1) > 1e-12 {
		t.Errorf("a mixture fails with %v", p.Fail)
	}
	// For shifts in both directions, the larger failure probability counts.
	p = form(t, accounting.AddRemove, accounting.MixtureOfGaussians{NoiseMultiplier: 1, Sensitivities: []float64{0, 1, 1000}, Probabilities: []float64{0.5, 0.375, 0.125}, OtherSensitivities: []float64{2, 1e9}, OtherProbabilities: []float64{0.75, 0.25}})
	if p.Fail < 0.25 || p.Fail > 0.25*(1+1e-12) || len(p.Steps) != 1 || math.Abs(p.Steps[0].Pair.Mean()-3) > 1e-12 {
		t.Errorf("a mixture both ways fails with %v", p.Fail)
	}
	p = form(t, accounting.AddRemove, accounting.MixtureOfGaussians{NoiseMultiplier: 2, Sensitivities: []float64{1}, Probabilities: []float64{1}, OtherSensitivities: []float64{3}, OtherProbabilities: []float64{1}})
	if math.Abs(p.Mean()-2) > 1e-12 || len(p.Steps) != 0 {
		t.Errorf("shifts of 1 and -3 under noise of 2 count as a mean of %v", p.Mean())
	}
	p = form(t, accounting.AddRemove, accounting.Group{Size: 3, Event: accounting.PoissonSampled{Rate: 0.5, Event: little}})
	if math.Abs(p.Fail-0.875) > 1e-12 || p.Fail < 0.875 || p.Mean() != 0 {
		t.Errorf("a group fails with %v", p.Fail)
	}
	for _, e := range []accounting.Event{
		accounting.MixtureOfGaussians{NoiseMultiplier: 1, Sensitivities: []float64{1e3}, Probabilities: []float64{1}},
		accounting.Group{Size: 2000, Event: accounting.PoissonSampled{Rate: 0.5, Event: little}},
	} {
		if p := form(t, accounting.AddRemove, e); !p.Broken {
			t.Errorf("%v keeps a guarantee", e)
		}
	}
}

// Large groups on a sample: their size does not matter where the mean number of
// records drawn is the same, however large it is.
func TestLargeGroups(t *testing.T) {
	one := accounting.Gaussian{NoiseMultiplier: 5}
	for _, size := range []int{1 << 20, 1 << 50} {
		p := form(t, accounting.AddRemove, accounting.Group{Size: size, Event: accounting.PoissonSampled{Rate: 4 / float64(size), Event: one}})
		q := form(t, accounting.AddRemove, accounting.Group{Size: 1 << 12, Event: accounting.PoissonSampled{Rate: 0x1p-10, Event: one}})
		for _, a := range []float64{1.5, 4} {
			if x, y := p.Steps[0].Pair.LogMoment(a), q.Steps[0].Pair.LogMoment(a); math.Abs(x/y-1) > 1e-2 {
				t.Errorf("size %d, order %v: %v, want about %v", size, a, x, y)
			}
		}
		p = form(t, accounting.AddRemove, accounting.Group{Size: size, Event: accounting.PoissonSampled{Rate: 0.75, Event: accounting.Gaussian{NoiseMultiplier: float64(size)}}})
		if got := p.Mean(); p.Fail > 1e-60 || got < 0.75 || got > 0.75*1.02 {
			t.Errorf("size %d: mean %v, want about 3/4", size, got)
		}
	}
}

// ε at a δ that a box alone exceeds is infinite, though its loss is bounded.
func TestBoxesThatFail(t *testing.T) {
	a := Accountant{Of: accounting.AddRemove, BoundEpsilon: func(*Plan, float64) float64 { return 0.9 }}
	box := accounting.ApproxDP{Epsilon: 1, Delta: 2e-5}
	for d, want := range map[accounting.Delta]accounting.Epsilon{1e-5: accounting.Epsilon(math.Inf(1)), 3e-5: 0.9, 0: accounting.Epsilon(math.Inf(1))} {
		if eps, err := a.Epsilon(box, d); eps != want || err != nil {
			t.Errorf("δ = %v: ε = %v (%v), want %v", d, eps, err, want)
		}
	}
	if d, err := a.Delta(box, 1.001); err != nil || math.Abs(d-2e-5) > 1e-15 {
		t.Errorf("δ beyond the largest loss: %v (%v)", d, err)
	}
}

func TestRefusals(t *testing.T) {
	for _, c := range []struct {
		e   accounting.Event
		why string
	}{
		{accounting.SelfCompose{Event: accounting.SelfCompose{Event: noise, Count: 1 << 40}, Count: 1 << 40}, "2⁵³"},
		{accounting.Group{Size: math.MaxInt, Event: noise}, "2⁵³"},
		{accounting.Group{Size: 1 << 30, Event: accounting.Group{Size: 1 << 30, Event: noise}}, "2⁵³"},
		{accounting.Group{Size: 1 << 30, Event: accounting.DiscreteGaussian{Scale: 1, Sensitivity: 1 << 30}}, "2⁵³"},
		{accounting.Group{Size: 1 << 30, Event: accounting.DiscreteLaplace{Scale: 1, Sensitivity: 1 << 30}}, "2⁵³"},
		{accounting.PoissonSampled{Rate: 0.1, Event: accounting.ZeroConcentrated{Rho: 1}}, "no dominating pair"},
		{accounting.Group{Size: 2, Event: accounting.PoissonSampled{Rate: 0.1, Event: laplace}}, "groups"},
		{accounting.Group{Size: 1 << 32, Event: accounting.DiscreteGaussian{Scale: 1, Sensitivity: 1 << 32}}, "2⁵³"}, // the product is 0 modulo 2⁶⁴
		{accounting.Group{Size: 1 << 32, Event: accounting.DiscreteLaplace{Scale: 1, Sensitivity: 1 << 32}}, "2⁵³"},
	} {
		_, err := New("test", c.e, accounting.AddRemove)
		if err == nil || !strings.Contains(err.Error(), c.why) || !strings.Contains(err.Error(), "test") {
			t.Errorf("%v: %v", c.e, err)
		}
	}
}
