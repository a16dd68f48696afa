package audit

import (
	"fmt"
	"math"
	"slices"
	"sort"

	"github.com/graphdp/graphdp/accounting"
	"github.com/graphdp/graphdp/accounting/gauss"
	"gonum.org/v1/gonum/stat/distuv"
)

// Attack distinguishes the runs on two neighbouring inputs, called worlds, by a threshold on a
// score. It tries all thresholds and reports the best. A learning distinguisher uses a part of the
// runs for training. On the other runs, confidence bounds on the rates of all events "score above
// t" and "score at most t" hold simultaneously ([proof](../../docs/proofs/audits.md)).
//
// If the mechanism is (ε, δ)-DP, then P₁(E) ≤ e^ε·P₀(E) + δ for each such event E, and the same
// with the two inputs swapped. So a lower bound on one rate and an upper bound on the other give a
// lower bound on ε.
type Attack struct {
	Distinguisher Distinguisher
	Level
	// Gaussian also computes a larger bound, valid if the mechanism is exactly as private as one
	// Gaussian release of unknown noise: one test then determines the whole trade-off curve
	// [NHSBTJCT23].
	Gaussian bool
}

// least is the smallest number of runs per input that can be attacked.
const least = 8

// Bound returns the lower bound on ε that the attack finds in the runs.
func (a Attack) Bound(r Runs) (Bound, error) {
	if err := a.validate(r); err != nil {
		return Bound{}, err
	}
	score, rest := a.Distinguisher.score, r
	if score == nil {
		var learning Runs
		for w, runs := range r {
			n := a.learning(len(runs))
			learning[w], rest[w] = runs[:n], runs[n:]
		}
		score = a.Distinguisher.learn(learning)
	}
	s, err := rank(rest, score)
	if err != nil {
		return Bound{}, err
	}
	b := Bound{
		Delta: a.Delta, Confidence: a.Confidence, Trials: len(r[0]) + len(r[1]),
		Method: fmt.Sprintf("two worlds, %s, all thresholds", a.Distinguisher.name),
	}
	b.Epsilon, b.IfGaussian = a.best(s)
	return b, nil
}

// learning returns how many of n runs on an input train the distinguisher.
func (a Attack) learning(n int) int {
	if a.Distinguisher.learn == nil {
		return 0
	}
	return n / 4
}

func (a Attack) validate(r Runs) error {
	if err := a.Level.Validate(); err != nil {
		return err
	}
	switch {
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

// Ceiling returns the largest bound that n runs per input can show: the result of a perfect attack
// on a mechanism without noise.
func (a Attack) Ceiling(n int) (accounting.Epsilon, error) {
	if err := a.Level.Validate(); err != nil {
		return 0, err
	}
	if n < least {
		return 0, invalid("%d runs in a world, want at least %d", n, least)
	}
	n -= a.learning(n)
	all := band(n, a.alpha()/4)[n]
	return accounting.Epsilon(fromRates(all, 1-all, float64(a.Delta))), nil
}

// ranked holds the sorted scores of each input.
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

// best returns the largest ε that a test shows, and the largest if the mechanism is as private as a
// Gaussian release. The error probability is divided among four bands: of the events "at most t"
// and "above t" on each input.
func (a Attack) best(s ranked) (found, gaussian accounting.Epsilon) {
	bands := [2][]float64{band(len(s[0]), a.alpha()/4), band(len(s[1]), a.alpha()/4)}
	var largest, separated float64
	for _, t := range slices.Concat(s[0], s[1]) {
		var atMost, above [2]float64 // lower bounds on the probabilities
		for w, scores := range s {
			k := sort.Search(len(scores), func(i int) bool { return scores[i] > t })
			atMost[w], above[w] = bands[w][k], bands[w][len(scores)-k]
		}
		for often := range 2 {
			for _, p := range [][2]float64{{above[often], 1 - atMost[1-often]}, {atMost[often], 1 - above[1-often]}} {
				largest = max(largest, fromRates(p[0], p[1], float64(a.Delta)))
				if a.Gaussian {
					separated = max(separated, separation(p[0], p[1]))
				}
			}
		}
	}
	if separated > 0 {
		gaussian = gauss.Epsilon(separated*(1-1e-9), a.Delta) // rounding errors are smaller
	}
	return accounting.Epsilon(largest), gaussian
}

// separation returns the mean of the Gaussian release that reaches a rate of often on one input and
// rarely on the other.
func separation(often, rarely float64) float64 {
	return distuv.UnitNormal.Quantile(often) - distuv.UnitNormal.Quantile(rarely)
}
