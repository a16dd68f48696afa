package audit

import (
	"math"
	"math/bits"
	"math/rand/v2"
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

// Canaries are different, in range and not skipped, and coins are fair.
func TestCanaries(t *testing.T) {
	source := rand.New(rand.NewPCG(3, 4))
	odd := func(p NodePair) bool { return (p[0]+p[1])%2 == 1 }
	for _, c := range []struct {
		n, m int
		skip func(NodePair) bool
	}{{40, 12, odd}, {6, 15, nil}} {
		pairs, err := Edges(c.n, c.m, c.skip, source)
		different := map[NodePair]bool{}
		for _, p := range pairs {
			if different[p] = true; p[0] >= p[1] || p[0] < 0 || int(p[1]) >= c.n || c.skip != nil && c.skip(p) {
				t.Errorf("bad canary %v in %v", p, pairs)
			}
		}
		if err != nil || len(different) != c.m {
			t.Errorf("%d canaries of %d nodes: %v (%v)", c.m, c.n, pairs, err)
		}
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
		"coins without a source": func() error { _, err := Coins(3, nil); return err },
		"no coins":               func() error { _, err := Coins(0, source); return err },
		"too many pairs":         func() error { _, err := Edges(4, 7, nil, source); return err },
		"all skipped":            func() error { _, err := Edges(9, 1, never, source); return err },
		"pairs without a source": func() error { _, err := Edges(9, 1, nil, nil); return err },
		"a negative size":        func() error { _, err := Edges(-9, 1, nil, source); return err },
	} {
		if f() == nil {
			t.Errorf("%s: no error", name)
		}
	}
}
