package gauss

import (
	"math"

	"github.com/graphdp/graphdp/accounting"
	"github.com/graphdp/graphdp/accounting/internal/special"
	"github.com/graphdp/graphdp/data/scalar"
)

// Cover returns a mean μ such that
//
//	H(x) ≤ d + (1-d)·H_μ(x) for every real x
//
// in both directions of the relation, where H_μ is the curve of a Gaussian release with mean μ. So
// a mechanism with the curve H is dominated by a release that reveals everything with probability d
// and otherwise is that Gaussian release. The result exceeds the least such μ by about a
// thousandth; it is +Inf if none is found.
//
// The function h returns upper bounds on the larger of the two directions of H, for x in [0, end];
// it must satisfy H(end) ≤ d. Negative x follow, since H(-x) = 1 - e^{-x} + e^{-x}·H_rev(x) holds
// on both sides.
func Cover(h func(eps float64) float64, end float64, d accounting.Delta) float64 {
	if h == nil || !(d >= 0 && d < 1) {
		return math.Inf(1)
	}
	const first = 16 // intervals
	nodes := []node{{0, h(0)}}
	switch {
	case end == 0 || nodes[0].h <= float64(d):
		return 0
	case !(end > 0) || math.IsInf(end, 1):
		return math.Inf(1)
	}
	for i := 1; i < first; i++ {
		x := end * float64(i) / first
		nodes = append(nodes, node{x, h(x)})
	}
	nodes = append(nodes, node{end, float64(d)})
	var need float64 // at the nodes only
	for _, n := range nodes {
		need = n.mean(d, need)
	}
	// Bisect the intervals that the mean does not cover. The allowed excess over the need of the
	// nodes grows, so the search ends.
	for slack := 4e-4; need*(1+slack) < mostMean; slack *= 1.1 {
		mean, covered := need*(1+slack), true
		next := nodes[:1:1]
		for i, b := range nodes[1:] {
			if a := nodes[i]; !a.coveredTo(b, mean, float64(d)) {
				covered = false
				if len(nodes) < mostNodes {
					x := a.x + (b.x-a.x)/2
					mid := node{x, h(x)}
					need = mid.mean(d, need)
					next = append(next, mid)
				}
			}
			next = append(next, b)
		}
		if covered {
			return mean
		}
		nodes = next
	}
	return math.Inf(1)
}

// Pure returns the least mean that covers every eps-DP mechanism, and so randomised response,
// except with probability d; it is rounded up.
//
// The trade-off function of randomised response consists of two lines from (0, 1) and (1, 0) to (c,
// c), c = 1/(1+e^ε) [KOV17]. That of the cover is convex, so it lies below both iff it does at c:
// (1-d)·G_μ(c/(1-d)) ≤ c, which is μ ≥ -2·Φ⁻¹(c/(1-d)).
func Pure(eps accounting.Epsilon, d accounting.Delta) float64 {
	// 1 - 2c = tanh(ε/2), so the quantile is that of 1/2 - x/2 with this x.
	x := (scalar.Tanh(float64(eps)/2)*(1+0x1p-50) - float64(d)) / (1 - float64(d))
	switch {
	case x <= 0:
		return 0
	case !(eps < 1e300):
		return math.Inf(1)
	}
	if x < 0.5 { // precise near 0
		return 2 * math.Sqrt2 * math.Erfinv(x) * (1 + 1e-14)
	}
	logp := -float64(eps) - math.Log1p(scalar.Exp(-float64(eps))) - math.Log1p(-float64(d))
	if logp > -math.Ln2 {
		return 0
	}
	return 2 * special.Quantile(logp) * (1 + 1e-14)
}

const (
	mostMean  = 100 // the search gives up here: nothing is private
	mostNodes = 500 // the most nodes; further intervals are not bisected
)

// node is a point of a curve, rounded up.
type node struct{ x, h float64 }

// mean returns approximately the least mean, at least from, that covers the node.
func (n node) mean(d accounting.Delta, from float64) float64 {
	covers := func(mean float64) bool {
		return n.h <= float64(d) || mean > 0 && math.Log(n.want(float64(d))) <= LogDelta(mean, n.x)
	}
	if covers(from) {
		return from
	}
	if n.h >= 1 {
		return math.Inf(1)
	}
	// The initial factor is generous: H_μ(x) grows at least like μ.
	low, high := max(from, 1e-300), max(2*from, n.h)
	for ; !covers(high); high *= 2 {
		if low = high; high > mostMean {
			return math.Inf(1)
		}
	}
	for step := 0; step < 100 && high > low*(1+1e-6); step++ {
		mid := math.Sqrt(low) * math.Sqrt(high)
		if covers(mid) {
			high = mid
		} else {
			low = mid
		}
	}
	return high
}

// coveredTo reports whether the mean covers H between two nodes.
//
// As functions of y = e^x both curves are convex: H lies below its chord, and H_μ above its
// tangents at the nodes, hence above any mean of the two. A line lies below another one if it does
// at both ends.
func (a node) coveredTo(b node, mean, d float64) bool {
	r := math.Expm1(b.x-a.x) * (1 + safety) // the width, over e^{a.x}
	ga, fallA := tangent(mean, a.x)
	gb, fallB := tangent(mean, b.x)
	fallB *= scalar.Exp(a.x - b.x)
	otherA := gb*(1-safety) + fallB*(1-3*safety)*r // of b's tangent at a
	otherB := ga*(1-safety) - fallA*(1+safety)*r   // of a's tangent at b
	ga, gb = ga*(1-safety), gb*(1-safety)
	wantA, wantB := a.want(d), b.want(d)
	share := func(want, near, far float64) float64 { // the weight of its own tangent that a node needs, at least
		if far >= want {
			return 0
		}
		return (want - far) / (near - far)
	}
	atA, atB := share(wantA, ga, otherA), share(wantB, gb, otherB)
	if !(atA+atB <= 1) {
		return false
	}
	s := min(1, max(0, atA+(1-atA-atB)/2))
	return wantA <= s*ga+(1-s)*otherA && wantB <= (1-s)*gb+s*otherB
}

// want returns the value that H_μ needs at the node, rounded up.
func (n node) want(d float64) float64 {
	if n.h <= d {
		return 0
	}
	return (n.h*(1+safety) - d) / (1 - d)
}

// safety covers the rounding errors of coveredTo, relative to each term.
const safety = 1e-11

// tangent returns H_μ(x) and the decrease of its tangent when e^x grows by e^x: e^x·Φ(-x/μ-μ/2),
// the weight of the best test under the second distribution.
func tangent(mean, x float64) (h, fall float64) {
	a := x/mean - mean/2
	return scalar.Exp(LogDelta(mean, x)), special.Mills(a+mean) * scalar.Exp(-a*a/2-special.LogSqrt2Pi)
}
