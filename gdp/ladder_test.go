package gdp

import (
	"math"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/accounting"
	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/gdp/gdptest/stattest"
	"github.com/graphdp/graphdp/gdp/internal/noise"
)

// lawOf is the logarithm of the probability that a ladder from b releases its number plus x.
func (r Rungs) lawOf(b, unit, x int64) float64 {
	if x < 0 {
		x = -1 - x
	}
	at := func(x int64) float64 { // the k with b·k + k²/2 = x/unit, over the scale
		d := 2 * float64(x) / float64(unit)
		return d / (math.Sqrt(float64(b*b)+d) + float64(b)) / r.Scale
	}
	return -at(x) + math.Log(-math.Expm1(at(x)-at(x+1))/2)
}

// Take two numbers as far apart as their reaches allow, whose reaches differ by at most 1. Every
// release has probabilities within a factor e^ε, and some nearly attain it.
func TestLadder(t *testing.T) {
	for _, c := range []struct {
		eps   Epsilon
		least int64
	}{{0.05, 400}, {0.05, 80}, {0.5, 40}, {1, 20}, {1, 4}, {1, 100}, {3, 2}, {4, 1}, {10, 2}, {25, 1}} {
		eps := c.eps
		r := must.Get(RungsOf(c.least, eps))(t)
		b := float64(c.least)
		if rest := float64(eps) - math.Log(1+4/b+1/(b*b))/2; 1/r.Scale > rest { // docs/proofs/ladder.md#law
			t.Errorf("ε = %v, from %d: ε′ = %v, the proof has %v", float64(eps), c.least, 1/r.Scale, rest)
		}
		worst := 0.0
		for _, unit := range []int64{1, 3} {
			for _, reach := range []int64{0, 1, r.Least - 1, r.Least, r.Least + 1, r.Least + 5, 2*r.Least + 7, 40 * r.Least} {
				for _, other := range []int64{reach, reach + 1} {
					far := unit * reach
					for _, apart := range []int64{far, far / 2, -far} {
						end := 3 * (far + r.Least)
						for x := -end; x <= end; x += max(1, end/5000) {
							a := r.lawOf(max(reach, r.Least), unit, x)
							b := r.lawOf(max(other, r.Least), unit, x-apart)
							worst = max(worst, math.Abs(a-b))
						}
					}
				}
			}
		}
		if worst > float64(eps) || worst < 0.75*float64(eps) {
			t.Errorf("ε = %v: %+v, probabilities differ by ε = %v", float64(eps), r, worst)
		}
	}
}

func answers(x int64) func(*Data) (int64, error) {
	return func(*Data) (int64, error) { return x, nil }
}

// Draws have the stated distribution for any reach, and cost ε.
func TestLaddersAreDrawn(t *testing.T) {
	const eps, least, draws, number = 4, 5, 40_000, 11
	for _, reach := range []int64{0, 2, 9} {
		q := LocalQuery("number", EdgeLevel, 2, proof, answers(number), answers(reach))
		s := protectFour(t, 0b10_0101, pay(eps, 0))
		r := NewLadder("number", q, least, eps)
		must.Get(r.Draw(s))(t)
		e := ledger(t, s).Entries[0]
		if e.Counted != accounting.Event(accounting.ApproxDP{Epsilon: eps}) || e.Proved != e.Counted || e.Mechanism != "ladder from 5" || e.Bound != "local, in units of 2" {
			t.Errorf("%+v", e)
		}
		rungs := must.Get(RungsOf(least, eps))(t)
		const far = 40
		counts, law, rest := make([]int, 2*far+1), make([]float64, 2*far+1), 1.0
		for x := range law[:2*far] {
			law[x] = math.Exp(rungs.lawOf(max(reach, least), 2, int64(x-far)))
			rest -= law[x]
		}
		law[2*far] = max(rest, 0)
		private := noise.SeededKey(5).Stream(noise.Release, "ladder")
		beyond := 0
		for range draws {
			x := must.Get(r.draw(s, private))(t)
			at := int(x) - number + far
			if at < 0 || at >= 2*far {
				at = 2 * far
			}
			counts[at]++
			if d := float64(x) + 0.5 - number; math.Abs(d) > 2*rungs.Off(float64(reach), math.Log(10)) {
				beyond++
			}
		}
		if !stattest.ChiSquare(counts, law, 1e-9) {
			t.Errorf("reach %d: %v", reach, counts)
		}
		if p := float64(beyond) / draws; math.Abs(p-0.1) > 0.02 {
			t.Errorf("reach %d: a share of %v is beyond what 0.1 should be", reach, p)
		}
	}
}

