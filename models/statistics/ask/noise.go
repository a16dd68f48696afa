package ask

import (
	"fmt"
	"math"

	"github.com/graphdp/graphdp/gdp"
)

// whole asks for whole numbers with discrete Laplace noise for ε, and returns how far the
// farthest of them is off at most, but for the probability miss.
func (q question) whole(label string, query gdp.Bounded[gdp.L1], eps gdp.Epsilon, miss float64) (noisy []float64, off float64, err error) {
	list, err := gdp.DiscreteLaplace(q.s, label, query, eps)
	if err != nil {
		return nil, 0, err
	}
	for _, x := range list {
		noisy = append(noisy, float64(x))
	}
	return noisy, wholeOff(float64(query.Bound())/float64(eps), miss/float64(max(len(list), 1))), nil
}

// real is the same for numbers that need not be whole, with Laplace noise.
func (q question) real(label string, query gdp.Bounded[gdp.L1], eps gdp.Epsilon, miss float64) (noisy []float64, off float64, err error) {
	if noisy, err = gdp.Laplace(q.s, label, query, eps); err != nil {
		return nil, 0, err
	}
	return noisy, laplaceQuantile(laplaceScale(float64(query.Bound()), eps, max(len(noisy), 1)), miss/float64(2*max(len(noisy), 1))), nil
}

// wholeOff is the least w of which discrete Laplace noise X has P(|X| > w) = 2aʷ⁺¹/(1+a) ≤ miss,
// a = exp(-1/scale).
func wholeOff(scale, miss float64) float64 {
	a := math.Exp(-1 / scale)
	return math.Max(0, math.Ceil(math.Log(miss*(1+a)/2)*-scale-1))
}

// wholeAbove is the least w of which P(X > w) = aʷ⁺¹/(1+a) ≤ miss.
func wholeAbove(scale, miss float64) float64 { return wholeOff(scale, 2*miss) }

// one asks for one whole number from least to most, for all of ε.
func (q question) one(label string, query gdp.Bounded[gdp.L1], least, most float64) ([]Value, []string, error) {
	x, off, err := q.whole(label, query, q.eps, q.miss)
	if err != nil {
		return nil, nil, err
	}
	return []Value{single(x[0], off).within(least, most)}, nil, nil
}

// alone is a list of one value.
func alone(v Value, facts []string, err error) ([]Value, []string, error) {
	return []Value{v}, facts, err
}

// single is one number and its interval.
func single(x, off float64) Value { return Value{Value: x, Low: x - off, High: x + off} }

// capMiss is how probable it may be that a cap is too small, for an interval that may be missed so
// often. It is the same for all levels up to [Finest], so that these have the same answer.
func capMiss(miss float64) float64 { return min(0.5*(1-Finest), miss/2) }

// cap asks for a number that an edge moves by one, and returns one that it does not pass, but for
// [capMiss] over the number of caps, of least … most. A margin of this size is added in any case.
func (q question) cap(label string, query gdp.Bounded[gdp.L1], eps gdp.Epsilon, caps, least, most int) (int, error) {
	noisy, _, err := q.whole(label, query, eps, q.miss)
	if err != nil {
		return 0, err
	}
	return int(min(max(noisy[0]+q.margin(eps, caps), float64(least)), float64(most))), nil
}

func (q question) margin(eps gdp.Epsilon, caps int) float64 {
	return wholeAbove(1/float64(eps), capMiss(q.miss)/float64(caps))
}

// affords reports that the session cannot pay for all of the question: a release of the label that
// is drawn first, and what follows, whose costs do not depend on its query.
func (q question) affords(first string, eps ...gdp.Epsilon) error {
	var spends []gdp.Spend
	for i, e := range eps {
		label := first
		if i > 0 {
			label = fmt.Sprintf("%s, then %d", first, i)
		}
		spends = append(spends, gdp.NewDiscreteLaplace(label, anyCount(q), e))
	}
	return q.s.Affords(spends...)
}
