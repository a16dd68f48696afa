package pair

import (
	"math"

	"github.com/graphdp/graphdp/accounting/internal/special"
	"github.com/graphdp/graphdp/data/scalar"
)

// Law is a pair given by the distribution of its loss: atoms and ramps.
type Law struct {
	atoms  []atom
	ramps  []ramp
	skewed bool // the reverse (Q, P) is a different pair
}

// atom is a finite loss with probability p under P and p·e^{-loss} under Q.
type atom struct{ loss, p float64 }

// ramp is a continuous part. Before sampling its density under P is scale·e^{(x-reach)/2} at the
// losses x in (-reach, reach), and e^{-x} times that under Q: the shape for both Laplace noise and
// bounded range. Sampling maps the loss x to ln(1 + rate·(e^x - 1)).
type ramp struct {
	reach, scale float64
	rate         float64 // 1 if not sampled
	reversed     bool    // the pair is (Q, P) of all this
}

// Pure returns the pair that dominates every ε-DP mechanism: randomised response
// [KOV17, Thm 3.3].
func Pure(eps float64) *Law {
	return &Law{atoms: []atom{{eps, logistic(eps)}, {-eps, logistic(-eps)}}}
}

// Response returns randomised response over k categories with the given probability of truth. The
// true category has probability truth under its own distribution and (1-truth)/(k-1) under the
// other.
func Response(k int, truth float64) *Law {
	other := (1 - truth) / float64(k-1)
	loss := math.Log(truth) - math.Log(other)
	l := &Law{atoms: []atom{{loss, truth}, {-loss, other}}}
	if k > 2 {
		l.atoms = append(l.atoms, atom{0, other * float64(k-2)})
	}
	return l
}

// logistic returns e^x/(1+e^x), the probability of truth under ε-DP.
func logistic(x float64) float64 { return 1 / (1 + scalar.Exp(-x)) }

// Laplace returns the pair of Laplace distributions with centres eps scales apart.
func Laplace(eps float64) *Law {
	return &Law{
		atoms: []atom{{eps, 0.5}, {-eps, 0.5 * scalar.Exp(-eps)}},
		ramps: []ramp{{reach: eps, scale: 0.25, rate: 1}},
	}
}

// Sampled returns the pair of the mechanism on a Poisson sample of rate q,
// ((1-q)·Q + q·P, Q): its loss is ln(1 + q(e^x - 1)) [ZDW22].
func (l *Law) Sampled(q float64) *Law {
	out := &Law{skewed: l.skewed || q < 1}
	for _, a := range l.atoms {
		out.atoms = append(out.atoms, atom{
			math.Log1p(q * math.Expm1(a.loss)),
			a.p * (q + (1-q)*scalar.Exp(-a.loss)),
		})
	}
	for _, r := range l.ramps {
		r.rate *= q
		out.ramps = append(out.ramps, r)
	}
	return out
}

// Reverse implements [Pair]; unsampled pairs are symmetric.
func (l *Law) Reverse() Pair {
	if !l.skewed {
		return nil
	}
	return l.reverse()
}

func (l *Law) reverse() *Law {
	out := &Law{skewed: l.skewed}
	for _, a := range l.atoms {
		out.atoms = append(out.atoms, atom{-a.loss, a.p * scalar.Exp(-a.loss)})
	}
	for _, r := range l.ramps {
		r.reversed = !r.reversed
		out.ramps = append(out.ramps, r)
	}
	return out
}

// Sup implements [Pair].
func (l *Law) Sup() float64 {
	_, high := l.ends()
	return high
}

// Mean implements [Pair]. The bounded losses are more informative.
func (l *Law) Mean() float64 { return math.Inf(1) }

// Range implements [Pair]. The losses are bounded, so no tail is cut.
func (l *Law) Range(float64) (low, high float64) { return l.ends() }

func (l *Law) ends() (low, high float64) {
	low, high = math.Inf(1), math.Inf(-1)
	for _, a := range l.atoms {
		low, high = min(low, a.loss), max(high, a.loss)
	}
	for _, r := range l.ramps {
		a, b := r.loss(-r.reach), r.loss(r.reach)
		low, high = min(low, a, b), max(high, a, b)
	}
	return low, high
}

