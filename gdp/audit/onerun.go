package audit

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/graphdp/graphdp/accounting"
)

// OneRun bounds ε from a single run [SNJ23]. Each of m canaries was included in
// the input by its own fair coin, all else being fixed; afterwards the attacker
// gives each canary a score, larger where inclusion is likelier, without seeing
// the coins. The k/2 canaries with the largest scores are guessed to be in, the
// k/2 with the smallest to be out, and on the others there is no guess.
//
// What it audits is the relation under which two inputs that differ in one
// canary are neighbours: adding or removing a record if a coin decides whether
// the canary is there, replacing one if it decides between two alternatives.
type OneRun struct {
	Level
	// Guesses are the k to try. They are chosen before the coins are seen; the
	// best of them counts, and each costs confidence.
	Guesses []int
}

// Bound compares the guesses that follow from the scores with the coins.
func (o OneRun) Bound(included []bool, scores []float64) (Bound, error) {
	m := len(included)
	if err := o.validate(m, scores); err != nil {
		return Bound{}, err
	}
	order := make([]int, m) // from the smallest score to the largest
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(scores[i], scores[j]) })
	level := Level{o.Delta, 1 - o.alpha()/float64(len(o.Guesses))}
	var best Bound
	for i, k := range o.Guesses {
		correct := 0
		for i := range k / 2 {
			if !included[order[i]] {
				correct++
			}
		}
		for i := range k - k/2 {
			if included[order[m-1-i]] {
				correct++
			}
		}
		if b := oneRun(level, m, k, correct); i == 0 || b.Epsilon > best.Epsilon {
			best = b
		}
	}
	best.Confidence = o.Confidence
	return best, nil
}

// Guessed is like [OneRun] for an attacker who guesses about every canary, as a
// release that answers each of them suggests.
func Guessed(l Level, included, guesses []bool) (Bound, error) {
	if err := l.Validate(); err != nil {
		return Bound{}, err
	}
	if len(included) == 0 || len(included) != len(guesses) {
		return Bound{}, invalid("%d canaries and %d guesses", len(included), len(guesses))
	}
	correct := 0
	for i, in := range included {
		if guesses[i] == in {
			correct++
		}
	}
	return oneRun(l, len(included), len(included), correct), nil
}

// oneRun returns the bound for a number of right guesses.
func oneRun(l Level, m, k, correct int) Bound {
	return Bound{
		Epsilon: accounting.Epsilon(oneRunEpsilon(m, k, correct, float64(l.Delta), l.alpha())),
		Delta:   l.Delta, Confidence: l.Confidence, Trials: m,
		Method: fmt.Sprintf("one run, %d of %d guesses right", correct, k),
	}
}

func (o OneRun) validate(m int, scores []float64) error {
	if err := o.Level.Validate(); err != nil {
		return err
	}
	if len(scores) != m {
		return invalid("%d canaries and %d scores", m, len(scores))
	}
	for i, x := range scores {
		if math.IsNaN(x) {
			return invalid("the score of canary %d is not a number", i)
		}
	}
	if len(o.Guesses) == 0 {
		return invalid("the number of guesses is missing")
	}
	for _, k := range o.Guesses {
		if k < 1 || k > m {
			return invalid("%d guesses about %d canaries", k, m)
		}
	}
	return nil
}

// oneRunEpsilon returns the largest ε, rounded down, that correct or more right
// guesses of k about m canaries refute with an error of at most alpha.
func oneRunEpsilon(m, k, correct int, delta, alpha float64) float64 {
	refuted := func(eps float64) bool { return oneRunTail(m, k, correct, eps, delta) <= alpha*(1-1e-9) }
	if !refuted(0) {
		return 0
	}
	low, high := 0.0, 1.0
	for refuted(high) { // at some ε every answer is likely
		low, high = high, 2*high
	}
	for high-low > 1e-9*high {
		if mid := (low + high) / 2; refuted(mid) {
			low = mid
		} else {
			high = mid
		}
	}
	return low
}

// oneRunTail bounds the probability that k guesses about m canaries are right
// correct times or more, if the mechanism is (eps, delta)-DP [SNJ23] Thm 5.2:
//
//	P[W ≥ v] + 2mδ·max over i of P[v > W ≥ v-i]/i,  W = Binomial(k, e^ε/(e^ε+1)).
func oneRunTail(m, k, correct int, eps, delta float64) float64 {
	right := 1 / (1 + math.Exp(-eps))
	tail := atLeast(k, correct, right)
	if delta > 0 {
		var worst, below float64
		for i := 1; i <= correct; i++ {
			below += binomialMass(k, correct-i, right)
			worst = max(worst, below/float64(i))
		}
		tail += 2 * float64(m) * delta * worst
	}
	return min(1, tail)
}

// binomialMass returns P[Binomial(n, p) = k] for 0 < p < 1.
func binomialMass(n, k int, p float64) float64 {
	log := func(x int) float64 { l, _ := math.Lgamma(float64(x) + 1); return l }
	return math.Exp(log(n) - log(k) - log(n-k) + float64(k)*math.Log(p) + float64(n-k)*math.Log1p(-p))
}
