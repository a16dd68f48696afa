package pair

import (
	"math"
	"sort"

	"github.com/graphdp/graphdp/accounting/internal/special"
	"github.com/graphdp/graphdp/data/scalar"
)

// Mixture is the pair of two mixtures of normal distributions with the same variance. The centres
// of P are at or above 0 and those of Q at or below, so the loss increases with the output.
//
// It dominates every mechanism that adds N(0, σ²) to a sum of vectors if the centres bound the
// norms of what one change adds under D and under D': see docs/proofs/accounting.md.
type Mixture struct {
	sigma float64
	p, q  []component
}

// component is weight·N(centre, σ²).
type component struct{ centre, weight float64 }

// Shift returns the pair N(1, σ²), N(0, σ²): one Gaussian release.
func Shift(sigma float64) *Mixture {
	return &Mixture{sigma, []component{{1, 1}}, []component{{0, 1}}}
}

// Removal returns the pair of a Gaussian release on a Poisson sample of rate q:
// (1-q)·N(0, σ²) + q·N(1, σ²) against N(0, σ²).
func Removal(q, sigma float64) *Mixture {
	return &Mixture{sigma, []component{{0, 1 - q}, {1, q}}, []component{{0, 1}}}
}

// Replacement returns the pair of [Removal] if the record is replaced by one with the opposite
// contribution: against (1-q)·N(0, σ²) + q·N(-1, σ²).
func Replacement(q, sigma float64) *Mixture {
	return &Mixture{sigma, []component{{0, 1 - q}, {1, q}}, []component{{-1, q}, {0, 1 - q}}}
}

// MixturePair returns the pair Σ weights[i]·N(shifts[i], σ²) against
// Σ otherWeights[j]·N(-others[j], σ²).
func MixturePair(shifts, weights, others, otherWeights []float64, sigma float64) *Mixture {
	return &Mixture{sigma, components(shifts, weights), mirror(components(others, otherWeights))}
}

// components returns a mixture with distinct centres.
func components(centres, weights []float64) (law []component) {
	sum := make(map[float64]float64)
	var total float64 // 1 up to rounding
	for i, c := range centres {
		sum[c] += weights[i]
		total += weights[i]
	}
	for c, w := range sum {
		if w > 0 {
			law = append(law, component{c, w / total})
		}
	}
	sort.Slice(law, func(i, j int) bool { return law[i].centre < law[j].centre })
	return law
}

// Reverse implements [Pair]. A single shifted component is symmetric.
func (m *Mixture) Reverse() Pair {
	if m.symmetric() {
		return nil
	}
	return &Mixture{m.sigma, mirror(m.q), mirror(m.p)}
}

func mirror(cs []component) []component {
	out := make([]component, len(cs))
	for i, c := range cs {
		out[len(cs)-1-i] = component{-c.centre, c.weight}
	}
	return out
}

func (m *Mixture) symmetric() bool {
	if len(m.p) == 1 && len(m.q) == 1 {
		return true
	}
	if len(m.p) != len(m.q) {
		return false
	}
	for i, c := range mirror(m.q) {
		if c != m.p[i] {
			return false
		}
	}
	return true
}

// Sup implements [Pair].
func (m *Mixture) Sup() float64 {
	if m.top() > 0 {
		return math.Inf(1)
	}
	// All of P is at 0: the loss is largest where the shifted parts of Q vanish.
	return -logWeightAtZero(m.q)
}

// Mean implements [Pair]. By joint convexity no two components, and so no mixtures, are easier to
// distinguish than the two that are farthest apart.
func (m *Mixture) Mean() float64 { return (m.top() - m.bottom()) / m.sigma * (1 + 0x1p-50) }

func (m *Mixture) top() float64    { return m.p[len(m.p)-1].centre }
func (m *Mixture) bottom() float64 { return m.q[0].centre }

func logWeightAtZero(cs []component) float64 {
	var shifted float64
	for _, c := range cs {
		if c.centre != 0 {
			shifted += c.weight
		}
	}
	if shifted >= 1 {
		return math.Inf(-1)
	}
	return math.Log1p(-shifted)
}

// exponent returns the log of the density ratio of N(c, σ²) and N(0, σ²) at z.
func (m *Mixture) exponent(c, z float64) float64 { return c * (z - c/2) / (m.sigma * m.sigma) }

