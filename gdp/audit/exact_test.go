package audit

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/graphdp/graphdp/accounting"
	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/data/scalar"
)

// response reports the truth with probability e^ε/(e^ε+1).
func response(eps float64) Pair {
	p := 1 / (1 + scalar.Exp(-eps))
	return Pair{[]float64{p, 1 - p}, []float64{1 - p, p}}
}

// ε is the inverse of δ, which is a maximum over all sets of values.
func TestPairAgainstAllSets(t *testing.T) {
	source := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		n := 1 + source.IntN(8)
		var x Pair
		for _, law := range []*[]float64{&x.P, &x.Q} {
			*law = make([]float64, n)
			var sum float64
			for i := range *law {
				if source.IntN(4) > 0 || i == 0 {
					(*law)[i] = source.Float64()
				}
				sum += (*law)[i]
			}
			for i := range *law {
				(*law)[i] /= sum
			}
		}
		least := func(eps float64) (delta float64) {
			for set := range 1 << n {
				var p, q float64
				for i := range n {
					if set>>i&1 == 1 {
						p, q = p+x.P[i], q+x.Q[i]
					}
				}
				delta = max(delta, p-scalar.Exp(eps)*q, q-scalar.Exp(eps)*p)
			}
			return delta
		}
		for _, eps := range []float64{0, .3, 2} {
			got := least(eps)
			if got < 1e-9 || got >= 1-1e-9 {
				continue
			}
			b, err := x.Bound(accounting.Delta(got))
			if err != nil || float64(b.Epsilon) > eps+1e-9 {
				t.Fatalf("%+v: ε(%v) = %v, want at most %v (%v)", x, got, b.Epsilon, eps, err)
			}
			if back := least(float64(b.Epsilon)); math.Abs(back-got) > 1e-9 {
				t.Fatalf("%+v: ε(%v) = %v, which has δ = %v", x, got, b.Epsilon, back)
			}
		}
	}
}

func TestDisjointSupportsHaveNoEpsilon(t *testing.T) {
	b, err := Pair{[]float64{.99, .01, 0}, []float64{1, 0, 0}}.Bound(.001)
	if err != nil || !math.IsInf(float64(b.Epsilon), 1) {
		t.Errorf("%v (%v)", b, err)
	}
	if b, err = (Pair{[]float64{.99, .01}, []float64{1, 0}}).Bound(.01); err != nil || b.Epsilon > 1e-9 {
		t.Errorf("all of it is within δ: %v (%v)", b, err)
	}
}

// A walk of random length: alternatives of probability 0 are not taken, and the
// law comes out right although runs differ in how often they choose.
func TestEnumerateFollowsEveryWay(t *testing.T) {
	runs := 0
	law := must.Get(Enumerate(10, func(choose Choose) int {
		runs++
		steps := 0
		for steps < 3 && choose(.25, 0, .75) == 2 {
			steps++
		}
		return steps
	}))(t)
	for steps, want := range []float64{.25, .25 * .75, .25 * .75 * .75, .75 * .75 * .75} {
		if math.Abs(law[steps]-want) > 1e-15 {
			t.Errorf("%d steps: %v, want %v", steps, law[steps], want)
		}
	}
	if runs != 4 {
		t.Errorf("%d runs for 4 ways", runs)
	}
}

func TestExactRefuses(t *testing.T) {
	for _, x := range []Pair{{}, {[]float64{1}, []float64{.5, .5}}, {[]float64{.5, .4}, []float64{.5, .5}},
		{[]float64{2, -1}, []float64{.5, .5}}, {[]float64{math.NaN(), 1}, []float64{.5, .5}}} {
		if _, err := x.Bound(0); err == nil {
			t.Errorf("%v has a bound", x)
		}
	}
	if _, err := response(1).Bound(1); err == nil {
		t.Error("δ = 1")
	}
	if _, err := Enumerate(3, func(c Choose) int { return c(.5, .5) + 2*c(.5, .5) }); err == nil {
		t.Error("4 ways within 3")
	}
	if _, err := Enumerate(3, func(c Choose) int { return c(.5, .4) }); err == nil {
		t.Error("choices that sum to .9")
	}
	if _, err := Enumerate(3, func(c Choose) int { return c() }); err == nil {
		t.Error("no choices")
	}
}
