package pair

import (
	"math"

	"github.com/graphdp/graphdp/data/scalar"
)

// Discretise implements [Pair]. It visits the outputs whose losses are lattice points and splits
// the mass between each two; the reverse pair has the same cells with P and Q exchanged.
func (m *Mixture) Discretise(h, low, high float64) (forward, backward *Masses) {
	m = m.prune()
	f := newBuilder(h, low, high)
	j0, j1 := f.First, f.First+len(f.P)-1
	var b builder
	if !m.symmetric() {
		b = newBuilder(h, -float64(j1)*h, -float64(j0)*h)
	}
	parts := m.parts()
	base := &parts[len(parts)-1]
	atZeroP, atZeroQ := weightAtZero(m.p), weightAtZero(m.q)

	z := m.inverse(float64(j0)*h, m.bottom()-5*m.sigma)
	var pBelow, qBelow float64
	for i := range parts {
		x := &parts[i]
		x.start(z, m.sigma)
		if x.upper {
			pBelow += x.weight * x.below()
		} else {
			qBelow += x.weight * x.below()
		}
	}
	f.at(j0, pBelow+atZeroP*base.below())
	if b.Masses != nil {
		b.Infinity += qBelow + atZeroQ*base.below()
	}
	for j := j0; j < j1; j++ {
		next := m.inverse(float64(j+1)*h, max(z, m.bottom()-5*m.sigma))
		for i := range parts {
			parts[i].advance(next, m.sigma)
		}
		left := float64(j) * h
		p, q, excess := m.cell(parts, z, left)
		p += atZeroP * base.mass
		q += atZeroQ * base.mass
		if math.IsInf(z, -1) && m.bottom() == 0 {
			// The lattice point lies below all losses: no output z has that loss.
			excess += -math.Expm1(left-logWeightAtZero(m.p)) * atZeroP * base.mass
		}
		f.cell(j, p, excess)
		if b.Masses != nil {
			up := min(p, max(0, excess)/f.shrink)
			// Q keeps (p-up)·e^{-jh} at the loss jh and the rest at (j+1)h.
			b.cell(-j-1, q, scalar.Exp(-left)*(p-up)*b.shrink)
		}
		z = next
	}
	var pAbove, qAbove float64
	for i := range parts {
		x := &parts[i]
		if x.upper {
			pAbove += x.weight * x.above()
		} else {
			qAbove += x.weight * x.above()
		}
	}
	f.Infinity += pAbove + atZeroP*base.above()
	if b.Masses == nil {
		return f.Masses, nil
	}
	b.at(-j1, qAbove+atZeroQ*base.above())
	return f.Masses, b.Masses
}

// parts returns the components away from 0, followed by N(0, σ²) itself; components at 0 cancel in
// every excess.
func (m *Mixture) parts() (parts []part) {
	for i, c := range append(append([]component{}, m.p...), m.q...) {
		if c.centre != 0 {
			parts = append(parts, part{component: c, upper: i < len(m.p)})
		}
	}
	return append(parts, part{component: component{0, 0}})
}

// cell returns the mass of the components away from 0 in a cell under P and Q, and the excess of
// all of P and Q there. The cell begins at the output z, whose loss is left.
//
// excess = P(cell) - e^{left}·Q(cell). With r = dN(c)/dN(0) at z, Σ w·r over P equals e^{left}·Σ
// w·r over Q there. So it is a sum of the terms w·(N(c) - r·N(0)) over P, each ≥ 0, minus those
// over Q, each ≤ 0: no cancellation between them.
func (m *Mixture) cell(parts []part, z, left float64) (p, q, excess float64) {
	base := parts[len(parts)-1].mass
	var excessQ float64
	for i := range parts[:len(parts)-1] {
		x := &parts[i]
		var r float64
		if !math.IsInf(z, -1) {
			r = scalar.Exp(m.exponent(x.centre, z))
		}
		if x.upper {
			p += x.weight * x.mass
			excess += x.weight * max(0, x.mass-r*base)
		} else {
			q += x.weight * x.mass
			excessQ += x.weight * max(0, r*base-x.mass)
		}
	}
	if excessQ != 0 {
		excess += scalar.Exp(left) * excessQ
	}
	return p, q, excess
}

func weightAtZero(cs []component) float64 {
	for _, c := range cs {
		if c.centre == 0 {
			return c.weight
		}
	}
	return 0
}

// prune moves negligible weights outwards to the largest centre, which makes the pair easier to
// distinguish: binomial distributions have long tails.
func (m *Mixture) prune() *Mixture {
	const negligible = 1e-40
	outward := func(cs []component) []component {
		if len(cs) <= 3 {
			return cs
		}
		kept := make([]component, 0, len(cs))
		last := cs[len(cs)-1]
		for _, c := range cs[:len(cs)-1] {
			if c.weight < negligible {
				last.weight += c.weight
			} else {
				kept = append(kept, c)
			}
		}
		return append(kept, last)
	}
	return &Mixture{m.sigma, outward(m.p), mirror(outward(mirror(m.q)))}
}

// part tracks the mass of one component between successive outputs. It keeps the smaller tail, so
// that differences stay precise on both sides.
type part struct {
	component
	upper bool // belongs to P
	right bool // tail is the mass above the point, not below
	tail  float64
	mass  float64 // between the last two points
}

func (x *part) start(z, sigma float64) {
	u := (z - x.centre) / sigma
	x.right = u >= 0
	x.tail = 0.5 * scalar.Erfc(math.Abs(u)*(1/math.Sqrt2))
}

func (x *part) advance(z, sigma float64) {
	wasRight, was := x.right, x.tail
	x.start(z, sigma)
	switch {
	case wasRight:
		x.mass = was - x.tail
	case x.right:
		x.mass = 1 - was - x.tail
	default:
		x.mass = x.tail - was
	}
}

func (x *part) below() float64 {
	if x.right {
		return 1 - x.tail
	}
	return x.tail
}

func (x *part) above() float64 {
	if x.right {
		return x.tail
	}
	return 1 - x.tail
}