// logDensity returns the log of the density ratio of the mixture and N(0, σ²) at z, precise also
// near 0.
func (m *Mixture) logDensity(cs []component, z float64) float64 {
	var t float64
	for _, c := range cs {
		if c.centre != 0 {
			t += c.weight * math.Expm1(m.exponent(c.centre, z))
		}
	}
	if t > -0.5 && t < 1e15 {
		return math.Log1p(t)
	}
	var s special.LogSum
	for _, c := range cs {
		s.Add(math.Log(c.weight) + m.exponent(c.centre, z))
	}
	return s.Log()
}

func (m *Mixture) loss(z float64) float64 { return m.logDensity(m.p, z) - m.logDensity(m.q, z) }

// LogMoment implements [Pair]: E_Q[(1+s)^a] - 1 = E_Q[(1+s)^a - 1 - a·s] with 1+s = dP/dQ, because
// E_Q[s] = 0. The right side has no cancellation. It is summed by the trapezoidal rule, which
// converges like exp(-c/step) for an analytic integrand on the line.
func (m *Mixture) LogMoment(a float64) float64 {
	if len(m.p) == 1 && len(m.q) == 1 {
		d := (m.top() - m.bottom()) / m.sigma
		return a * (a - 1) * d * d / 2
	}
	if m.crowded(a) {
		return m.convex(a)
	}
	// Within πσ²/spread of the line all terms of P and of Q stay in a half plane, so dP/dQ has no
	// zero; a step of half of σ²/spread leaves an error below 10⁻¹³. A longer step often suffices:
	// halve it until the result no longer changes.
	shortest := m.sigma * min(0.5, 0.5*m.sigma/(m.top()-m.bottom()))
	step := max(shortest, m.sigma*min(0.5, 0.5*m.sigma))
	sum := m.trapezoid(a, step, 0)
	for step > shortest {
		finer := special.LogAdd(sum, m.trapezoid(a, step, step/2)) - math.Ln2
		done := math.Abs(finer-sum) < 1e-11*max(1, math.Abs(sum))
		sum, step = finer, step/2
		if done {
			break
		}
	}
	return special.LogAdd(0, sum) * (1 + 1e-12)
}

// crowded reports whether an integral would need too many nodes: the noise is then too small for
// any privacy.
func (m *Mixture) crowded(a float64) bool {
	return a*(m.top()-m.bottom()) > 2e4*m.sigma*min(0.5, 0.5*m.sigma)
}

// convex bounds the moment by joint convexity, as if the sampled component were known.
func (m *Mixture) convex(a float64) float64 {
	var s special.LogSum
	for _, p := range m.p {
		for _, q := range m.q {
			d := (p.centre - q.centre) / m.sigma
			s.Add(math.Log(p.weight) + math.Log(q.weight) + a*(a-1)*d*d/2)
		}
	}
	return s.Log()
}

// OneRecord reports whether the pair is that of one record on a Poisson sample. Then no Rényi
// divergence of the reverse pair exceeds that of this one [MTZ19, Thm 5].
func (m *Mixture) OneRecord() bool {
	return len(m.q) == 1 && m.q[0].centre == 0 && len(m.p) == 2 && m.p[0].centre == 0
}

// trapezoid returns ln of step·Σ over k of the integrand at k·step + offset.
func (m *Mixture) trapezoid(a, step, offset float64) float64 {
	const negligible = 45 // e^-45 of the largest term
	term := func(z float64) float64 {
		q := m.logDensity(m.q, z)
		loss := m.logDensity(m.p, z) - q
		u := z / m.sigma
		return q - u*u/2 + special.LogBernoulli(a, math.Expm1(loss), loss)
	}
	var s special.LogSum
	// P^a·Q^{1-a} has its mass between the smallest and the largest of the points a·p - (a-1)·q
	// over the centres.
	right := a*m.top() - (a-1)*m.bottom()
	best := math.Inf(-1)
	for k := 0.0; ; k++ {
		z := k*step + offset
		t := term(z)
		s.Add(t)
		best = max(best, t)
		if z > right && !(t >= best-negligible) {
			break
		}
	}
	for k := -1.0; ; k-- {
		z := k*step + offset
		t := term(z)
		s.Add(t)
		best = max(best, t)
		if z < m.bottom() && !(t >= best-negligible) {
			break
		}
	}
	return s.Log() + math.Log(step/m.sigma) - special.LogSqrt2Pi
}

