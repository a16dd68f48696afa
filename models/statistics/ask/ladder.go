package ask

import (
	"fmt"
	"math"

	"github.com/graphdp/graphdp/gdp"
)

// ladder answers a number with noise scaled to its local sensitivity.
type ladder struct {
	label string
	of    func(n int) gdp.Local
	// share is the part of ε that releases the size of the noise, used only for the interval.
	// least, divided by the rest of ε, is the reach at which the ladder begins: small values are
	// better for numbers with a small reach, worse for others.
	share gdp.Epsilon
	least float64
}

// split returns ε for the reach, ε for the number, and the initial reach.
func (l ladder) split(eps gdp.Epsilon) (first, rest gdp.Epsilon, least int64) {
	first, rest = l.share*eps, (1-l.share)*eps
	return first, rest, int64(min(max(math.Ceil(l.least/float64(rest)), 1), math.MaxInt64/2))
}

// unfit returns why there is no ladder for ε, or "".
func (l ladder) unfit(q question) string {
	_, rest, least := l.split(q.eps)
	if _, err := gdp.RungsOf(least, rest); err != nil {
		return err.Error()
	}
	return ""
}

// ask returns the number and its interval, in units of one.
func (l ladder) ask(q question, one float64) (v Value, facts []string, err error) {
	first, rest, least := l.split(q.eps)
	rungs, err := gdp.RungsOf(least, rest)
	if err != nil {
		return v, nil, err
	}
	number := l.of(q.of.Nodes)
	reach := gdp.NewDiscreteLaplace("reach of "+l.label, number.Reach(), first)
	release := gdp.NewLadder(l.label, number, least, rest)
	if err := q.s.Affords(reach, release); err != nil {
		return v, nil, err
	}
	about, err := reach.Draw(q.s)
	if err != nil {
		return v, nil, err
	}
	x, err := release.Draw(q.s)
	if err != nil {
		return v, nil, err
	}
	unit, most := float64(number.Unit()), nodes(q) // upper bound on every reach
	seen := min(max(float64(about[0]), 0), most)
	off := ladderOff(rungs, first, seen, most, q.miss) * unit
	v = Value{Value: float64(x), Low: float64(x) - math.Floor(off), High: float64(x) + math.Ceil(off)}
	return v.times(1 / one), []string{fmt.Sprintf("local sensitivity about %s", Number(seen*unit/one))}, nil
}

// slope sets how much less ladder noise must be allowed for, per unit by which the noisy reach is
// too small. Any number in (0, 1) is valid.
const slope = 0.3

// ladderOff bounds the noise of a ladder, except with probability miss, if the reach is at most
// most and its noisy value for ε is about: docs/proofs/ask.md#ladders.
func ladderOff(rungs gdp.Rungs, eps gdp.Epsilon, about, most, miss float64) float64 {
	a, q := math.Exp(-float64(eps)), math.Exp(-float64(eps)*(1-slope))
	tau := math.Log((1 + (1-a)*q/(1-q)) / (1 + a) / miss)
	at := func(reach float64) float64 { return rungs.Off(reach, tau-slope*float64(eps)*(reach-about)) }
	h := slope * float64(eps) * rungs.Scale
	top := (tau*rungs.Scale + h*about) * (1 - h) / (h * (2 - h))
	return max(at(about), at(min(max(top, about, float64(rungs.Least)), most)))
}
