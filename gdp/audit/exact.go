package audit

import (
	"cmp"
	"math"
	"slices"

	"github.com/graphdp/graphdp/accounting"
)

// Pair is a mechanism with finitely many outputs on two neighbouring inputs: P[i] and Q[i] are the
// probabilities of output i. Its results are exact up to rounding in the last digits.
type Pair struct {
	P, Q []float64
}

// PairOf aligns two distributions as returned by [Enumerate].
func PairOf[T comparable](p, q map[T]float64) Pair {
	var x Pair
	for value, mass := range p {
		x.P, x.Q = append(x.P, mass), append(x.Q, q[value])
	}
	for value, mass := range q {
		if _, ok := p[value]; !ok {
			x.P, x.Q = append(x.P, 0), append(x.Q, mass)
		}
	}
	return x
}

// Validate returns an error if P and Q are not distributions on the same values.
func (x Pair) Validate() error {
	if len(x.P) != len(x.Q) || len(x.P) == 0 {
		return invalid("distributions on %d and %d values: want the same number", len(x.P), len(x.Q))
	}
	for world, law := range [][]float64{x.P, x.Q} {
		var sum float64
		for _, mass := range law {
			if !(mass >= 0) {
				return invalid("a probability of %v in world %d", mass, world)
			}
			sum += mass
		}
		if !(math.Abs(sum-1) <= 1e-9) {
			return invalid("the probabilities in world %d sum to %v", world, sum)
		}
	}
	return nil
}

// Bound returns the least ε such that the pair is (ε, d)-DP, or +Inf if no ε suffices.
func (x Pair) Bound(d accounting.Delta) (Bound, error) {
	if err := x.Validate(); err != nil {
		return Bound{}, err
	}
	if err := d.Validate(); err != nil {
		return Bound{}, err
	}
	eps := max(x.epsilon(float64(d)), Pair{x.Q, x.P}.epsilon(float64(d)))
	return Bound{Epsilon: accounting.Epsilon(eps), Delta: d, Confidence: 1, Trials: len(x.P), Method: "exact output laws"}, nil
}

// epsilon returns the largest ln((P(S) - δ)/Q(S)) over sets S of outputs. The optimal sets contain
// the outputs with the largest ratios P/Q [Neyman-Pearson].
func (x Pair) epsilon(delta float64) float64 {
	type value struct{ p, q, ratio float64 }
	var values []value
	for i, p := range x.P {
		if q := x.Q[i]; p > 0 || q > 0 {
			values = append(values, value{p, q, p / q})
		}
	}
	slices.SortFunc(values, func(a, b value) int { return cmp.Compare(b.ratio, a.ratio) })
	var best, p, q float64
	for _, v := range values {
		p, q = p+v.p, q+v.q
		if p > delta*(1+1e-12) { // more than the rounding error of the sum
			best = max(best, math.Log((p-delta)/q))
		}
	}
	return best
}

// Choose is the only source of randomness of a mechanism under [Enumerate]: it returns i with
// probability law[i].
type Choose func(law ...float64) int

// Enumerate runs a mechanism once for every sequence of its random choices, and returns the exact
// distribution of its results. It fails if there are more than limit sequences, or if the
// probabilities of a choice do not sum to 1.
func Enumerate[T comparable](limit int, mechanism func(Choose) T) (map[T]float64, error) {
	law := map[T]float64{}
	var path []branch
	for runs := 0; ; runs++ {
		if runs == limit {
			return nil, invalid("a mechanism with more than %d outcomes", limit)
		}
		depth, mass := 0, 1.0
		var wrong error
		value := mechanism(func(choices ...float64) int {
			if depth == len(path) {
				if err := (Pair{choices, choices}).Validate(); err != nil {
					wrong = err
					return 0
				}
				path = append(path, branch{law: slices.Clone(choices)}.skip())
			}
			b := path[depth]
			depth++
			mass *= b.law[b.at]
			return b.at
		})
		if wrong != nil {
			return nil, wrong
		}
		law[value] += mass
		// Advance to the next sequence: increment the last choice that has alternatives left.
		for len(path) > 0 {
			last := len(path) - 1
			path[last].at++
			if path[last] = path[last].skip(); path[last].at < len(path[last].law) {
				break
			}
			path = path[:last]
		}
		if len(path) == 0 {
			return law, nil
		}
	}
}

// branch is one choice of the current sequence, with the current alternative.
type branch struct {
	law []float64
	at  int
}

// skip advances past alternatives of probability 0.
func (b branch) skip() branch {
	for b.at < len(b.law) && b.law[b.at] == 0 {
		b.at++
	}
	return b
}
