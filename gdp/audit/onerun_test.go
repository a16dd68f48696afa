package audit

import (
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/graphdp/graphdp/data/scalar"
)

// Golden values: the listing of [SNJ23], appendix D, run with scipy 1.15.3.
func TestOneRunGoldenValues(t *testing.T) {
	for _, c := range []struct {
		m, k, correct int
		delta, alpha  float64
		want          float64
	}{
		{100, 100, 100, 0, .05, 3.4929654311522937}, {1000, 100, 99, 1e-5, .05, 3.0028323653487434},
		{1000, 1000, 900, 1e-5, .05, 2.0206455958654317}, {5000, 500, 480, 1e-5, .05, 2.7830207076873434},
		{20, 10, 6, 0, .05, 0}, {100, 50, 45, 1e-3, .01, .4817302307545043}, {10000, 1000, 720, 1e-5, .05, .8239625516777335},
	} {
		got := oneRunEpsilon(c.m, c.k, c.correct, c.delta, c.alpha)
		if got > c.want || got < c.want*(1-1e-7) {
			t.Errorf("%+v: got %v", c, got)
		}
	}
	for _, c := range []struct {
		m, k, correct int
		eps, delta    float64
		want          float64
	}{
		{100, 80, 60, .5, 0, .011035454440080455}, {100, 80, 60, .5, 1e-3, .02286662574627905},
		{1000, 200, 150, 1, 1e-5, .30442251243500673}, {10, 10, 10, 2, .01, .3571014570330695},
	} {
		if got := oneRunTail(c.m, c.k, c.correct, c.eps, c.delta); math.Abs(got-c.want) > 1e-10*c.want {
			t.Errorf("%+v: got %v", c, got)
		}
	}
}

// The bound on the tail against mechanisms whose law can be summed by hand over
// all coins: responses of ε to each coin attain it at δ = 0; and those that, with
// a probability of δ, give away all coins, or each coin, stay below it.
func TestOneRunTailAgainstAllCoins(t *testing.T) {
	const m = 6
	all := float64(1)
	for _, eps := range []float64{0, .4, 1.5} {
		for _, delta := range []float64{0, 1e-3, .05} {
			p := 1 / (1 + scalar.Exp(-eps))
			each := delta + (1-delta)*p // a coin given away, or answered
			for v := 0; v <= m; v++ {
				var honest, together, single float64
				for set := range 1 << m { // which guesses are right
					if right := bits.OnesCount(uint(set)); right >= v {
						honest += scalar.Pow(p, float64(right)) * scalar.Pow(1-p, float64(m-right))
						single += scalar.Pow(each, float64(right)) * scalar.Pow(1-each, float64(m-right))
					}
				}
				together = delta*all + (1-delta)*honest
				bound := oneRunTail(m, m, v, eps, delta)
				if worst := max(honest, together, single); worst > bound*(1+1e-9) {
					t.Errorf("ε=%v δ=%v: %d right have probability %v, bounded by %v", eps, delta, v, worst, bound)
				}
				if delta == 0 && math.Abs(bound-honest) > 1e-12 {
					t.Errorf("ε=%v: %d right have probability %v, bound %v: it should be attained", eps, v, honest, bound)
				}
				if naive := oneRunTail(m, m, v, eps, 0); delta > 0 && v == m && naive >= together {
					t.Errorf("without δ the bound %v would do for %v: the test is blind", naive, together)
				}
			}
		}
	}
}

func TestOneRunCountsGuesses(t *testing.T) {
	included := []bool{true, false, true, false, true, false, true, false}
	guesses := []bool{true, false, false, false, true, true, true, false}
	level := Level{Delta: 0, Confidence: .6}
	b, err := Guessed(level, included, guesses)
	if err != nil || float64(b.Epsilon) != oneRunEpsilon(8, 8, 6, 0, .4) || b.Trials != 8 || b.Confidence != .6 {
		t.Errorf("%v (%v)", b, err)
	}
	for name, wrong := range map[string]func() (Bound, error){
		"fewer guesses": func() (Bound, error) { return Guessed(level, included, guesses[:7]) },
		"none":          func() (Bound, error) { return Guessed(level, nil, nil) },
		"no level":      func() (Bound, error) { return Guessed(Level{}, included, guesses) },
		"confidence 1":  func() (Bound, error) { return Guessed(Level{Confidence: 1}, included, guesses) },
		"delta 1":       func() (Bound, error) { return Guessed(Level{Delta: 1, Confidence: .9}, included, guesses) },
	} {
		if b, err := wrong(); err == nil {
			t.Errorf("%s: %v", name, b)
		}
	}
}

