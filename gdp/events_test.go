package gdp

import (
	"fmt"
	"math"
	"reflect"
	"testing"

	"github.com/graphdp/graphdp/accounting"
	"github.com/graphdp/graphdp/data/must"
)

// Every mechanism is counted as what its definition says, its bound taken at its word, and
// proved as the same with the bound that holds: for a proof the same bound, for a claim its
// Holds, and nothing if that is 0. All numbers are powers of 2, or small multiples, so that
// events have to be equal to the bit.
func TestEventsAreThoseOfTheDefinition(t *testing.T) {
	s := protectRing(t, pay(1000, 1e-5))
	for _, bound := range []float64{0.5, 1, 4} {
		for _, x := range []float64{0.25, 1, 2} { // ε, or the noise multiplier
			for _, holds := range []float64{-1, 0, bound, 3 * bound, bound / 2} {
				var basis Basis = proof
				if holds >= 0 {
					basis = Claim{Source: "[X]", Why: "no reason", Holds: holds}
				}
				l1 := Query("l1", EdgeLevel, L1(bound), basis, edges(EdgeLevel, 1, proof).eval)
				l2 := Query("l2", EdgeLevel, L2(bound), basis, l1.eval)
				linf := Query("linf", EdgeLevel, LInf(bound), basis, l1.eval)
				whole := func(b float64) int { // the sensitivity of discrete noise
					if b != math.Trunc(b) {
						return -1
					}
					return int(b)
				}
				for name, c := range map[string]struct {
					spend Spend
					event func(holds float64) accounting.Event // nil: no event
				}{
					"Laplace": {NewLaplace("a", l1, Epsilon(x)), func(b float64) accounting.Event {
						return accounting.Laplace{NoiseMultiplier: bound / x / b} // a scale of bound/ε
					}},
					"Gaussian": {NewGaussianMultiplier("b", l2, x), func(b float64) accounting.Event {
						return accounting.Gaussian{NoiseMultiplier: x * bound / b}
					}},
					"discrete Laplace": {NewDiscreteLaplace("c", l1, Epsilon(x)), func(b float64) accounting.Event {
						if whole(b) < 0 {
							return nil
						}
						return accounting.DiscreteLaplace{Scale: bound / x, Sensitivity: whole(b)}
					}},
					"one of the scores":  {NewNoisyMax("f", linf, 1, Epsilon(x)), choices(x, bound, 1)},
					"two of the scores":  {NewNoisyMax("g", linf, 2, Epsilon(x)), choices(x, bound, 2)},
					"five of the scores": {NewNoisyMax("h", linf, 5, Epsilon(x)), choices(x, bound, 5)},
				} {
					what := fmt.Sprintf("%s of bound %v at %v, %v", name, bound, x, basis)
					e, err := c.spend.entry(s)
					counted, proved := c.event(bound), accounting.Event(accounting.NonPrivate{Reason: "no reason"})
					if holds < 0 {
						proved = counted
					} else if holds > 0 {
						proved = c.event(holds)
					}
					if counted == nil || proved == nil {
						if err == nil {
							t.Errorf("%s: counted as %v, proved as %v, where no event is known", what, e.Counted, e.Proved)
						}
						continue
					}
					if err != nil || !reflect.DeepEqual(e.Counted, counted) || !reflect.DeepEqual(e.Proved, proved) {
						t.Errorf("%s: counted as %v, want %v, and proved as %v, want %v (%v)", what, e.Counted, counted, e.Proved, proved, err)
					}
					if want := fmt.Sprintf("≤ %g", bound); err == nil && e.Bound != "ℓ1 "+want && e.Bound != "ℓ2 "+want && e.Bound != "ℓ∞ "+want {
						t.Errorf("%s: the ledger says %s", what, e.Bound)
					}
				}
			}
		}
	}
}

// choices returns what k choices of a score cost whose scale is 2·bound/ε: with a bound of b each
// has the range ε·b/bound.
func choices(eps, bound float64, k int) func(b float64) accounting.Event {
	return func(b float64) accounting.Event {
		return accounting.SelfCompose{Event: accounting.ExponentialMechanism{Epsilon: eps * b / bound}, Count: k}
	}
}

// The ledger adds up the counted events, not the proved ones.
func TestTheBudgetPaysWhatIsCounted(t *testing.T) {
	halved := Claim{Source: "[X]", Why: "it moves it by 1", Holds: 1}
	scores := Query("scores", EdgeLevel, LInf(0.5), halved, func(*Data) ([]float64, error) { return make([]float64, 9), nil })
	for _, k := range []int{1, 2, 5} {
		s := protectRing(t, pay(10, 0))
		must.Get(NewNoisyMax("max", scores, k, 0.25).Draw(s))(t)
		g, err := s.Guarantee()
		if want := 0.25 * float64(k); err != nil || math.Abs(float64(ledger(t, s).Spent())-want) > 1e-9 || math.Abs(float64(g.Claimed)-want) > 1e-9 || math.Abs(float64(g.Proved)-2*want) > 1e-9 {
			t.Errorf("%d choices at ε = 0.25 cost %v, claimed %v, proved %v (%v)", k, ledger(t, s).Spent(), g.Claimed, g.Proved, err)
		}
	}
}

