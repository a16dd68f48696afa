package pld

import (
	"math"

	"github.com/graphdp/graphdp/accounting/internal/pair"
	"github.com/graphdp/graphdp/accounting/internal/plan"
	"github.com/graphdp/graphdp/accounting/rdp"
	"github.com/graphdp/graphdp/data/scalar"
)

const (
	precision  = 2e-5    // of ε: what the lattice may add to it
	mostCells  = 1 << 20 // of one step
	tooCoarse  = 32      // times the distance that was chosen
	mostPoints = 1 << 22 // of a transform
	logNeglect = -16     // ln of the share of δ that each approximation may add
)

// steps returns the steps of a plan, Gaussian noise among them, and their number.
func steps(p *plan.Plan) (all []plan.Step, count float64) {
	all = p.Steps
	if p.Squares > 0 {
		all = append([]plan.Step{{Pair: pair.Shift(1 / p.Mean()), Count: 1}}, all...)
	}
	for _, s := range all {
		count += float64(s.Count)
	}
	return all, count
}

// discretise puts every step of the plan on a lattice with distance h, or more
// if that would take too many cells, forward and, where some step is not
// symmetric, backward. It returns nothing if a lattice with mostCells is too
// coarse to be of use.
func discretise(p *plan.Plan, guess rdp.Bound, h float64) (forward, backward *composition) {
	steps, count := steps(p)
	tail := scalar.Exp(guess.LogDelta+logNeglect-4) / count // RDP's δ may be high
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
	coarse := max(h, (high-low)/mostCells) // any lattice gives a bound
	if !(h > 0 && coarse < tooCoarse*h) {
		return nil, nil
	}
	h = coarse
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

// choose returns the distance of the lattice for the order that Rényi
// divergences decide by.
func choose(p *plan.Plan, guess rdp.Bound) float64 {
	t := guess.Order - 1
	// The variance of the composed loss at this tilt: the second derivative of
	// t·R(t+1), by differences.
	d := 0.1 * t
	moment := func(t float64) float64 { return t * guess.Divergence(t+1) }
	return distance(p, t, guess.Epsilon, (moment(t+d)-2*moment(t)+moment(t-d))/(d*d))
}

// distance returns the distance of a lattice for plans whose ε is decided at
// tilt t, where the composed loss has the given variance. Splitting the mass of
// a cell between its ends keeps E[1] and E[e^{-ℓ}], and raises ln E[e^{tℓ}] by at
// most t(t+1)·h²/8 a step, by two thirds of that where the mass is spread
// evenly. This raises ε by its t-th part.
func distance(p *plan.Plan, t, eps, variance float64) float64 {
	steps, count := steps(p)
	allowed := precision * eps
	if variance > 0 {
		allowed = max(allowed, precision*0.1*math.Sqrt(variance))
	}
	h := math.Sqrt(10 * allowed / (count * (t + 1)))
	// Atoms on lattice points cost nothing: fit the largest loss of the first
	// step that has one. Losses below h are split like any other mass.
	for _, s := range steps {
		if sup := s.Pair.Sup(); sup >= h && !math.IsInf(sup, 1) {
			return sup / math.Ceil(sup/h)
		}
	}
	return h
}
