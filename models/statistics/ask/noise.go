package ask

import (
	"fmt"
	"math"

	"github.com/graphdp/graphdp/gdp"
)

// whole asks for integers with discrete Laplace noise for ε. off bounds all errors, except with
// probability miss.
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

// real is like [question.whole] for real numbers, with Laplace noise.
func (q question) real(label string, query gdp.Bounded[gdp.L1], eps gdp.Epsilon, miss float64) (noisy []float64, off float64, err error) {
	if noisy, err = gdp.Laplace(q.s, label, query, eps); err != nil {
		return nil, 0, err
	}
	return noisy, laplaceQuantile(laplaceScale(float64(query.Bound()), eps, max(len(noisy), 1)), miss/float64(2*max(len(noisy), 1))), nil
}

// wholeOff returns the smallest w such that discrete Laplace noise X has P(|X| > w) = 2aʷ⁺¹/(1+a) ≤
// miss, a = exp(-1/scale).
func wholeOff(scale, miss float64) float64 {
	a := math.Exp(-1 / scale)
	return math.Max(0, math.Ceil(math.Log(miss*(1+a)/2)*-scale-1))
}

// wholeAbove returns the smallest w such that P(X > w) = aʷ⁺¹/(1+a) ≤ miss.
func wholeAbove(scale, miss float64) float64 { return wholeOff(scale, 2*miss) }

// one asks for one integer in least … most, for all of ε.
func (q question) one(label string, query gdp.Bounded[gdp.L1], least, most float64) ([]Value, []string, error) {
	x, off, err := q.whole(label, query, q.eps, q.miss)
	if err != nil {
		return nil, nil, err
	}
	return []Value{single(x[0], off).within(least, most)}, nil, nil
}

// alone returns a list of one value.
func alone(v Value, facts []string, err error) ([]Value, []string, error) {
	return []Value{v}, facts, err
}

// single returns a number with its interval.
func single(x, off float64) Value { return Value{Value: x, Low: x - off, High: x + off} }

// capMiss returns the probability that a cap may be too small, given the failure probability of the
// interval. It is the same for all levels up to [Finest], so that their answers are the same.
func capMiss(miss float64) float64 { return min(0.5*(1-Finest), miss/2) }

// cap asks for a number of sensitivity 1, and returns an upper bound on it in least … most that
// fails with probability [capMiss] over the number of caps. It always includes the margin of such a
// bound.
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

// affords returns an error unless the session can pay for the whole question: the first release,
// and the later ones, whose costs do not depend on their queries.
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
