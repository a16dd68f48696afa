package pld

import (
	"math"

	"github.com/graphdp/graphdp/accounting/internal/pair"
	"github.com/graphdp/graphdp/accounting/internal/plan"
	"github.com/graphdp/graphdp/accounting/rdp"
	"github.com/graphdp/graphdp/data/scalar"
)

const (
	precision  = 2e-5    // relative increase of ε by the lattice
	mostCells  = 1 << 20 // per step
	tooCoarse  = 32      // the largest multiple of the chosen distance
	mostPoints = 1 << 22 // per transform
	logNeglect = -16     // ln of the share of δ that each approximation may add
)

// steps returns the steps of a plan, including its Gaussian noise, and their number.
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

// discretise puts every step of the plan on a lattice with distance h, or more if that would need
// too many cells: forward, and backward if some step is not symmetric. It returns nil if a lattice
// with mostCells is too coarse to be useful.
func discretise(p *plan.Plan, guess rdp.Bound, h float64) (forward, backward *composition) {
	steps, count := steps(p)
	tail := scalar.Exp(guess.LogDelta+logNeglect-4) / count // the δ from RDP may be too large
	// Unbounded losses are cut where they no longer matter: far from ε the other steps cannot
	// compensate for the loss of one, since P(ℓ < -x) ≤ e^{-x}.
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
	coarse := max(h, (high-low)/mostCells) // every lattice gives a bound
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

// choose returns the lattice distance for the optimal Rényi order.
func choose(p *plan.Plan, guess rdp.Bound) float64 {
	t := guess.Order - 1
	// The variance of the composed loss at this tilt: the second derivative of t·R(t+1), by finite
	// differences.
	d := 0.1 * t
	moment := func(t float64) float64 { return t * guess.Divergence(t+1) }
	return distance(p, t, guess.Epsilon, (moment(t+d)-2*moment(t)+moment(t-d))/(d*d))
}

// distance returns the lattice distance for plans whose ε is determined at tilt t, where the
// composed loss has the given variance. Splitting the mass of a cell between its ends preserves
// E[1] and E[e^{-ℓ}]. It raises ln E[e^{tℓ}] by at most t(t+1)·h²/8 per step, and by two thirds of
// that if the mass is spread evenly. This raises ε by its t-th part.
func distance(p *plan.Plan, t, eps, variance float64) float64 {
	steps, count := steps(p)
	allowed := precision * eps
	if variance > 0 {
		allowed = max(allowed, precision*0.1*math.Sqrt(variance))
	}
	h := math.Sqrt(10 * allowed / (count * (t + 1)))
	// Atoms on lattice points cost nothing: fit the largest loss of the first step that has one.
	// Losses below h are split like any other mass.
	for _, s := range steps {
		if sup := s.Pair.Sup(); sup >= h && !math.IsInf(sup, 1) {
			return sup / math.Ceil(sup/h)
		}
	}
	return h
}