// Canaries are different, in range, not skipped, disjoint where asked; every
// node comes up about as often as it should: 4000 draws of 3 from 10 miss the
// mean of 1200 by 170 (6 deviations) in one of the 10 with probability < 10⁻⁷.
func TestCanaries(t *testing.T) {
	source := rand.New(rand.NewPCG(3, 4))
	var count [10]int
	for range 4000 {
		nodes, err := nodes(10, 3, source)
		if err != nil || len(nodes) != 3 {
			t.Fatal(nodes, err)
		}
		for _, u := range nodes {
			count[u]++
		}
		if slices.Sort(nodes); len(slices.Compact(nodes)) != 3 {
			t.Fatalf("a node twice: %v", nodes)
		}
	}
	for u, c := range count {
		if c < 1030 || c > 1370 {
			t.Errorf("node %d was drawn %d times of 1200 expected", u, c)
		}
	}
	if all, err := nodes(7, 7, source); err != nil || len(slices.Compact(slices.Sorted(slices.Values(all)))) != 7 {
		t.Errorf("all nodes: %v (%v)", all, err)
	}
	odd := func(p NodePair) bool { return (p[0]+p[1])%2 == 1 }
	for _, disjoint := range []bool{false, true} {
		pairs, err := Edges(40, 12, disjoint, odd, source)
		if err != nil || len(pairs) != 12 {
			t.Fatal(pairs, err)
		}
		seen := map[int32]bool{}
		distinct := map[NodePair]bool{}
		for _, p := range pairs {
			if p[0] >= p[1] || p[0] < 0 || p[1] >= 40 || odd(p) || distinct[p] || disjoint && (seen[p[0]] || seen[p[1]]) {
				t.Errorf("disjoint %v: bad canary %v in %v", disjoint, p, pairs)
			}
			distinct[p], seen[p[0]], seen[p[1]] = true, true, true
		}
	}
	pairs, err := Edges(6, 15, false, nil, source)
	different := map[NodePair]bool{}
	for _, p := range pairs {
		different[p] = true
	}
	if err != nil || len(different) != 15 {
		t.Errorf("all pairs of 6: %v (%v)", pairs, err)
	}
	coins, err := Coins(10000, source) // 5000 ± 300 is 6 deviations: missed with probability < 10⁻⁸
	heads := 0
	for _, c := range coins {
		if c {
			heads++
		}
	}
	if err != nil || heads < 4700 || heads > 5300 {
		t.Errorf("%d heads of 10000 (%v)", heads, err)
	}
}

func TestCanariesRefuse(t *testing.T) {
	source := rand.New(rand.NewPCG(3, 4))
	never := func(NodePair) bool { return true }
	for name, f := range map[string]func() error{
		"more nodes than there are": func() error { _, err := nodes(3, 4, source); return err },
		"no nodes":                  func() error { _, err := nodes(3, 0, source); return err },
		"nodes without a source":    func() error { _, err := nodes(3, 1, nil); return err },
		"coins without a source":    func() error { _, err := Coins(3, nil); return err },
		"no coins":                  func() error { _, err := Coins(0, source); return err },
		"too many pairs":            func() error { _, err := Edges(4, 7, false, nil, source); return err },
		"too many disjoint pairs":   func() error { _, err := Edges(5, 3, true, nil, source); return err },
		"all skipped":               func() error { _, err := Edges(9, 1, false, never, source); return err },
		"all skipped, disjoint":     func() error { _, err := Edges(9, 1, true, never, source); return err },
		"pairs without a source":    func() error { _, err := Edges(9, 1, true, nil, nil); return err },
		"a negative size":           func() error { _, err := Edges(-9, 1, true, nil, source); return err },
	} {
		if f() == nil {
			t.Errorf("%s: no error", name)
		}
	}
}
