package audit

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/graphdp/graphdp/accounting"
	"github.com/graphdp/graphdp/accounting/gauss"
	"gonum.org/v1/gonum/stat/distuv"
)

// Attack tells two worlds apart by a threshold on a score. One half of the runs
// is spent on choosing: what the distinguisher learns, then the threshold and
// the direction. On the other half the chosen tests are made, and each rate
// gets a Clopper-Pearson interval; all intervals of all tests hold together
// with the confidence asked for.
//
// A test is an event E, "the score is above t" or "at most t". If the mechanism
// is (ε, δ)-DP then P₁(E) ≤ e^ε·P₀(E) + δ, and with the worlds exchanged; so the
// lower end of one rate and the upper end of the other bound ε from below.
type Attack struct {
	Distinguisher Distinguisher
	Level
	// Tests is how many tests are made on the second half; the best one counts
	// and each one costs confidence. 1 is best if the choice is easy.
	Tests int
	// Gaussian assumes that the mechanism is exactly as private as one Gaussian
	// release (of unknown noise), so that one test fixes the whole trade-off
	// curve [NHSBTJCT23]. It finds much larger bounds; the assumption is stated
	// in the [Bound].
	Gaussian bool
}

// least is the number of runs in a world from which on there is something to
// choose from.
const least = 8

// Bound attacks the runs.
func (a Attack) Bound(r Runs) (Bound, error) {
	if err := a.validate(r); err != nil {
		return Bound{}, err
	}
	chosen, testing := split(r, 1, 2)
	score := a.Distinguisher.score
	if score == nil {
		var learning Runs
		learning, chosen = split(chosen, 1, 2)
		score = a.Distinguisher.learn(learning)
	}
	choose, err := rank(chosen, score)
	if err != nil {
		return Bound{}, err
	}
	final, err := rank(testing, score)
	if err != nil {
		return Bound{}, err
	}
	b := Bound{
		Delta: a.Delta, Confidence: a.Confidence, Trials: len(r[0]) + len(r[1]),
		Method: fmt.Sprintf("two worlds, %s, %d tests", a.Distinguisher.name, a.Tests),
	}
	if a.Tests == 1 {
		b.Method = fmt.Sprintf("two worlds, %s", a.Distinguisher.name)
	}
	if a.Gaussian {
		b.Assumes = "a mechanism as private as one Gaussian release"
	}
	alpha := a.alpha() / float64(2*a.Tests) // for each of the intervals
	for _, t := range a.best(choose) {
		often, rarely := final.count(t)
		n, m := final.sizes(t)
		b.Epsilon = max(b.Epsilon, a.epsilon(lower(n, often, alpha), upper(m, rarely, alpha)))
	}
	return b, nil
}

func (a Attack) validate(r Runs) error {
	if err := a.Level.Validate(); err != nil {
		return err
	}
	switch {
	case a.Tests < 1:
		return invalid("%d tests, want at least 1", a.Tests)
	case a.Distinguisher.score == nil && a.Distinguisher.learn == nil:
		return invalid("no distinguisher")
	case a.Gaussian && a.Delta == 0:
		return invalid("a Gaussian release has no finite ε at δ = 0")
	}
	for w, runs := range r {
		if len(runs) < least {
			return invalid("%d runs in world %d, want at least %d", len(runs), w, least)
		}
		for i, output := range runs {
			if err := usable(output); err != nil {
				return fmt.Errorf("%w: run %d in world %d: %w", ErrInvalid, i, w, err)
			}
			if len(output) != len(r[0][0]) {
				return invalid("run %d in world %d gave %d numbers, not %d", i, w, len(output), len(r[0][0]))
			}
		}
	}
	return nil
}

// Ceiling returns the largest bound that n runs in each world can give: what a
// perfect attack finds on a mechanism without any noise.
func (a Attack) Ceiling(n int) (accounting.Epsilon, error) {
	perfect := Runs{make([][]float64, max(0, n)), make([][]float64, max(0, n))}
	for i := range perfect[0] {
		perfect[0][i], perfect[1][i] = []float64{0}, []float64{1}
	}
	a.Distinguisher = Entry(0)
	b, err := a.Bound(perfect)
	return b.Epsilon, err
}

// split divides the runs of each world.
func split(r Runs, part, of int) (first, rest Runs) {
	for w, runs := range r {
		n := len(runs) * part / of
		first[w], rest[w] = runs[:n], runs[n:]
	}
	return first, rest
}

