package best

import (
	"math"
	"testing"

	"github.com/graphdp/graphdp/accounting"
	"github.com/graphdp/graphdp/accounting/acctest"
)

func TestSuite(t *testing.T) {
	acctest.Run(t, func(r accounting.Relation) (accounting.Accountant, error) { return New(r) })
}

// A plan costs no more than any of the accountants says, and one black box
// costs what it says, to the last bit.
func TestSmallest(t *testing.T) {
	const d = 1e-5
	box := accounting.ApproxDP{Epsilon: 1, Delta: d}
	for _, c := range []struct {
		event accounting.Event
		by    string
		eps   float64 // when known exactly
	}{
		{accounting.Gaussian{NoiseMultiplier: 3}, "gauss", math.NaN()},
		{accounting.Compose{accounting.Gaussian{NoiseMultiplier: 3}, accounting.Laplace{NoiseMultiplier: 2}}, "pld", math.NaN()},
		{accounting.ZeroConcentrated{Rho: 0.1}, "rdp", math.NaN()},
		{box, "basic", 1},
		{accounting.SelfCompose{Event: box, Count: 1}, "basic", 1},
		{accounting.Compose{accounting.Compose{box}}, "basic", 1},
		{accounting.Compose{box, box}, "basic", math.Inf(1)}, // they may fail twice as often as δ
		{accounting.NonPrivate{Reason: "a test"}, "gauss", math.Inf(1)},
		{accounting.Compose{}, "gauss", 0},
	} {
		a, _ := New(accounting.AddRemove)
		eps, by, err := a.EpsilonBy(c.event, d)
		if err != nil {
			t.Fatalf("%v: %v", c.event, err)
		}
		if !math.IsNaN(c.eps) && float64(eps) != c.eps {
			t.Errorf("%v costs %v, want exactly %v", c.event, eps, c.eps)
		}
		if by != c.by && !math.IsInf(float64(eps), 1) {
			t.Errorf("%v accounted by %s, want %s", c.event, by, c.by)
		}
		for _, other := range a.all {
			if worse, err := other.Epsilon(c.event, d); err == nil && worse < eps {
				t.Errorf("%v: %s says %v, less than the smallest, %v", c.event, other.name, worse, eps)
			}
		}
	}
}

// What no accountant can bound is refused.
func TestRefused(t *testing.T) {
	a, _ := New(accounting.ReplaceOne)
	e := accounting.Group{Size: 2, Event: accounting.PoissonSampled{Rate: 0.1, Event: accounting.Gaussian{NoiseMultiplier: 1}}}
	if eps, err := a.Epsilon(e, 1e-5); !unsupported(err) {
		t.Errorf("ε = %v, error %v; want an UnsupportedError", eps, err)
	}
	for _, bad := range []accounting.Relation{0, 99} {
		if _, err := New(bad); err == nil {
			t.Errorf("an accountant under relation %d", bad)
		}
	}
}
