package pair

import (
	"math"

	"github.com/graphdp/graphdp/data/scalar"
)

// Exact is a pair whose curve has a closed form.
type Exact interface {
	Pair
	// Curve returns H(x) in the costlier direction at x ≥ 0, rounded up.
	Curve(x float64) float64
}

// slack covers the relative rounding errors of closed forms.
const slack = 1e-12

// Curve implements [Exact] by the sum over the losses above x. The pair is symmetric, or a Poisson
// sample ((1-q)·Q + q·P, Q) of a symmetric one. At x ≥ 0 the reverse of the latter costs no more,
// since
//
//	(q·P - (e^x-1+q)·Q) - ((1-e^x+q·e^x)·P - q·e^x·Q) = (e^x-1)(1-q)(P - Q)
//
// is not negative on the best set of the reverse, where P ≥ Q.
func (l *Law) Curve(x float64) float64 {
	var sum float64
	for _, a := range l.atoms {
		if a.loss > x {
			sum -= a.p * math.Expm1(x-a.loss*(1+0x1p-50))
		}
	}
	for _, r := range l.ramps {
		z := x // before sampling; it cuts q·H(z) = q·2·scale·(1 - e^{(z-reach)/2})²
		if r.rate != 1 {
			z = math.Log1p(math.Expm1(x) / r.rate)
		}
		if z < r.reach {
			part := math.Expm1((z - r.reach*(1+0x1p-50)) / 2)
			sum += r.rate * 2 * r.scale * part * part
		}
	}
	return min(1, sum*(1+slack))
}

// Power returns the distribution of count such pairs, composed, or nil if it has no known closed
// form. For randomised response it is binomial.
func (l *Law) Power(count int) *Law {
	if len(l.atoms) != 2 || len(l.ramps) > 0 || l.skewed || count > 1<<10 {
		return nil
	}
	a, b := l.atoms[0], l.atoms[1]
	out := new(Law)
	n := float64(count)
	all, _ := math.Lgamma(n + 1)
	for k := range count + 1 {
		i := float64(k)
		x, _ := math.Lgamma(i + 1)
		y, _ := math.Lgamma(n - i + 1)
		p := scalar.Exp(all - x - y + i*math.Log(a.p) + (n-i)*math.Log(b.p))
		out.atoms = append(out.atoms, atom{i*a.loss + (n-i)*b.loss, p * (1 + 10*slack)})
	}
	return out
}
