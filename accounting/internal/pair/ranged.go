package pair

import (
	"math"

	"github.com/graphdp/graphdp/accounting/internal/special"
)

// BoundedRange returns the pair that dominates every mechanism of eps-bounded range. Its worst
// two-point distributions have losses t and t-eps [DDR20]. The envelope of their curves over t is
// H(x) = (1 - e^{(x-ε)/2})²/(1 - e^{-ε}) for |x| ≤ ε. It is convex in e^x and hence the curve of a
// pair: a ramp without atoms.
func BoundedRange(eps float64) *Law {
	if eps == 0 {
		return &Law{atoms: []atom{{0, 1}}}
	}
	return &Law{ramps: []ramp{{reach: eps, scale: -0.5 / math.Expm1(-eps), rate: 1}}}
}

// Ranged is [BoundedRange] with better divergences: for each order the worst two-point distribution
// is known, and it is better than the envelope of all.
type Ranged struct {
	*Law
	Epsilon float64
}

// LogMoment implements [Pair]. The moment of the distribution with losses t and t-ε is
// ((1-e^{-aε})·e^{(a-1)t} - e^{-ε}(1-e^{-(a-1)ε})·e^{at})/(1-e^{-ε}), largest at e^t =
// (1-1/a)·e^ε·(1-e^{-aε})/(1-e^{-(a-1)ε}).
func (r Ranged) LogMoment(a float64) float64 {
	eps := r.Epsilon
	if eps == 0 {
		return 0
	}
	t := eps + math.Log1p(-1/a) + special.Log1mExp(-a*eps) - special.Log1mExp(-(a-1)*eps)
	t = min(eps, max(0, t))
	// Under Q the upper loss has probability p·e^{-t}.
	p := math.Expm1(t-eps) / math.Expm1(-eps)
	upper := math.Log(p) - t
	lower := math.Log1p(-p) - (t - eps)
	var s special.LogSum
	s.Add(upper + special.LogBernoulli(a, math.Expm1(t), t))
	s.Add(lower + special.LogBernoulli(a, math.Expm1(t-eps), t-eps))
	return special.LogAdd(0, s.Log()) * (1 + 1e-12)
}