// The query of the reach answers with the reach: the number moves by more than its bound of 1.
func TestReachIsNotTheNumber(t *testing.T) {
	q := LocalQuery("number", EdgeLevel, 1, proof, answers(1000), answers(7)).Reach()
	if got, err := q.Eval(protectFour(t, 0b1, pay(1, 0)).data); err != nil || len(got) != 1 || got[0] != 7 || q.Bound() != 1 {
		t.Errorf("%s answers %v with the bound %v, %v", q.Name(), got, q.Bound(), err)
	}
}

// Invalid parameters are refused before payment; a failed draw stays paid.
func TestLadderRefusals(t *testing.T) {
	good := answers(1)
	for want, c := range map[string]struct {
		q     Local
		least int64
		eps   Epsilon
	}{
		"without a name":       {Local{}, 20, 1},
		"or a function":        {LocalQuery("q", EdgeLevel, 1, proof, good, nil), 20, 1},
		"the relation":         {LocalQuery("q", NodeLevel, 1, proof, good, good), 20, 1},
		"a unit of 0":          {LocalQuery("q", EdgeLevel, 0, proof, good, good), 20, 1},
		"must name a document": {LocalQuery("q", EdgeLevel, 1, Proof{}, good, good), 20, 1},
		"made for 5 nodes":     {LocalQuery("q", EdgeLevel, 1, proof, good, good).OnNodes(5), 20, 1},
		"ε = 0":                {LocalQuery("q", EdgeLevel, 1, proof, good, good), 20, 0},
		"ε = NaN":              {LocalQuery("q", EdgeLevel, 1, proof, good, good), 20, Epsilon(math.NaN())},
		"noise of scale":       {LocalQuery("q", EdgeLevel, 1, proof, good, good), 20, 5000},
		"over the budget":      {LocalQuery("q", EdgeLevel, 1, proof, good, good), 20, 2},
		"a reach out of rang":  {LocalQuery("q", EdgeLevel, 1, proof, good, answers(-1)), 20, 1},
		"outside ±2⁵³":         {LocalQuery("q", EdgeLevel, 1, proof, answers(1<<60), good), 20, 1},
		"must start at 1":      {LocalQuery("q", EdgeLevel, 1, proof, good, good), 3, 1},
		"ladder from 0":        {LocalQuery("q", EdgeLevel, 1, proof, good, good), 0, 1},
		"from 4294967296":      {LocalQuery("q", EdgeLevel, 1, proof, good, good), 1 << 32, 1},
	} {
		s := protectFour(t, 0b1, pay(1, 0))
		if _, err := NewLadder("number", c.q, c.least, c.eps).Draw(s); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
		paid := want == "a reach out of rang" || want == "outside ±2⁵³"
		if got := len(ledger(t, s).Entries); (got == 1) != paid {
			t.Errorf("%s: %d spends", want, got)
		}
	}
	if _, _, err := (Local{}).Eval(nil); err == nil {
		t.Error("nothing is evaluated")
	}
	refused(t, "the reach of nothing is released", second(NewDiscreteLaplace("reach", (Local{}).Reach(), 1).Draw(protectFour(t, 0b1, pay(1, 0)))))
}