// One change of shared terms moves a step by Bernoulli(q) + w·Binomial(R, q): the distribution of
// the sheet on DPAR, to its digits; shared by nobody it is a Poisson sample.
func TestSharedTermsAreAMixture(t *testing.T) {
	s := must.Get(Protect(ring(t, 10), NodeUnbounded, pay(50, 1e-5), Seed(1), Nodes(10)))(t)
	plan := Plan{Label: "a", Steps: 3, Sampling: PoissonShared{Rate: .1, Others: 2, Share: .5}, Multiplier: 1.5, Sensitivity: 4, Basis: proof}
	e := must.Get(plan.Event(s))(t)
	step := e.(accounting.SelfCompose).Event.(accounting.MixtureOfGaussians)
	law := map[float64]float64{}
	for i, shift := range step.Sensitivities {
		law[shift] += step.Probabilities[i]
	}
	for shift, want := range map[float64]float64{0: .729, .5: .162, 1: .09, 1.5: .018, 2: .001} {
		if math.Abs(law[shift]-want) > 1e-12 {
			t.Errorf("a shift of %v has probability %v, want %v", shift, law[shift], want)
		}
	}
	if step.NoiseMultiplier != 1.5 || len(law) != 5 {
		t.Errorf("%v", step)
	}
	epsilon := func(sampling Sampling) Epsilon {
		plan.Sampling = sampling
		e := must.Get(plan.Event(s))(t)
		return must.Get(s.Accountant().Epsilon(e, 1e-5))(t)
	}
	alone, poisson := epsilon(PoissonShared{Rate: .1}), epsilon(Poisson{.1})
	if math.Abs(float64(alone/poisson)-1) > 1e-3 || epsilon(PoissonShared{Rate: .1, Others: 1, Share: .5}) <= alone {
		t.Errorf("shared by nobody ε = %v, a Poisson sample %v", alone, poisson)
	}
	// Rare numbers are rounded up: the list is short, and ends with all of them.
	plan.Sampling = PoissonShared{Rate: .01, Others: 1000, Share: .001}
	e = must.Get(plan.Event(s))(t)
	many := e.(accounting.SelfCompose).Event.(accounting.MixtureOfGaussians)
	if n := len(many.Sensitivities); n > 150 || many.Sensitivities[n-1] != math.Nextafter(2, 3) { // .001 is above 1/1000
		t.Errorf("%d shifts of up to %v", n, many.Sensitivities[n-1])
	}
	for _, bad := range []PoissonShared{{Rate: -1, Others: 1, Share: 1}, {Rate: 2, Others: 1, Share: 1}, {Rate: math.NaN(), Others: 1, Share: 1}, {Rate: .1, Others: -1, Share: 1}, {Rate: .1, Others: mostOthers + 1, Share: 1}, {Rate: .1, Others: 1, Share: -1}, {Rate: .1, Others: 1, Share: math.Inf(1)}} {
		plan.Sampling = bad
		refused(t, fmt.Sprintf("%+v is accepted", bad), second(plan.Event(s)))
	}
	// Replaced terms: with the record the same distribution, and without it that of the others.
	plan.Sampling = PoissonShared{Rate: .1, Others: 2, Share: 1, Replaced: true}
	e = must.Get(plan.Event(s))(t)
	both := e.(accounting.SelfCompose).Event.(accounting.MixtureOfGaussians)
	other := map[float64]float64{}
	for i, shift := range both.OtherSensitivities {
		other[shift] += both.OtherProbabilities[i]
	}
	for shift, want := range map[float64]float64{0: .81, 1: .18, 2: .01} {
		if math.Abs(other[shift]-want) > 1e-12 {
			t.Errorf("without the record a shift of %v has probability %v, want %v", shift, other[shift], want)
		}
	}
	replaced := epsilon(plan.Sampling)
	if added := epsilon(PoissonShared{Rate: .1, Others: 2, Share: 1}); replaced <= added {
		t.Errorf("ε = %v for terms that are replaced, %v for terms that are added", replaced, added)
	}
	bounded := must.Get(Protect(ring(t, 10), NodeLevel, pay(1, 1e-5)))(t)
	plan.Sampling = PoissonShared{Rate: .1, Others: 2, Share: .5}
	refused(t, "shared terms where records are exchanged", second(plan.Event(bounded)))
}