// epsilon returns what rates of at least often in one world and at most rarely in
// the other show.
func (a Attack) epsilon(often, rarely float64) accounting.Epsilon {
	if !a.Gaussian {
		return accounting.Epsilon(fromRates(often, rarely, float64(a.Delta)))
	}
	mu := separation(often, rarely)
	if !(mu > 0) {
		return 0
	}
	return gauss.Epsilon(mu*(1-1e-9), a.Delta) // which rounds up by less
}

// separation returns the mean of the Gaussian release that attains both rates.
func separation(often, rarely float64) float64 {
	return distuv.UnitNormal.Quantile(often) - distuv.UnitNormal.Quantile(rarely)
}

// test is an event and the world in which it happens more often.
type test struct {
	threshold float64
	above     bool // the score is above the threshold; else at most there
	often     int  // the world
}

// ranked holds the scores of each world, sorted.
type ranked [2][]float64

func rank(r Runs, score func([]float64) float64) (ranked, error) {
	var s ranked
	for w, runs := range r {
		s[w] = make([]float64, len(runs))
		for i, output := range runs {
			if s[w][i] = score(output); math.IsNaN(s[w][i]) {
				return s, invalid("the distinguisher has no score for an output of %d numbers in world %d", len(output), w)
			}
		}
		slices.Sort(s[w])
	}
	return s, nil
}

// count returns how often the event of a test happened in each of its worlds.
func (s ranked) count(t test) (often, rarely int) {
	var count [2]int
	for w, scores := range s {
		atMost, _ := slices.BinarySearchFunc(scores, t.threshold, func(x, threshold float64) int {
			if x <= threshold {
				return -1
			}
			return 1
		})
		if count[w] = atMost; t.above {
			count[w] = len(scores) - atMost
		}
	}
	return count[t.often], count[1-t.often]
}

// sizes returns the numbers of runs that the counts are out of.
func (s ranked) sizes(t test) (often, rarely int) { return len(s[t.often]), len(s[1-t.often]) }

// best returns the tests with the largest bounds on the runs for choosing. They
// are of different kinds, or lie some ranks apart.
func (a Attack) best(s ranked) []test {
	type candidate struct {
		test
		rank  int
		merit float64
	}
	var all []candidate
	values := slices.Compact(slices.Sorted(slices.Values(slices.Concat(s[0], s[1]))))
	for i := range len(values) - 1 {
		threshold := values[i] + (values[i+1]-values[i])/2
		if !(threshold < values[i+1]) { // they are neighbours, or far apart
			threshold = values[i]
		}
		for kind := range 4 {
			t := test{threshold, kind&1 == 1, kind >> 1}
			all = append(all, candidate{t, i, a.merit(s, t)})
		}
	}
	slices.SortStableFunc(all, func(x, y candidate) int { return cmp.Compare(y.merit, x.merit) })
	apart := max(1, len(values)/(4*a.Tests))
	var chosen []candidate
	for _, c := range all {
		near := func(o candidate) bool {
			return o.above == c.above && o.often == c.often && max(o.rank-c.rank, c.rank-o.rank) < apart
		}
		if len(chosen) < a.Tests && !slices.ContainsFunc(chosen, near) {
			chosen = append(chosen, c)
		}
	}
	tests := make([]test, len(chosen))
	for i, c := range chosen {
		tests[i] = c.test
	}
	return tests
}

// merit returns roughly the bound that a test would give, from the scores for
// choosing: with intervals that are quicker to compute.
func (a Attack) merit(s ranked, t test) float64 {
	k, l := s.count(t)
	n, m := s.sizes(t)
	tries := 2 * a.Tests
	if a.Gaussian { // where all thresholds separate alike, the largest of all is luck
		tries = 2 * (n + m)
	}
	z := -distuv.UnitNormal.Quantile(a.alpha() / float64(tries))
	often, rarely := wilson(n, k, z), 1-wilson(m, m-l, z)
	if a.Gaussian {
		return separation(often, rarely)
	}
	return math.Log(max(often-float64(a.Delta), math.SmallestNonzeroFloat64) / rarely)
}

// wilson returns the lower end of Wilson's interval for k successes of n.
func wilson(n, k int, z float64) float64 {
	p, shift := float64(k)/float64(n), z*z/float64(2*n)
	return max(0, p+shift-z*math.Sqrt(p*(1-p)/float64(n)+shift*shift/(z*z))) / (1 + 2*shift)
}
