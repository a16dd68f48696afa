package pair

import (
	"math"

	"github.com/graphdp/graphdp/accounting/internal/special"
	"github.com/graphdp/graphdp/data/scalar"
)

// Symmetric is the pair of a mechanism on a sample of fixed size without replacement, if one record
// is replaced. The curve of the sampled mechanism at ε ≥ 0 is at most that of ((1-q)·Q + q·P, Q),
// where q is the fraction sampled [BBG18, Thm 9]. The relation is symmetric, so the reverse has the
// same bound, which determines ε < 0. The pair with this curve has the positive losses of the
// sampled pair, their mirror images, and the remaining mass at 0.
type Symmetric struct{ sampled half }

// half is a pair whose positive losses can be integrated.
type half interface {
	Pair
	positive(a float64, add func(loss, logQ float64))
}

// FixedSizeGaussian returns the pair of a Gaussian release on a sample of the fraction q.
func FixedSizeGaussian(q, sigma float64) *Symmetric { return &Symmetric{Removal(q, sigma)} }

// FixedSize returns the pair of another mechanism on a sample of fixed size, given its pair on a
// Poisson sample of the same fraction.
func FixedSize(l *Law) *Symmetric { return &Symmetric{l} }

// Reverse implements [Pair].
func (s *Symmetric) Reverse() Pair { return nil }

// Sup implements [Pair].
func (s *Symmetric) Sup() float64 { return s.sampled.Sup() }

// Mean implements [Pair].
func (s *Symmetric) Mean() float64 { return s.sampled.Mean() }

// Range implements [Pair].
func (s *Symmetric) Range(tail float64) (low, high float64) {
	_, high = s.sampled.Range(tail)
	return -high, high
}

// LogMoment implements [Pair]: each positive loss x counts as x, and as -x with P and Q exchanged.
func (s *Symmetric) LogMoment(a float64) float64 {
	if m, ok := s.sampled.(*Mixture); ok && m.crowded(a) {
		// Its curve lies below that of the full sample.
		return Shift(m.sigma).LogMoment(a)
	}
	var sum special.LogSum
	s.sampled.positive(a, func(x, logQ float64) {
		sum.Add(logQ + special.LogBernoulli(a, math.Expm1(x), x))
		sum.Add(logQ + x + special.LogBernoulli(a, math.Expm1(-x), -x))
	})
	return special.LogAdd(0, sum.Log()) * (1 + 1e-12)
}

// Discretise implements [Pair].
func (s *Symmetric) Discretise(h, _, high float64) (forward, backward *Masses) {
	// Only the part of the sampled pair above 0 counts. The cell below 0 must exist, so that point
	// 0 is inside.
	high = max(high, h)
	low, _ := s.sampled.Range(0x1p-1000)
	half, _ := s.sampled.Discretise(h, min(-h, max(low, -high)), high)
	n := half.First + len(half.P) - 1
	m := &Masses{H: h, First: -n, P: make([]float64, 2*n+1), Infinity: half.Infinity}
	rest := 1 - half.Infinity
	for j := 1; j <= n; j++ {
		p := half.P[j-half.First]
		mirrored := p * scalar.Exp(-float64(j)*h)
		m.P[n+j], m.P[n-j] = p, mirrored
		rest -= p + mirrored
	}
	m.P[n] = max(0, rest)
	return m, nil
}
