package best

import (
	"errors"
	"math"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/graphdp/graphdp/accounting"
	"github.com/graphdp/graphdp/accounting/gauss"
	"github.com/graphdp/graphdp/accounting/pld"
	"github.com/graphdp/graphdp/accounting/rdp"
	"github.com/graphdp/graphdp/data/must"
)

// A plan costs at most the minimum over the accountants, and one black box exactly its declared
// cost.
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
		{accounting.ZeroConcentrated{Rho: 0.1}, "pld", math.NaN()},
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
		for name, other := range others(t) {
			if worse, err := other.Epsilon(c.event, d); err == nil && worse < eps {
				t.Errorf("%v: %s says %v, less than the smallest, %v", c.event, name, worse, eps)
			}
		}
	}
}

func others(t *testing.T) map[string]accounting.Accountant {
	t.Helper()
	g, err1 := gauss.New(accounting.AddRemove)
	p, err2 := pld.New(accounting.AddRemove)
	r, err3 := rdp.New(accounting.AddRemove)
	must.Do(t, errors.Join(err1, err2, err3))
	return map[string]accounting.Accountant{"gauss": g, "pld": p, "rdp": r}
}

// Of every kind of plan loss distributions cost no more than Rényi divergences, and at the usual
// budgets no less than 0.7 of that. The smallest costs no more than either.
func TestOrderOfAccountants(t *testing.T) {
	for r, events := range plans() {
		smallest, err1 := New(r)
		tight, err2 := pld.New(r)
		loose, err3 := rdp.New(r)
		must.Do(t, errors.Join(err1, err2, err3))
		for _, e := range events {
			for _, d := range []accounting.Delta{1e-3, 1e-6, 1e-10} {
				x, err1 := smallest.Epsilon(e, d)
				y, err2 := tight.Epsilon(e, d)
				z, err3 := loose.Epsilon(e, d)
				if err := errors.Join(err1, err2, err3); err != nil || x > y || y > z || y < 0.7*z && z < 20 && z > 0.05 {
					t.Errorf("%v under %v at δ=%v: %v, by loss distributions %v, Rényi %v (%v)", e, r, d, x, y, z, err)
				}
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

// plans returns events of every kind.
func plans() map[accounting.Relation][]accounting.Event {
	noise := accounting.Gaussian{NoiseMultiplier: 1.5}
	times := func(e accounting.Event, n int) accounting.Event { return accounting.SelfCompose{Event: e, Count: n} }
	sampled := func(q, sigma float64, n int) accounting.Event {
		return times(accounting.PoissonSampled{Rate: q, Event: accounting.Gaussian{NoiseMultiplier: sigma}}, n)
	}
	mixture := accounting.MixtureOfGaussians{NoiseMultiplier: 2, Sensitivities: []float64{0, 1, 2}, Probabilities: []float64{0.9, 0.08, 0.02}}
	return map[accounting.Relation][]accounting.Event{
		accounting.AddRemove: {
			noise, accounting.Laplace{NoiseMultiplier: 1}, accounting.ExponentialMechanism{Epsilon: 2},
			accounting.DiscreteGaussian{Scale: 3, Sensitivity: 2}, accounting.DiscreteGaussian{Scale: 1 << 20, Sensitivity: 1 << 19},
			accounting.DiscreteLaplace{Scale: 1 << 16, Sensitivity: 1 << 15}, accounting.RandomisedResponse{Categories: 3, Truth: 0.6},
			sampled(0.1, 2, 100), sampled(0.5, 0.8, 4),
			times(accounting.Laplace{NoiseMultiplier: 4}, 10), times(accounting.ExponentialMechanism{Epsilon: 0.2}, 60),
			times(accounting.DiscreteGaussian{Scale: 4, Sensitivity: 2}, 10), times(accounting.DiscreteLaplace{Scale: 4, Sensitivity: 1}, 30),
			times(accounting.RandomisedResponse{Categories: 4, Truth: 0.4}, 12), times(mixture, 40),
			times(accounting.Group{Size: 3, Event: accounting.PoissonSampled{Rate: 0.05, Event: noise}}, 40),
			times(accounting.PoissonSampled{Rate: 0.2, Event: accounting.Laplace{NoiseMultiplier: 1}}, 30),
			accounting.Compose{sampled(0.05, 1, 100), noise, accounting.Laplace{NoiseMultiplier: 2}, accounting.ApproxDP{Epsilon: 0.1, Delta: 1e-12}},
			accounting.ZeroConcentrated{Rho: 0.05},
			accounting.Compose{accounting.ZeroConcentrated{Rho: 1e-3}, sampled(0.1, 2, 100)},
			accounting.Compose{accounting.ZeroConcentrated{Rho: 1e-3}, noise},
		},
		accounting.ReplaceOne: {
			sampled(0.1, 3, 50), times(accounting.FixedSizeSampled{Population: 100, Sample: 7, Event: noise}, 80),
		},
		accounting.ZeroOut: {
			sampled(0.1, 3, 50), accounting.FixedSizeSampled{Population: 100, Sample: 7, Event: accounting.Laplace{NoiseMultiplier: 1}},
		},
	}
}

// At random ε every event costs no more than its cover, and more d never needs
// a larger mean. The two answers come from different lattices, hence the slack.
func TestCoverIsAboveTheCurve(t *testing.T) {
	draw := rand.New(rand.NewPCG(3, 4))
	for r, events := range plans() {
		a := must.Get(New(r))(t)
		for _, e := range events {
			before := math.Inf(1)
			for _, d := range []accounting.Delta{0, 1e-100, 1e-9, 1e-3} {
				mean, err := a.Cover(e, d)
				if err != nil || !(mean <= before*(1+2e-3)) { // the search may end a thousandth too high
					t.Errorf("%v under %v: mean %v at d=%v, but %v at less (%v)", e, r, mean, d, before, err)
				}
				if before = mean; math.IsInf(mean, 1) {
					continue
				}
				for range 3 {
					eps := accounting.Epsilon(6 * draw.Float64() * draw.Float64())
					got, err := a.Delta(e, eps)
					limit := float64(d) + (1-float64(d))*gauss.Delta(mean, eps)
					if err != nil || got > limit*(1+1e-4*(1-math.Log(got))) {
						t.Errorf("%v under %v: mean %v at d=%v allows δ(%v) = %v, it is %v (%v)", e, r, mean, d, float64(eps), limit, got, err)
					}
				}
			}
		}
	}
}

// An answer that is known is not looked for again, another event's or another
// ε's is, errors are, and the cache stays in bounds; all that by many goroutines.
func TestCache(t *testing.T) {
	var c cache
	var mu sync.Mutex
	looked := map[string]int{}
	ask := func(what string, e accounting.Event, at float64) float64 {
		x, _ := c.ask(accounting.AddRemove, what, e, at, func() (answer, error) {
			mu.Lock()
			defer mu.Unlock()
			looked[what]++
			if at < 0 {
				return answer{}, accounting.ErrInvalid
			}
			return answer{value: at * e.(accounting.Gaussian).NoiseMultiplier}, nil
		})
		return x.value
	}
	noise := func(s float64) accounting.Event { return accounting.Gaussian{NoiseMultiplier: s} }
	for range 3 {
		for _, s := range []float64{1, math.Nextafter(1, 2)} {
			for _, at := range []float64{2, math.Nextafter(2, 3)} {
				for _, what := range []string{"a", "b"} {
					if got := ask(what, noise(s), at); got != s*at {
						t.Errorf("%s of %v at %v: %v", what, s, at, got)
					}
				}
			}
		}
		ask("error", noise(1), -1)
	}
	if looked["a"] != 4 || looked["b"] != 4 || looked["error"] != 3 {
		t.Errorf("looked %v times", looked)
	}
	var wait sync.WaitGroup
	for i := range 8 {
		wait.Go(func() {
			for j := range 4 * mostAnswers {
				if s := float64(1 + (i+j)%(3*mostAnswers/2)); ask("many", noise(s), 2) != 2*s {
					t.Errorf("another answer for %v", s)
				}
			}
		})
	}
	wait.Wait()
	if len(c.answers) != mostAnswers {
		t.Errorf("%d answers kept", len(c.answers))
	}
	if _, err := c.ask(accounting.AddRemove, "a", &accounting.Gaussian{NoiseMultiplier: 1}, 1, nil); !errors.Is(err, accounting.ErrInvalid) {
		t.Errorf("a pointer: %v", err)
	}
}

// Of many concurrent callers with one question, only one computes the answer.
func TestOneOfManyLooks(t *testing.T) {
	var c cache
	var looked atomic.Int32
	var wait sync.WaitGroup
	for range 8 {
		wait.Go(func() {
			x, err := c.ask(accounting.AddRemove, "a", accounting.Gaussian{NoiseMultiplier: 1}, 1, func() (answer, error) {
				looked.Add(1)
				time.Sleep(20 * time.Millisecond) // for the others to ask meanwhile
				return answer{value: 3}, nil
			})
			if x.value != 3 || err != nil {
				t.Errorf("%v, %v", x, err)
			}
		})
	}
	wait.Wait()
	if n := looked.Load(); n != 1 {
		t.Errorf("%d looked", n)
	}
}

// ε, δ and covers of one event at one number are different questions.
func TestAnswersAreKeptApart(t *testing.T) {
	a, _ := New(accounting.AddRemove)
	e := accounting.Compose{accounting.Laplace{NoiseMultiplier: 2}, accounting.Gaussian{NoiseMultiplier: 2}}
	for range 2 {
		eps, err1 := a.Epsilon(e, 0.25)
		delta, err2 := a.Delta(e, 0.25)
		mean, err3 := a.Cover(e, 0.25)
		if err := errors.Join(err1, err2, err3); err != nil || float64(eps) == delta || delta == mean || float64(eps) == mean {
			t.Errorf("ε %v, δ %v, mean %v (%v)", eps, delta, mean, err)
		}
		fresh, _ := pld.New(accounting.AddRemove)
		if want, _ := fresh.Epsilon(e, 0.25); eps != want {
			t.Errorf("ε %v, want %v", eps, want)
		}
	}
}

// An accountant reuses the answers of another one, under the same relation only.
func TestAccountantsShareAnswers(t *testing.T) {
	plan := accounting.SelfCompose{Event: accounting.PoissonSampled{Rate: 0.0123, Event: accounting.Gaussian{NoiseMultiplier: 1.23}}, Count: 45}
	ask := func(r accounting.Relation) (eps accounting.Epsilon, answers int) {
		a := must.Get(New(r))(t)
		eps = must.Get(a.Epsilon(plan, 1e-6))(t)
		known.mu.Lock()
		defer known.mu.Unlock()
		return eps, len(known.answers)
	}
	first, before := ask(accounting.AddRemove)
	again, after := ask(accounting.AddRemove)
	replaced, more := ask(accounting.ReplaceOne)
	if again != first || after != before || replaced == first || more != after+1 {
		t.Errorf("ε %v, %v and %v, with %d, %d and %d answers known", first, again, replaced, before, after, more)
	}
}
