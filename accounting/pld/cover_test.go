package pld

import (
	"errors"
	"math"
	"testing"

	"github.com/graphdp/graphdp/accounting"
	"github.com/graphdp/graphdp/accounting/gauss"
	"github.com/graphdp/graphdp/accounting/internal/pair"
	"github.com/graphdp/graphdp/accounting/internal/plan"
	"github.com/graphdp/graphdp/accounting/rdp"
	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/data/scalar"
)

func cover(t *testing.T, a *Accountant, e accounting.Event, d float64) float64 {
	t.Helper()
	mean, err := a.Cover(e, accounting.Delta(d))
	if err != nil || !(mean >= 0) {
		t.Fatalf("%v at d = %v: mean %v, %v", e, d, mean, err)
	}
	return mean
}

// checkCover checks that no point of a curve is above its cover, but for rounding, and that one is
// above a cover whose mean is half a percent less.
func checkCover(t *testing.T, a *Accountant, e accounting.Event, d float64, at, truth []float64, rounding float64) {
	t.Helper()
	mean := cover(t, a, e, d)
	above, loose := 0.0, true
	for i, x := range at {
		above = max(above, truth[i]-d-(1-d)*gaussian(mean, x))
		loose = loose && truth[i] <= d+(1-d)*gaussian(mean*(1-5e-3), x)+rounding
	}
	if above > rounding {
		t.Errorf("%v: mean %v at d=%v is exceeded by %g", e, mean, d, above)
	}
	if loose && mean > 0 {
		t.Errorf("%v: at d=%v a mean half a percent below %v would do", e, d, mean)
	}
}

// phi returns the distribution function of the standard normal law.
func phi(x float64) float64 { return 0.5 * scalar.Erfc(-x/math.Sqrt2) }

// gaussian returns δ(x) of a Gaussian release with mean mu, at any real x.
func gaussian(mu, x float64) float64 { return phi(mu/2-x/mu) - scalar.Exp(x)*phi(-mu/2-x/mu) }

// threshold returns δ(x) of two laws with rising likelihood ratio, given their
// upper tails: the best test is {z > some point}.
func threshold(p, q func(z float64) float64, ratio func(z float64) float64, x float64) float64 {
	low, high := -60.0, 60.0
	for range 52 {
		if mid := (low + high) / 2; ratio(mid) > x {
			high = mid
		} else {
			low = mid
		}
	}
	return max(0, 1-scalar.Exp(x), p(high)-scalar.Exp(x)*q(high))
}

// One Gaussian release on a sample, by closed forms that share no code with the
// accountant: in both directions and at 10⁴ points between -20 and 20 the curve is
// below the cover, and above one whose mean is half a percent less.
func TestCoverOfSampledGaussianByClosedForm(t *testing.T) {
	for _, c := range []struct {
		relation accounting.Relation
		q, sigma float64
	}{
		{accounting.AddRemove, 0.1, 1}, {accounting.AddRemove, 0.9, 0.7}, {accounting.AddRemove, 1e-3, 0.5},
		{accounting.AddRemove, 0.01, 4}, {accounting.ReplaceOne, 0.2, 1}, {accounting.ReplaceOne, 0.02, 0.6},
	} {
		down := 0.0 // where the other record pulls
		if c.relation == accounting.ReplaceOne {
			down = -1
		}
		tail := func(centre, z float64) float64 { return phi((centre - z) / c.sigma) }
		density := func(centre, z float64) float64 { return (centre*z - centre*centre/2) / (c.sigma * c.sigma) }
		p := func(z float64) float64 { return (1-c.q)*tail(0, z) + c.q*tail(1, z) }
		q := func(z float64) float64 { return (1-c.q)*tail(0, z) + c.q*tail(down, z) }
		ratio := func(z float64) float64 {
			return math.Log(1-c.q+c.q*scalar.Exp(density(1, z))) - math.Log(1-c.q+c.q*scalar.Exp(density(down, z)))
		}
		forward := func(x float64) float64 { return threshold(p, q, ratio, x) }
		backward := func(x float64) float64 { return max(0, 1-scalar.Exp(x)+scalar.Exp(x)*forward(-x)) }
		// The truth does not depend on d.
		var at, truth [10001]float64
		for i := range at {
			u := float64(i)/5000 - 1
			at[i] = 20 * u * u * u // most of them near 0
			truth[i] = max(forward(at[i]), backward(at[i]))
		}
		a := accountant(t, c.relation)
		e := accounting.PoissonSampled{Rate: c.q, Event: accounting.Gaussian{NoiseMultiplier: c.sigma}}
		for _, d := range []float64{1e-3, 1e-6, 1e-11} {
			checkCover(t, a, e, d, at[:], truth[:], 1e-13) // the rounding of these closed forms
		}
	}
}

