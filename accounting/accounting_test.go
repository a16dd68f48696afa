package accounting_test

import (
	"errors"
	"fmt"
	"math"
	"math/big"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/accounting"
	"github.com/graphdp/graphdp/accounting/acctest"
	"github.com/graphdp/graphdp/accounting/internal/exact"
	"github.com/graphdp/graphdp/accounting/pld"
	"github.com/graphdp/graphdp/accounting/rdp"
	"github.com/graphdp/graphdp/data/scalar"
)

func ExampleCalibrateNoise() {
	// 500 steps of training on Poisson samples of a tenth of the records: how
	// much noise keeps (1, 10⁻⁵)?
	budget := accounting.Budget{Epsilon: 1, Delta: 1e-5}
	plan := func(sigma float64) accounting.Event {
		return accounting.SelfCompose{
			Event: accounting.PoissonSampled{Rate: 0.1, Event: accounting.Gaussian{NoiseMultiplier: sigma}},
			Count: 500,
		}
	}
	tight, err := pld.New(accounting.AddRemove)
	if err != nil {
		fmt.Println(err)
		return
	}
	sigma, err := accounting.CalibrateNoise(tight, budget, plan)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("noise multiplier %.3f\n", sigma)
	// Output: noise multiplier 8.438
}

func ExampleAccountant() {
	a, err := rdp.New(accounting.AddRemove)
	if err != nil {
		fmt.Println(err)
		return
	}
	_, err = a.Epsilon(accounting.FixedSizeSampled{Population: 100, Sample: 5, Event: accounting.Gaussian{NoiseMultiplier: 1}}, 1e-5)
	fmt.Println(err)
	// Output: accounting: rdp has no bound for FixedSizeSampled(5 of 100, Gaussian(noise multiplier 1)) under add-remove: the share drawn would depend on the number of records, which is private
}

func TestBudgets(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	for _, b := range []accounting.Budget{{}, {Epsilon: 1}, {Epsilon: 1, Delta: 0.999}, {Epsilon: 1e9, Delta: 1e-300}} {
		if err := b.Validate(); err != nil {
			t.Errorf("%v: %v", b, err)
		}
	}
	for _, b := range []accounting.Budget{
		{Epsilon: accounting.Epsilon(nan)}, {Epsilon: -1e-300}, {Epsilon: accounting.Epsilon(inf)},
		{Delta: 1}, {Delta: accounting.Delta(nan)}, {Delta: -1e-300}, {Delta: accounting.Delta(inf)},
	} {
		if err := b.Validate(); !errors.Is(err, accounting.ErrInvalid) {
			t.Errorf("%v: %v", b, err)
		}
	}
	if s := (accounting.Budget{Epsilon: 0.5, Delta: 1e-5}).String(); s != "(0.5, 1e-05)" {
		t.Errorf("printed as %s", s)
	}
	for r, want := range map[accounting.Relation]string{accounting.AddRemove: "add-remove", accounting.ReplaceOne: "replace-one", accounting.ZeroOut: "zero-out", 7: "Relation(7)"} {
		if r.String() != want || (r.Validate() == nil) != (r != 7) {
			t.Errorf("%v: %v", r, r.Validate())
		}
	}
}

func TestInvalidEventsSayWhy(t *testing.T) {
	for _, e := range acctest.InvalidEvents() {
		err := accounting.Validate(e)
		if !errors.Is(err, accounting.ErrInvalid) || !strings.HasPrefix(err.Error(), "accounting: invalid parameter: ") {
			t.Errorf("%#v: %v", e, err)
		}
	}
}

func TestAmplifyEdges(t *testing.T) {
	b := accounting.Budget{Epsilon: 2, Delta: 1e-6}
	if got, err := accounting.Amplify(b, 1); err != nil || math.Abs(float64(got.Epsilon-2)) > 1e-14 || got.Epsilon > 2 {
		t.Errorf("a full sample: %v, %v", got, err)
	}
	if got, err := accounting.Amplify(b, 0); err != nil || got.Epsilon != 0 || got.Delta != 0 {
		t.Errorf("an empty sample: %v, %v", got, err)
	}
	huge := accounting.Budget{Epsilon: 5000}
	if got, err := accounting.Amplify(huge, 0.01); err != nil || math.Abs(float64(got.Epsilon)-5000-math.Log(0.01)) > 1e-9 {
		t.Errorf("beyond float64 exponents: %v, %v", got, err)
	}
	for _, q := range []float64{-0.1, 1.1, math.NaN()} {
		if _, err := accounting.Amplify(b, q); !errors.Is(err, accounting.ErrInvalid) {
			t.Errorf("rate %v: %v", q, err)
		}
	}
}

