// Package pair describes mechanisms by dominating pairs of distributions.
//
// A pair (P, Q) dominates a mechanism M if, for every two neighbours, no test distinguishes M(D)
// from M(D') better than P from Q:
//
//	sup over S of M(D)(S) - e^ε·M(D')(S)  ≤  H(ε) = sup over S of P(S) - e^ε·Q(S)
//
// for every real ε. Dominance is preserved under adaptive composition and implies a bound on every
// Rényi divergence [ZDW22], so an accountant needs nothing else about a mechanism. The privacy loss
// is ℓ = ln dP/dQ.
//
// Three kinds of pair cover the events of package accounting: [Mixture] (Gaussian noise, sampled or
// not), [Law] (atoms and exponential ramps: Laplace, discrete noise, randomised response, bounded
// range, black boxes, and Poisson samples of these) and [Symmetric] (samples of fixed size).
package pair

import "math"

// Pair is a dominating pair of distributions (P, Q).
type Pair interface {
	// LogMoment returns ln E_Q[(dP/dQ)^a] for a > 1, rounded up: (a-1) times
	// the Rényi divergence of order a.
	LogMoment(a float64) float64
	// Reverse returns the pair (Q, P), or nil if the two are equivalent.
	Reverse() Pair
	// Sup returns the largest loss, or +Inf: the pair is Sup-DP with δ = 0.
	Sup() float64
	// Mean returns the mean of a Gaussian release that dominates the pair,
	// +Inf if none is known.
	Mean() float64
	// Range returns losses such that P has at most the mass tail above high, and Q at most tail
	// below low.
	Range(tail float64) (low, high float64)
	// Discretise returns a pair on the losses h·Z that dominates this one, and the same for the
	// reverse pair (nil if Reverse is nil). Losses above high become infinite and losses below low
	// become low; for the reverse, the signs are flipped.
	Discretise(h, low, high float64) (forward, backward *Masses)
}

// Masses is a distribution of the privacy loss on the lattice h·Z: P[i] is the probability of the
// loss h·(First+i), Infinity that of an infinite loss.
type Masses struct {
	H        float64
	First    int
	P        []float64
	Infinity float64
}

// Coarsen returns a distribution on the lattice with k times the distance that dominates m. It
// splits each mass between its neighbours there.
func (m *Masses) Coarsen(k int) *Masses {
	h := m.H * float64(k)
	b := newBuilder(h, m.H*float64(m.First), m.H*float64(m.First+len(m.P)-1))
	b.Infinity = m.Infinity
	shares := make([]float64, k) // of a mass i points above a neighbour
	for i := range shares {
		shares[i] = -math.Expm1(-m.H*float64(i)) / b.shrink
	}
	for i, p := range m.P {
		below := floorDiv(m.First+i, k)
		up := p * shares[m.First+i-k*below]
		b.at(below, p-up)
		if up > 0 {
			b.at(below+1, up)
		}
	}
	return b.Masses
}

func floorDiv(a, b int) int {
	q := a / b
	if a%b < 0 {
		q--
	}
	return q
}

// nudge is the share of a cell's mass that is moved to its upper end, beyond the formulas. It
// covers their rounding errors, below 10⁻¹¹ of the cell, and raises the mean loss by at most
// nudge·h.
const nudge = 1e-10

// A builder collects the masses of one distribution on a lattice.
type builder struct {
	*Masses
	shrink float64 // 1 - e^{-h}
}

func newBuilder(h, low, high float64) builder {
	first, last := int(math.Floor(low/h)), max(int(math.Ceil(high/h)), int(math.Floor(low/h))+1)
	return builder{&Masses{H: h, First: first, P: make([]float64, last-first+1)}, -math.Expm1(-h)}
}

// cell adds the mass p of the losses between lattice points j and j+1, split between the two so
// that both distributions of the pair keep their mass: excess is p - e^{jh}·q, where q is the mass
// under Q ("connect the dots" [DGKKM22]). The curve H of the result is the chord of H between the
// points, hence above it.
func (b builder) cell(j int, p, excess float64) {
	up := min(p, max(0, excess)/b.shrink+nudge*p)
	b.P[j-b.First] += p - up
	b.P[j-b.First+1] += up
}

// atom adds a mass p at one loss.
func (b builder) atom(loss, p float64) {
	x := loss / b.H
	if end := float64(b.First + len(b.P)); !(x < end) { // outside, possibly outside the range of int
		b.Infinity += p
		return
	}
	if x < float64(b.First) {
		b.P[0] += p
		return
	}
	if r := math.Round(x); math.Abs(x-r) <= 1e-13*math.Abs(x) { // on the lattice, up to rounding
		b.at(int(r), p)
		return
	}
	j := int(math.Floor(x))
	if j == b.First+len(b.P)-1 {
		b.Infinity += p
		return
	}
	b.cell(j, p, -p*math.Expm1(float64(j)*b.H-loss))
}

// at adds a mass at lattice point j; beyond the ends it is rounded up.
func (b builder) at(j int, p float64) {
	switch i := j - b.First; {
	case i < 0:
		b.P[0] += p
	case i >= len(b.P):
		b.Infinity += p
	default:
		b.P[i] += p
	}
}