// outcome is what two neighbours may see, and how likely each makes it.
type outcome struct{ p, q float64 }

// product returns all outcomes of two releases.
func product(x, y []outcome) []outcome {
	out := make([]outcome, 0, len(x)*len(y))
	for _, a := range x {
		for _, b := range y {
			out = append(out, outcome{a.p * b.p, a.q * b.q})
		}
	}
	return out
}

func twice(x []outcome) []outcome { return product(x, x) }

// discrete returns all outcomes but the least likely ones of noise on the integers.
func discrete(reach, shift int, density func(x float64) float64) []outcome {
	var out []outcome
	var sum float64
	for x := -reach; x <= reach+shift; x++ {
		p, q := density(float64(x-shift)), density(float64(x))
		out, sum = append(out, outcome{p, q}), sum+p
	}
	for i := range out {
		out[i] = outcome{out[i].p / sum, out[i].q / sum}
	}
	return out
}

// Mechanisms with few outcomes, all of them listed: no point of either curve is
// above the cover, and one is above a cover whose mean is half a percent less.
func TestCoverByEnumeration(t *testing.T) {
	response := []outcome{{0.5, 0.125}, {0.125, 0.5}, {0.125, 0.125}, {0.125, 0.125}, {0.125, 0.125}}
	geometric := discrete(60, 2, func(x float64) float64 { return scalar.Exp(-math.Abs(x) / 3) })
	normal := discrete(40, 1, func(x float64) float64 { return scalar.Exp(-x * x / (2 * 4 * 4)) })
	sampled := make([]outcome, len(geometric))
	for i, o := range geometric {
		sampled[i] = outcome{0.7*o.q + 0.3*o.p, o.q}
	}
	pure := []outcome{{1 / (1 + scalar.Exp(-0.3)), 1 / (1 + scalar.Exp(0.3))}, {1 / (1 + scalar.Exp(0.3)), 1 / (1 + scalar.Exp(-0.3))}}
	laplace := accounting.DiscreteLaplace{Scale: 3, Sensitivity: 2}
	times := func(e accounting.Event, n int) accounting.Event { return accounting.SelfCompose{Event: e, Count: n} }
	for _, c := range []struct {
		event    accounting.Event
		outcomes []outcome
	}{
		{times(accounting.RandomisedResponse{Categories: 5, Truth: 0.5}, 4), twice(twice(response))},
		{laplace, geometric},
		{times(laplace, 2), twice(geometric)},
		{times(accounting.DiscreteGaussian{Scale: 4, Sensitivity: 1}, 2), twice(normal)},
		{times(accounting.PoissonSampled{Rate: 0.3, Event: laplace}, 2), twice(sampled)},
		{times(accounting.ApproxDP{Epsilon: 0.3}, 8), twice(twice(twice(pure)))},
		{accounting.Compose{times(accounting.ApproxDP{Epsilon: 0.3}, 4), laplace}, product(twice(twice(pure)), geometric)},
	} {
		var at, truth [601]float64
		for i := range at {
			at[i] = 6 * (float64(i)/300 - 1)
			y := scalar.Exp(at[i])
			var forward, backward float64
			for _, o := range c.outcomes {
				forward += max(0, o.p-y*o.q)
				backward += max(0, o.q-y*o.p)
			}
			truth[i] = max(forward, backward)
		}
		a := accountant(t, accounting.AddRemove)
		for _, d := range []float64{0.15, 1e-5, 1e-9} {
			checkCover(t, a, c.event, d, at[:], truth[:], 1e-11) // outcomes that are left out, and rounding
		}
	}
}