// A linear accountant of whole numbers: calibration must find the exact edge,
// whatever the start and however flat the cost.
type linear struct {
	cost func(accounting.Event) float64
}

func (l linear) Relation() accounting.Relation { return accounting.AddRemove }
func (l linear) Epsilon(e accounting.Event, _ accounting.Delta) (accounting.Epsilon, error) {
	return accounting.Epsilon(l.cost(e)), nil
}
func (l linear) Delta(accounting.Event, accounting.Epsilon) (float64, error) { return 1, nil }

func TestCalibrateStepsFindsTheEdge(t *testing.T) {
	for name, cost := range map[string]func(n float64) float64{
		"linear": func(n float64) float64 { return n },
		"steep":  func(n float64) float64 { return scalar.Pow(n, 6) },
		"flat":   func(n float64) float64 { return math.Log1p(n) },
		"cliff": func(n float64) float64 {
			if n > 777 {
				return math.Inf(1)
			}
			return 0
		},
	} {
		a := linear{func(e accounting.Event) float64 { return cost(float64(e.(accounting.SelfCompose).Count)) }}
		plan := func(n int) accounting.Event {
			return accounting.SelfCompose{Event: accounting.Gaussian{NoiseMultiplier: 1}, Count: n}
		}
		for _, budget := range []float64{0.5, 1, 3, 10, 123.4} {
			want := -1 // the limit
			for n := 0; n < 200000; n++ {
				if cost(float64(n+1)) > budget {
					want = n
					break
				}
			}
			got, err := accounting.CalibrateSteps(a, accounting.Budget{Epsilon: accounting.Epsilon(budget)}, 200000, plan)
			switch {
			case want == 0:
				if !errors.Is(err, accounting.ErrImpossible) {
					t.Errorf("%s, budget %v: %d, %v", name, budget, got, err)
				}
			case want < 0:
				if got != 200000 || err != nil {
					t.Errorf("%s, budget %v: %d (%v), want the limit", name, budget, got, err)
				}
			case got != want || err != nil:
				t.Errorf("%s, budget %v: %d (%v), want %d", name, budget, got, err, want)
			}
		}
	}
	if _, err := accounting.CalibrateSteps(linear{}, accounting.Budget{Epsilon: 1}, 0, nil); !errors.Is(err, accounting.ErrInvalid) {
		t.Errorf("a limit of 0: %v", err)
	}
}

// A sample of rate q makes ε into ln(1 + q(e^ε - 1)) and δ into qδ, compared here in 50
// digits: what comes out is rounded up.
func TestAmplifyRoundsUp(t *testing.T) {
	number := func(x float64) *big.Float { return new(big.Float).SetPrec(200).SetFloat64(x) }
	// above reports whether e^after ≥ 1 + q(e^before - 1).
	above := func(after, before, q float64) bool {
		sum := exact.Exp(number(before))
		sum.Sub(sum, number(1)).Mul(sum, number(q)).Add(sum, number(1))
		return exact.Exp(number(after)).Cmp(sum) >= 0
	}
	for _, eps := range []float64{1e-3, 0.5, 2, 10} {
		for _, q := range []float64{1e-4, 0.1, 1. / 3, 0.9} {
			b := accounting.Budget{Epsilon: accounting.Epsilon(eps), Delta: 1e-6}
			got, err := accounting.Amplify(b, q)
			if after := float64(got.Epsilon); err != nil || !above(after, eps, q) || above(after*(1-1e-13), eps, q) {
				t.Errorf("ε = %v at rate %v becomes %v, %v", eps, q, after, err)
			}
			if d := float64(got.Delta); d < q*1e-6 || d > q*1e-6*(1+1e-13) {
				t.Errorf("δ = 1e-6 at rate %v becomes %v", q, d)
			}
		}
	}
}
