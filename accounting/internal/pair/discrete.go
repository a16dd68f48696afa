package pair

import (
	"math"

	"github.com/graphdp/graphdp/data/scalar"
)

// Geometric is the pair of two-sided geometric distributions, proportional to exp(-|x|/Scale), with
// centres Shift apart.
type Geometric struct {
	*Law
	Scale float64
	Shift int
}

// mostAtoms is the largest number of atoms listed for a geometric distribution.
const mostAtoms = 1 << 13

// DiscreteLaplace returns the pair of two-sided geometric distributions. Its curve consists of
// chords of 1 - e^{(x-ε)/2}, ε = shift/scale, between losses 2/scale apart: the curve of Laplace
// noise, whose density under Q falls like e^{-x/2}. If there are more than mostAtoms, some are
// omitted, except the ends. Longer chords of a convex curve lie above, so the remaining
// distribution dominates.
func DiscreteLaplace(scale float64, shift int) Geometric {
	d, eps := 1/scale, float64(shift)/scale
	if shift == 0 {
		return Geometric{&Law{atoms: []atom{{0, 1}}}, scale, shift}
	}
	stride := (shift-1)/mostAtoms + 1
	l := new(Law)
	// An atom between gaps of 2g and 2g' has (tanh(g/2) + tanh(g'/2))/2 times e^{-(ε+x)/2} under Q,
	// where tanh is 1 at the ends.
	above := 1.0
	for left := shift; ; { // steps of 2d down to the least loss
		next := min(stride, left)
		below := 1.0
		if next > 0 {
			below = scalar.Tanh(d * float64(next) / 2)
		}
		done := d * float64(shift-left) // (ε-x)/2
		l.atoms = append(l.atoms, atom{eps - 2*done, scalar.Exp(-done) * (above + below) / 2})
		if left == 0 {
			return Geometric{l, scale, shift}
		}
		left, above = left-next, below
	}
}

// Curve implements [Exact]. With α = e^{-1/scale} and j the least output
// whose loss d(2j-shift) is above x, P(≥ j) = 1 - α^{shift-j+1}/(1+α) and
// Q(≥ j) = α^j/(1+α).
func (g Geometric) Curve(x float64) float64 {
	d, shift := 1/g.Scale, float64(g.Shift)
	if x >= d*shift {
		return 0
	}
	j := min(shift, math.Floor((x/d+shift)/2)+1)
	// (1+α)·H = (1 - α^{shift-j+1}) + α(1 - e^x·α^{j-1}); for the last output the
	// sum cancels to 1 - e^{x-ε}.
	sum := -math.Expm1(x - d*shift)
	if j < shift {
		sum = -math.Expm1(-d*(shift-j+1)) - scalar.Exp(-d)*math.Expm1(x-d*(j-1))
	}
	sum += 0x1p-50 * d * shift // of the losses; it may also select a neighbour of j
	return min(1, sum/(1+scalar.Exp(-d))*(1+slack))
}

// Normal is the pair of discrete Gaussian distributions with centres shift apart, both cut where
// their masses leave the range of float64.
type Normal struct {
	*Law
	scale float64
	shift int
}

// DiscreteGaussian returns the pair of discrete Gaussian distributions.
func DiscreteGaussian(scale float64, shift int) Normal {
	reach := int(math.Ceil(37 * scale))
	density := func(x int) float64 { return scalar.Exp(-float64(x) * float64(x) / (2 * scale * scale)) }
	var sum float64
	for x := -reach; x <= reach; x++ {
		sum += density(x)
	}
	l := new(Law)
	s := float64(shift)
	for x := -reach; x <= reach; x++ { // output x + shift under P
		if p := density(x) / sum; p > 0 {
			l.atoms = append(l.atoms, atom{s * (2*float64(x) + s) / (2 * scale * scale), p})
		}
	}
	return Normal{l, scale, shift}
}

// Mean implements [Pair].
func (n Normal) Mean() float64 { return Continuous(n.scale, n.shift) }

// Sampled returns the distribution on a Poisson sample. For large scales it keeps 128 atoms per
// standard deviation.
func (n Normal) Sampled(q float64) *Law {
	return n.Law.thin(int(n.scale/128) + 1).Sampled(q)
}

// thin returns a dominating distribution with every k-th atom and the ends. The masses in between
// are split so that both distributions of the pair keep their total. Atoms must have increasing
// losses.
func (l *Law) thin(k int) *Law {
	if k == 1 || len(l.atoms) < 2 {
		return l
	}
	out := &Law{atoms: []atom{l.atoms[0]}}
	last := len(l.atoms) - 1
	for i := 0; i < last; i += k {
		low, high := l.atoms[i], l.atoms[min(i+k, last)]
		down, up := 0.0, high.p
		for _, a := range l.atoms[i+1 : min(i+k, last)] {
			share := min(1, math.Expm1(low.loss-a.loss)/math.Expm1(low.loss-high.loss)*(1+nudge))
			down, up = down+a.p*(1-share), up+a.p*share
		}
		out.atoms[len(out.atoms)-1].p += down
		out.atoms = append(out.atoms, atom{high.loss, up})
	}
	return out
}

// LogMoment implements [Pair]. The Rényi divergences are at most those of the continuous Gaussian
// [CKS20, Prop. 5], and nearly equal at large scales.
func (n Normal) LogMoment(a float64) float64 {
	mean := float64(n.shift) / n.scale
	limit := a * (a - 1) * mean * mean / 2 * (1 + 1e-12)
	if len(n.atoms) > 400 {
		return limit
	}
	return min(limit, n.Law.LogMoment(a))
}

// Continuous returns the mean of a Gaussian release that dominates the discrete one with the given
// scale and centres shift apart; +Inf for scales of at most √2 and for extremely large means. It
// exceeds shift/scale by a relative 1/scale².
//
// Round a normal variable z of variance σ²-τ² to the integer y with probability proportional to
// e^{-(y-z)²/(2τ²)}, divided by the largest possible sum of these weights, and give up otherwise.
// The result has the discrete Gaussian distribution. The probability of giving up, at most
// 4e^{-2π²τ²}, does not depend on the centre, which is an integer. See docs/proofs/accounting.md.
func Continuous(scale float64, shift int) float64 {
	mean := float64(shift) / scale
	tau := math.Sqrt(2+mean*mean/100) / scale // over σ
	if !(mean < 1e3 && tau < 1) {
		return math.Inf(1)
	}
	return mean / math.Sqrt((1-tau)*(1+tau)) * (1 + 1e-12)
}