// Trainings, against means found by inverting the curve at single points: never
// below, and above by less than half a percent.
func TestCoverOfTrainingGoldenValues(t *testing.T) {
	for _, c := range []struct {
		relation accounting.Relation
		q, sigma float64
		steps    int
		d, want  float64
	}{
		{accounting.AddRemove, .1, 6.586, 300, 1e-8, .2685},
		{accounting.AddRemove, .1, 6.586, 300, 1e-16, .2719},
		{accounting.AddRemove, .01, .685, 3000, 1e-8, 1.756},
		{accounting.AddRemove, .01, .685, 3000, 1e-16, 2.047},
		{accounting.AddRemove, .004, .897, 200, 1e-8, .238},
		{accounting.AddRemove, .004, .897, 200, 1e-16, .482},
		{accounting.ReplaceOne, .12, 4.092, 250, 1e-8, .925},
		{accounting.ReplaceOne, .12, 4.092, 250, 1e-16, .926},
	} {
		got := cover(t, accountant(t, c.relation), sampled(c.q, c.sigma, c.steps), c.d)
		if got < c.want || got > c.want*(1+5e-3) {
			t.Errorf("q=%v σ=%v %d steps d=%v: %v, want %v", c.q, c.sigma, c.steps, c.d, got, c.want)
		}
	}
}

// A black box known by ρ: its cover is above the Rényi bound at every ε and a
// mean half a percent less is not, and it serves in place of the box.
func TestCoverOfZeroConcentrated(t *testing.T) {
	a := accountant(t, accounting.AddRemove)
	renyi := must.Get(rdp.New(accounting.AddRemove))(t)
	for _, rho := range []float64{1e-5, 0.02, 1} {
		box := accounting.ZeroConcentrated{Rho: rho}
		for _, d := range []float64{1e-3, 1e-10} {
			mean, loose := cover(t, a, box, d), true
			for i := range 60 {
				x := 8 * mean * float64(i) / 60
				truth := delta(t, renyi, box, x)
				if truth > d+(1-d)*gaussian(mean, x)*(1+1e-9) {
					t.Errorf("ρ=%v: mean %v at d=%v allows less than δ(%v) = %v", rho, mean, d, x, truth)
				}
				if truth > d+(1-d)*gaussian(mean*(1-5e-3), x) {
					loose = false
				}
			}
			if loose {
				t.Errorf("ρ=%v: at d=%v a mean half a percent below %v would do", rho, d, mean)
			}
			p := must.Get(plan.New("test", box, accounting.AddRemove))(t)
			if q, failing := covered(p, d); q.Rho != 0 || q.Mean() < cover(t, a, box, failing)*(1-1e-9) || failing > 1e-5*d {
				t.Errorf("ρ=%v: in its place a mean of %v but for %v", rho, q.Mean(), failing)
			}
		}
	}
}

