package pld

import (
	"math"

	"github.com/graphdp/graphdp/accounting/internal/pair"
	"github.com/graphdp/graphdp/accounting/internal/plan"
	"github.com/graphdp/graphdp/accounting/rdp"
)

const (
	precision  = 2e-5    // of ε: what the lattice may add to it
	mostCells  = 1 << 22 // of one step, and of a transform
	logNeglect = -16     // ln of the share of δ that each approximation may add
)

// discretise puts every step of the plan on one lattice, forward and, where
// some step is not symmetric, backward. It returns nothing if that would take
// more than mostCells.
func discretise(p *plan.Plan, guess rdp.Bound, interval float64) (forward, backward *composition) {
	steps := p.Steps
	if p.Squares > 0 {
		steps = append([]plan.Step{{Pair: pair.Shift(1 / p.Mean()), Count: 1}}, steps...)
	}
	var count float64
	for _, s := range steps {
		count += float64(s.Count)
	}
	tail := math.Exp(guess.LogDelta+logNeglect-4) / count // RDP's δ may be high
	h := interval
	if h == 0 {
		h = choose(steps, guess, count)
	}
	// Unbounded losses are cut where they no longer matter: far from ε what one
	// step loses the others cannot make good, since P(ℓ < -x) ≤ e^{-x}.
	far := guess.Epsilon + 2*(40-guess.LogDelta)
	ends := func(x pair.Pair) (low, high float64) {
		low, high = x.Range(tail)
		if math.IsInf(x.Sup(), 1) {
			low, high = max(low, -far), min(high, far)
		}
		return low, high
	}
	low, high := math.Inf(1), math.Inf(-1) // the widest step decides
	for _, s := range steps {
		a, b := ends(s.Pair)
		low, high = min(low, a), max(high, b)
	}
	if !(h > 0 && (high-low)/h < mostCells) {
		return nil, nil
	}
	forward = &composition{h: h}
	backward = &composition{h: h}
	symmetric := true
	for _, s := range steps {
		a, b := ends(s.Pair)
		f, r := s.Pair.Discretise(h, a, b)
		forward.add(f, s.Count)
		if r == nil {
			r = f
		} else {
			symmetric = false
		}
		backward.add(r, s.Count)
	}
	if symmetric {
		return forward, nil
	}
	return forward, backward
}

// choose returns the distance of the lattice. Splitting the mass of a cell
// between its ends keeps E[1] and E[e^{-ℓ}], and raises ln E[e^{tℓ}] by at most
// t(t+1)·h²/8 a step, by two thirds of that where the mass is spread evenly.
// At the tilt t that decides ε, this raises ε by its t-th part.
func choose(steps []plan.Step, guess rdp.Bound, count float64) float64 {
	t := guess.Order - 1
	// The spread of the composed loss at this tilt: the second derivative of
	// t·R(t+1), by differences.
	d := 0.1 * t
	moment := func(t float64) float64 { return t * guess.Divergence(t+1) }
	variance := (moment(t+d) - 2*moment(t) + moment(t-d)) / (d * d)
	allowed := precision * guess.Epsilon
	if variance > 0 {
		allowed = max(allowed, precision*0.1*math.Sqrt(variance))
	}
	h := math.Sqrt(10 * allowed / (count * (t + 1)))
	// Atoms on lattice points cost nothing: fit the largest loss of the first
	// step that has one.
	for _, s := range steps {
		if sup := s.Pair.Sup(); sup > 0 && !math.IsInf(sup, 1) {
			return sup / math.Ceil(sup/h)
		}
	}
	return h
}