// positive calls add(loss, ln Q) on the nodes of a quadrature over the outputs with positive loss,
// for moments up to order a.
func (m *Mixture) positive(a float64, add func(loss, logQ float64)) {
	zero := m.inverse(0, 0)
	end := max(0, a*m.top()-(a-1)*m.bottom()) + 11*m.sigma
	width := m.sigma * min(2, 0.5*m.sigma/(m.top()-m.bottom()))
	panels := int(math.Ceil((end - zero) / width))
	for i := range panels {
		legendre(zero+float64(i)*width, zero+float64(i+1)*width, func(z, w float64) {
			q := m.logDensity(m.q, z)
			u := z / m.sigma
			add(m.logDensity(m.p, z)-q, q-u*u/2-special.LogSqrt2Pi+math.Log(w/m.sigma))
		})
	}
}

// inverse returns the output z with loss l, starting the search at guess; -Inf or +Inf if the loss
// is not attained.
func (m *Mixture) inverse(l, guess float64) float64 {
	s2 := m.sigma * m.sigma
	if len(m.q) == 1 && m.q[0].centre == 0 {
		c := m.p[len(m.p)-1]
		if len(m.p) == 1 {
			return l*s2/c.centre + c.centre/2
		}
		if len(m.p) == 2 && m.p[0].centre == 0 {
			// 1 - w + w·e^{c(z-c/2)/σ²} = e^l.
			r := math.Expm1(l) / c.weight
			if math.IsInf(r, 1) {
				return (l-math.Log(c.weight))*s2/c.centre + c.centre/2
			}
			return math.Log1p(max(-1, r))*s2/c.centre + c.centre/2
		}
	}
	if len(m.p) == 2 && m.p[0].centre == 0 && m.symmetric() {
		return m.inverseReplaced(l)
	}
	if m.bottom() == 0 && l <= logWeightAtZero(m.p) {
		return math.Inf(-1)
	}
	if l >= m.Sup() {
		return math.Inf(1)
	}
	// The loss increases: bracket the root by growing steps, then bisect, with Newton steps if they
	// stay inside.
	low, high := guess, guess
	for d := m.sigma; m.loss(high) < l; d *= 2 {
		low, high = high, high+d
	}
	for d := m.sigma; m.loss(low) > l; d *= 2 {
		low, high = low-d, low
	}
	z := high
	for range 100 {
		f := m.loss(z) - l
		if f > 0 {
			high = z
		} else {
			low = z
		}
		next := z - f/m.slope(z)
		if !(next > low && next < high) {
			next = low + (high-low)/2
		}
		if next == z || math.Abs(next-z) <= 1e-15*math.Abs(z) {
			break
		}
		z = next
	}
	return z
}

// inverseReplaced is inverse for (1-w)·N(0) + w·N(c) against (1-w)·N(0) + w·N(-c): with y =
// e^{cz/σ²} and A = w·e^{-c²/(2σ²)},
//
//	(1-w + A·y)/(1-w + A/y) = e^l,
//
// a quadratic equation whose root is a sum of positive terms for l ≥ 0.
func (m *Mixture) inverseReplaced(l float64) float64 {
	if l < 0 {
		return -m.inverseReplaced(-l)
	}
	if l == 0 {
		return 0
	}
	c := m.p[1]
	rate := c.centre / (m.sigma * m.sigma)
	logA := math.Log(c.weight) - rate*c.centre/2
	b := (1 - c.weight) * math.Expm1(l)
	return (math.Log(b+math.Hypot(b, 2*scalar.Exp(logA+l/2))) - math.Ln2 - logA) / rate
}

// slope returns the derivative of the loss.
func (m *Mixture) slope(z float64) float64 {
	mean := func(cs []component) float64 {
		top := math.Inf(-1)
		for _, c := range cs {
			top = max(top, m.exponent(c.centre, z))
		}
		var s, w float64
		for _, c := range cs {
			e := c.weight * scalar.Exp(m.exponent(c.centre, z)-top)
			s, w = s+c.centre*e, w+e
		}
		return s / w
	}
	return (mean(m.p) - mean(m.q)) / (m.sigma * m.sigma)
}

// Range implements [Pair].
func (m *Mixture) Range(tail float64) (low, high float64) {
	return m.loss(-m.quantile(mirror(m.q), tail)), m.loss(m.quantile(m.p, tail))
}

// quantile returns a point above which the mixture has at most the mass tail.
func (m *Mixture) quantile(cs []component, tail float64) float64 {
	// Each component may keep its share of the tail.
	z := math.Inf(-1)
	for _, c := range cs {
		if share := tail / (float64(len(cs)) * c.weight); share < 1 {
			z = max(z, c.centre+m.sigma*special.Quantile(math.Log(share)))
		}
	}
	if math.IsInf(z, -1) { // the tail is the whole distribution
		z = cs[len(cs)-1].centre
	}
	return z
}