// Exact cases: Gaussian noise alone, one pure mechanism, black boxes, and events without a cover.
func TestCoverClosedForms(t *testing.T) {
	inf := math.Inf(1)
	noise := func(s float64) accounting.Event { return accounting.Gaussian{NoiseMultiplier: s} }
	pure := func(eps, d float64) float64 { return gauss.Pure(accounting.Epsilon(eps), accounting.Delta(d)) }
	box := accounting.ApproxDP{Epsilon: 1, Delta: 1e-6}
	for _, c := range []struct {
		event   accounting.Event
		d, want float64
	}{
		{accounting.Compose{}, 0, 0},
		{noise(2), 0, 0.5},
		{noise(2), 1e-5, 0.5},
		{accounting.SelfCompose{Event: noise(50), Count: 400}, 1e-9, 0.4},
		{accounting.Compose{noise(5), accounting.SelfCompose{Event: noise(10), Count: 12}}, 1e-5, 0.4},
		{accounting.PoissonSampled{Rate: 1, Event: noise(2)}, 0, 0.5},
		{accounting.ApproxDP{Epsilon: 1}, 0, pure(1, 0)},
		{accounting.ApproxDP{Epsilon: 1}, 1e-3, pure(1, 1e-3)},
		{accounting.RandomisedResponse{Categories: 2, Truth: 0.75}, 1e-5, pure(math.Log(3), 1e-5)},
		{box, 1e-6, pure(1, 0)},
		{box, 1e-5, pure(1, (1e-5-1e-6)/(1-1e-6))},
		{box, 1e-6 * (1 - 1e-12), inf},
		{accounting.Compose{noise(1), accounting.ApproxDP{Delta: 1e-6}}, 1e-6, 1},
		{accounting.Compose{noise(1), accounting.ApproxDP{Delta: 1e-6}}, 0, inf},
		{accounting.NonPrivate{Reason: "test"}, 0.5, inf},
		{accounting.Compose{noise(1), accounting.ZeroConcentrated{Rho: 0.1}}, 0, inf},
		{sampled(0.1, 2, 25), 0, 2.5}, // as if every sample were full
		{accounting.Compose{noise(1), accounting.ApproxDP{Epsilon: 0.2}}, 0, math.Hypot(1, pure(0.2, 0))},
	} {
		got := cover(t, accountant(t, accounting.AddRemove), c.event, c.d)
		if got != c.want && !(got >= c.want && got <= c.want*(1+1e-9)) {
			t.Errorf("%v at d = %v: %v, want %v", c.event, c.d, got, c.want)
		}
	}
	if got := cover(t, accountant(t, accounting.ReplaceOne), sampled(0.1, 2, 25), 0); math.Abs(got-5) > 1e-9 {
		t.Errorf("replaced records at d = 0: %v, want 5", got)
	}
	a := accountant(t, accounting.AddRemove)
	for _, d := range []accounting.Delta{-1, 1, accounting.Delta(math.NaN())} {
		if mean, err := a.Cover(noise(1), d); !errors.Is(err, accounting.ErrInvalid) || !math.IsInf(mean, 1) {
			t.Errorf("d = %v: %v, %v", d, mean, err)
		}
	}
	if mean, err := a.Cover(accounting.Gaussian{}, 0.1); !errors.Is(err, accounting.ErrInvalid) || !math.IsInf(mean, 1) {
		t.Errorf("no noise: %v, %v", mean, err)
	}
}

// The pair (Q, P) costs what (P, Q) does: the costlier direction counts, whichever
// it is.
func TestBothDirectionsCount(t *testing.T) {
	pairs := []pair.Pair{pair.Removal(0.2, 0.8), pair.Laplace(1.5).Sampled(0.3)}
	for _, forward := range pairs {
		p := &plan.Plan{Steps: []plan.Step{{Pair: forward, Count: 5}}}
		q := &plan.Plan{Steps: []plan.Step{{Pair: forward.Reverse(), Count: 5}}}
		if x, y := coverOf(p, 1e-6), coverOf(q, 1e-6); math.Abs(x/y-1) > 1e-4 {
			t.Errorf("covers %v and %v of a pair and its reverse", x, y)
		}
		const d = 1e-6
		x := worst(p, rdp.At(p, d), atDelta(math.Log(d)))
		y := worst(q, rdp.At(q, d), atDelta(math.Log(d)))
		if !(math.Abs(x/y-1) < 1e-4) {
			t.Errorf("ε %v and %v of a pair and its reverse", x, y)
		}
	}
}