// LogMoment implements [Pair], by the identity of [Mixture.LogMoment].
func (l *Law) LogMoment(a float64) float64 {
	var s special.LogSum
	l.each(a, func(loss, logQ float64) {
		s.Add(logQ + special.LogBernoulli(a, math.Expm1(loss), loss))
	})
	return special.LogAdd(0, s.Log()) * (1 + 1e-12)
}

func (l *Law) positive(a float64, add func(loss, logQ float64)) {
	for _, x := range l.atoms {
		if x.loss > 0 {
			add(x.loss, math.Log(x.p)-x.loss)
		}
	}
	for _, r := range l.ramps {
		r.each(a, 0, r.reach, add)
	}
}

// each calls add(loss, ln Q) on the atoms and on the nodes of a quadrature of the ramps, for
// moments up to order a.
func (l *Law) each(a float64, add func(loss, logQ float64)) {
	for _, x := range l.atoms {
		add(x.loss, math.Log(x.p)-x.loss)
	}
	for _, r := range l.ramps {
		r.each(a, -r.reach, r.reach, add)
	}
}

// each uses panels that double in width from both ends: at high orders the integrand is about
// e^{ax}, with its mass within about 1/a of one end.
func (r ramp) each(a, from, to float64, add func(loss, logQ float64)) {
	node := func(x, w float64) {
		loss := r.loss(x)
		logQ := math.Log(w*r.scale) - (x+r.reach)/2
		if r.reversed {
			logQ -= loss
		}
		add(loss, logQ)
	}
	low, high := from, to
	for width := min((to-from)/2, 2/a); low < high; width *= 2 {
		width = min(width, (high-low)/2)
		legendre(low, low+width, node)
		legendre(high-width, high, node)
		if low += width; high-width <= low {
			break
		}
		high -= width
	}
}

// loss returns the loss after sampling for the loss x before sampling.
func (r ramp) loss(x float64) float64 {
	if r.rate != 1 {
		x = math.Log1p(r.rate * math.Expm1(x))
	}
	if r.reversed {
		return -x
	}
	return x
}

// Discretise implements [Pair].
func (l *Law) Discretise(h, low, high float64) (forward, backward *Masses) {
	forward = l.onLattice(h, low, high)
	if l.skewed {
		backward = l.reverse().onLattice(h, -high, -low)
	}
	return forward, backward
}

func (l *Law) onLattice(h, low, high float64) *Masses {
	b := newBuilder(h, low, high)
	for _, a := range l.atoms {
		b.atom(a.loss, a.p)
	}
	for _, r := range l.ramps {
		r.cells(b)
	}
	return b.Masses
}

// cells adds the ramp to a lattice that covers it.
func (r ramp) cells(b builder) {
	h := b.H
	for j := b.First; j < b.First+len(b.P)-1; j++ {
		// The cell in losses before sampling, and q·(e^x - 1) + 1 = e^{jh} at its ends, even if no
		// x solves that.
		left, right := float64(j)*h, float64(j+1)*h
		if r.reversed {
			left, right = -right, -left
		}
		gLeft, gRight := math.Expm1(left)/r.rate, math.Expm1(right)/r.rate // e^x - 1
		u, v := -r.reach, r.reach
		if gLeft > math.Expm1(-r.reach) {
			u = math.Log1p(gLeft)
		}
		if gRight < math.Expm1(r.reach) {
			v = math.Log1p(gRight)
		}
		if u >= v {
			continue
		}
		root := 2 * r.scale * scalar.Exp(-r.reach/2)
		p := root * scalar.Exp(u/2) * math.Expm1((v-u)/2) // under P and Q before sampling
		q := root * scalar.Exp(-v/2) * math.Expm1((v-u)/2)
		sampled := (1-r.rate)*q + r.rate*p
		sinh := math.Sinh((v - u) / 4)
		if r.reversed { // Q - e^{-right}·((1-rate)·Q + rate·P)
			slack := root*scalar.Exp(v/2)*4*sinh*sinh + (gRight-math.Expm1(v))*q
			b.cell(j, q, scalar.Exp(-right)*r.rate*slack)
		} else { // (1-rate)·Q + rate·P - e^{left}·Q
			slack := root*scalar.Exp(u/2)*4*sinh*sinh + (math.Expm1(u)-gLeft)*q
			b.cell(j, sampled, r.rate*slack)
		}
	}
}
