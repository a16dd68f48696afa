package ask

import (
	"fmt"
	"math"

	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/query"
)

// reachShare is the part of ε that says how large the noise of a ladder was, for the interval
// alone.
const reachShare = 0.1

// noLadder says why there is no ladder for ε.
func (q question) noLadder() string {
	if _, err := gdp.RungsOf((1 - reachShare) * q.eps); err != nil {
		return err.Error()
	}
	return ""
}

// ladder asks for a number that an edge moves by the largest number of common neighbours and more
// so many, in units. It returns the number and its interval in units as well.
func (q question) ladder(label string, number gdp.Local, more int) (v Value, facts []string, err error) {
	n := q.of.Nodes
	first, rest := reachShare*q.eps, (1-reachShare)*q.eps
	rungs, err := gdp.RungsOf(rest)
	if err != nil {
		return v, nil, err
	}
	common := gdp.NewDiscreteLaplace("common neighbours beside "+label, query.CommonNeighbours[gdp.L1](q.s.Relation(), n), first)
	release := gdp.NewLadder(label, number, rest)
	if err := q.s.Affords(common, release); err != nil {
		return v, nil, err
	}
	about, err := common.Draw(q.s)
	if err != nil {
		return v, nil, err
	}
	x, err := release.Draw(q.s)
	if err != nil {
		return v, nil, err
	}
	unit := float64(number.Unit())
	off := ladderOff(rungs, first, min(max(float64(about[0]), 0), float64(n-2)), float64(n-2), float64(more), q.miss) * unit
	v = Value{Value: float64(x) / unit, Low: (float64(x) - math.Floor(off)) / unit, High: (float64(x) + math.Ceil(off)) / unit}
	return v, []string{fmt.Sprintf("of common neighbours two nodes have about %s at most", Number(float64(about[0])))}, nil
}

// slope is by how much less the noise of a ladder may be for each unit of noise that the largest
// number of common neighbours was made too small by: any number between 0 and 1 will do.
const slope = 0.3

// ladderOff is what the noise of a ladder does not pass, but for the probability miss, where the
// largest number of common neighbours is c, at most most, and was answered as about for ε: see
// docs/proofs/ask.md#ladders.
func ladderOff(rungs gdp.Rungs, eps gdp.Epsilon, about, most, more, miss float64) float64 {
	a, q := math.Exp(-float64(eps)), math.Exp(-float64(eps)*(1-slope))
	tau := math.Log((1 + (1-a)*q/(1-q)) / (1 + a) / miss)
	at := func(c float64) float64 {
		return rungs.Off(c+more, tau-slope*float64(eps)*(c-about))
	}
	h := slope * float64(eps) * rungs.Scale
	top := ((tau*rungs.Scale+h*about)*(1-h) - h*more) / (h * (2 - h))
	return max(at(about), at(min(max(top, about, float64(rungs.Least)-more), most)))
}
