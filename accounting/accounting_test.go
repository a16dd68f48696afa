package accounting_test

import (
	"errors"
	"fmt"
	"math"
	"math/big"
	"strings"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"

	"github.com/graphdp/graphdp/accounting"
	"github.com/graphdp/graphdp/accounting/gauss"
	"github.com/graphdp/graphdp/accounting/internal/exact"
	"github.com/graphdp/graphdp/accounting/pld"
	"github.com/graphdp/graphdp/accounting/rdp"
	"github.com/graphdp/graphdp/data/scalar"
)

func ExampleCalibrateNoise() {
	// The noise multiplier that keeps (1, 10⁻⁵) over 500 steps of training on Poisson samples of a
	// tenth of the records.
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
	for _, e := range invalidEvents() {
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

// costing returns the cost of a noise multiplier.
type costing func(multiplier float64) float64

func (c costing) Relation() accounting.Relation { return accounting.AddRemove }
func (c costing) Epsilon(e accounting.Event, _ accounting.Delta) (accounting.Epsilon, error) {
	return accounting.Epsilon(c(e.(accounting.Gaussian).NoiseMultiplier)), nil
}
func (c costing) Delta(accounting.Event, accounting.Epsilon) (float64, error) { return 1, nil }

// Calibration finds the smallest sufficient noise, rounded to the safe side, for any shape of the
// cost.
func TestCalibrateNoiseFindsTheEdge(t *testing.T) {
	plan := func(s float64) accounting.Event { return accounting.Gaussian{NoiseMultiplier: s} }
	for name, c := range map[string]struct {
		cost costing
		edge func(budget float64) float64
	}{
		"linear": {func(s float64) float64 { return 1 / s }, func(b float64) float64 { return 1 / b }},
		"steep":  {func(s float64) float64 { return scalar.Pow(s, -6) }, func(b float64) float64 { return scalar.Pow(b, -1./6) }},
		"flat":   {func(s float64) float64 { return math.Log1p(1 / s) }, func(b float64) float64 { return max(1e-4, 1/math.Expm1(b)) }},
		"cliff": {func(s float64) float64 {
			if s < 777 {
				return math.Inf(1)
			}
			return 0
		}, func(float64) float64 { return 777 }},
		"nothing": {func(float64) float64 { return 0 }, func(float64) float64 { return 1e-4 }},
	} {
		for _, budget := range []float64{1e-6, 0.5, 1, 3, 10, 123.4} {
			got, err := accounting.CalibrateNoise(c.cost, accounting.Budget{Epsilon: accounting.Epsilon(budget)}, plan)
			if want := c.edge(budget); err != nil || c.cost(got) > budget || math.Abs(got/want-1) > 1e-6 {
				t.Errorf("%s, budget %v: %v (%v), want %v", name, budget, got, err, want)
			}
		}
	}
	expensive := costing(func(float64) float64 { return 2 })
	if got, err := accounting.CalibrateNoise(expensive, accounting.Budget{Epsilon: 1}, plan); !errors.Is(err, accounting.ErrImpossible) {
		t.Errorf("too expensive whatever the noise: %v, %v", got, err)
	}
	if _, err := accounting.CalibrateNoise(expensive, accounting.Budget{Epsilon: 1}, nil); !errors.Is(err, accounting.ErrInvalid) {
		t.Errorf("no plan: %v", err)
	}
}

// Sampling at rate q maps ε to ln(1 + q(e^ε - 1)) and δ to qδ. The results are rounded up, compared
// with 50 digits.
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

// The trade-off function from a curve lies a little below the exact one of a Gaussian release.
func TestTradeoff(t *testing.T) {
	var curve []accounting.Point
	for d := 1e-6; d < 0.6; d *= 1.1 {
		curve = append(curve, accounting.Point{Epsilon: gauss.Epsilon(1, accounting.Delta(d)), Delta: accounting.Delta(d)})
	}
	for _, alpha := range []float64{0.001, 0.05, 0.3, 0.7} {
		got, err := accounting.Tradeoff(curve, alpha)
		want := distuv.UnitNormal.CDF(distuv.UnitNormal.Quantile(1-alpha) - 1) // [DRS22] Eq. 6
		if err != nil || got > want || got < want-0.01 {
			t.Errorf("α=%v: %v, want %v (%v)", alpha, got, want, err)
		}
	}
	if _, err := accounting.Tradeoff(curve, 2); !errors.Is(err, accounting.ErrInvalid) {
		t.Errorf("a rate of 2: %v", err)
	}
}
