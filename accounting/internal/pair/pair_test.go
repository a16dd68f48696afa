package pair

import (
	"math"
	"math/big"
	"math/bits"
	"testing"

	"github.com/graphdp/graphdp/accounting/internal/exact"
	"github.com/graphdp/graphdp/accounting/internal/special"
	"github.com/graphdp/graphdp/data/scalar"
)

// curve returns H(ε) of masses on a lattice: Σ P·(1 - e^{ε-ℓ})⁺.
func (m *Masses) curve(eps float64) float64 {
	sum := m.Infinity
	for i, p := range m.P {
		if l := m.H * float64(m.First+i); l > eps {
			sum += p * -math.Expm1(eps-l)
		}
	}
	return sum
}

// gaussian returns H(ε) of N(d, s²) against N(0, s²).
func gaussian(d, s, eps float64) float64 {
	x, _ := exact.GaussianDelta(d/s, eps).Float64()
	return x
}

// curve returns H(ε) of a mixture: the loss rises, so the best test is a threshold.
func (m *Mixture) curve(eps float64) float64 {
	low, high := -1e3, 1e3
	for range 200 {
		if mid := (low + high) / 2; m.loss(mid) > eps {
			high = mid
		} else {
			low = mid
		}
	}
	var h float64
	for _, c := range m.p {
		h += c.weight * special.Cdf((c.centre-high)/m.sigma)
	}
	for _, c := range m.q {
		h -= scalar.Exp(eps) * c.weight * special.Cdf((c.centre-high)/m.sigma)
	}
	return h
}

var mixtures = map[string]*Mixture{
	"shift":       Shift(0.8),
	"removal":     Removal(0.05, 0.7),
	"rare":        Removal(1e-4, 3),
	"replacement": Replacement(0.2, 1.1),
	"random":      MixturePair([]float64{0, 0.5, 1, 1.5, 2}, []float64{.729, .162, .09, .018, .001}, []float64{0}, []float64{1}, 1.5),
	"no zero":     MixturePair([]float64{0.2, 1}, []float64{0.5, 0.5}, []float64{0}, []float64{1}, 0.9),
	"opposed":     MixturePair([]float64{0, 1, 2, 3}, []float64{.7, .2, .08, .02}, []float64{0, 1, 2}, []float64{.81, .18, .01}, 1.3),
	"gone":        MixturePair([]float64{0}, []float64{1}, []float64{0, 0.5, 1}, []float64{.5, .3, .2}, 1.2),
	"one gone":    MixturePair([]float64{0, 1}, []float64{.5, .5}, []float64{1}, []float64{1}, 1.5),
}

// The lattice dominates the pair: its curve lies above at every ε, equals it
// on the lattice, and both laws of the pair keep their mass. So does a coarser
// one, and so do all of them in reverse.
func TestLatticeDominatesMixture(t *testing.T) {
	for name, m := range mixtures {
		testLatticeDominates(t, name, m, 1e-14)
		testLatticeDominates(t, name+", cut short", m, 1e-3)
	}
}

func testLatticeDominates(t *testing.T, name string, m *Mixture, tail float64) {
	{
		low, high := m.Range(tail)
		forward, backward := m.Discretise(0.01, low, high)
		if backward == nil {
			backward = forward
		}
		reverse := &Mixture{m.sigma, mirror(m.q), mirror(m.p)}
		for _, side := range []struct {
			name   string
			truth  *Mixture
			masses *Masses
		}{{"forward", m, forward}, {"backward", reverse, backward}} {
			coarser := side.masses.Coarsen(4)
			for _, x := range []*Masses{side.masses, coarser} {
				total := x.Infinity
				for _, p := range x.P {
					total += p
				}
				if math.Abs(total-1) > 1e-12 {
					t.Errorf("%s %s: total mass %v at distance %v", name, side.name, total, x.H)
				}
			}
			for _, eps := range []float64{-0.403, -0.02, -0.005, 0, 0.004, 0.01, 0.037, 0.3, 1.234} {
				truth := side.truth.curve(eps)
				got := side.masses.curve(eps)
				if got < truth-1e-12 {
					t.Errorf("%s %s: H(%v) = %v below %v", name, side.name, eps, got, truth)
				}
				if j := eps / 0.01; tail < 1e-9 && j == math.Round(j) && got > truth+1e-9 {
					t.Errorf("%s %s: H(%v) = %v on the lattice, want %v", name, side.name, eps, got, truth)
				}
				if coarse := coarser.curve(eps); coarse < got-1e-12 {
					t.Errorf("%s %s: H(%v) = %v on a coarser lattice, below %v", name, side.name, eps, coarse, got)
				}
			}
		}
	}
}

// One Gaussian release to 50 digits, on fine and coarse lattices, through both
// tails: the relative error stays the chord's.
func TestShiftKeepsItsTails(t *testing.T) {
	for _, sigma := range []float64{0.4, 1, 20} {
		m := Shift(sigma)
		low, high := m.Range(1e-60)
		h := (high - low) / 3000
		masses, _ := m.Discretise(h, low, high)
		for _, share := range []float64{0.5, 0.6, 0.8, 0.9} {
			eps := h * math.Round((low+share*(high-low))/h)
			truth := gaussian(1, sigma, eps)
			if got := masses.curve(eps); got < truth*(1-1e-11) || got > truth*(1+1e-7)+2e-60 {
				t.Errorf("σ=%v: H(%v) = %v, want %v", sigma, eps, got, truth)
			}
		}
	}
}

// The moment of one sampled release at whole orders is a binomial sum; here
// to 50 digits. Far below 1 its logarithm keeps its relative precision.
func TestSampledMomentAgainstBinomial(t *testing.T) {
	number := func(x float64) *big.Float { return new(big.Float).SetPrec(3000).SetFloat64(x) }
	for _, c := range []struct{ q, sigma float64 }{{0.01, 1.1}, {1e-5, 100}, {0.3, 0.4}, {0.9, 3}, {1e-5, 0.4}, {1e-40, 0.5}} {
		for _, a := range []int{2, 3, 8, 32, 56} { // at 56 the last integrand has two far peaks
			// Σ C(a,k)(1-q)^{a-k}q^k·(e^{k(k-1)/(2σ²)} - 1).
			sum := number(0)
			for k := 2; k <= a; k++ {
				term := new(big.Float).SetInt(new(big.Int).Binomial(int64(a), int64(k)))
				term.SetPrec(3000)
				for range k {
					term.Mul(term, number(c.q))
				}
				for range a - k {
					term.Mul(term, new(big.Float).Sub(number(1), number(c.q)))
				}
				two := new(big.Float).Mul(number(2), new(big.Float).Mul(number(c.sigma), number(c.sigma)))
				e := exact.Exp(new(big.Float).Quo(number(float64(k*(k-1))), two))
				sum.Add(sum, term.Mul(term, e.Sub(e, number(1))))
			}
			got := Removal(c.q, c.sigma).LogMoment(float64(a)) // ln(1 + sum)
			want := exact.LogRatio(new(big.Float).Add(number(1), sum), got)
			if rel := -want / got; rel < 0 || rel > 3e-12 {
				t.Errorf("q=%v σ=%v a=%d: relative excess %g, want 0 to 3e-12", c.q, c.sigma, a, rel)
			}
		}
	}
}

// Orders and directions of the mixture of the DPAR sheet (strict variant A):
// its law, σ = 1.5, both directions.
func TestMixtureMomentsGoldenValues(t *testing.T) {
	m := mixtures["random"]
	for a, want := range map[float64][2]float64{2: {.0211280, .0172954}, 4: {.0510403, .0311647}, 8: {.3731762, .0526460}} {
		forward := m.LogMoment(a) / (a - 1)
		reverse := m.Reverse().LogMoment(a) / (a - 1)
		if math.Abs(forward-want[0]) > 6e-8 || math.Abs(reverse-want[1]) > 6e-8 {
			t.Errorf("order %v: %v and %v, want %v", a, forward, reverse, want)
		}
	}
}

// D_a(P‖Q) ≥ D_a(Q‖P) for one sampled release, which OneRecord relies on.
func TestRemovalCostsMore(t *testing.T) {
	for _, c := range []struct{ q, sigma float64 }{{0.01, 1}, {0.5, 0.5}, {0.9, 2}, {1e-4, 10}} {
		m := Removal(c.q, c.sigma)
		if !m.OneRecord() {
			t.Fatal("not recognised")
		}
		for _, a := range []float64{1.01, 1.5, 3, 10, 40} {
			if f, b := m.LogMoment(a), m.Reverse().LogMoment(a); b > f*(1+1e-9) {
				t.Errorf("q=%v σ=%v a=%v: reverse %v above %v", c.q, c.sigma, a, b, f)
			}
		}
	}
}

// Laplace noise: the closed forms of H and of the divergence [Mir17, Prop. 6].
func TestLaplaceClosedForms(t *testing.T) {
	for _, eps0 := range []float64{0.01, 0.5, 1, 4} {
		l := Laplace(eps0)
		for _, a := range []float64{1.001, 1.5, 2, 7.3, 80, 4000} {
			top := math.Log(a/(2*a-1)) + (a-1)*eps0
			want := top + math.Log1p((a-1)/a*scalar.Exp(-(2*a-1)*eps0))
			if got := l.LogMoment(a); math.Abs(got-want) > 1e-11*want+1e-15 {
				t.Errorf("Laplace(%v), order %v: %v, want %v", eps0, a, got, want)
			}
		}
		low, high := l.Range(0)
		h := high / 50
		masses, _ := l.Discretise(h, low, high)
		for j := -50; j < 50; j++ {
			eps := float64(j) * h
			truth := -math.Expm1((eps - eps0) / 2)
			if got := masses.curve(eps); got < truth-1e-15 || got > truth+1e-9 {
				t.Errorf("Laplace(%v): H(%v) = %v, want %v", eps0, eps, got, truth)
			}
		}
	}
}

// A Poisson sample changes the curve by H'(ln(1 + q(e^x - 1))) = q·H(x), and
// its reverse by the identity H_rev(ε) = 1 - e^ε + e^ε·H(-ε).
func TestSampledLaws(t *testing.T) {
	for name, l := range map[string]*Law{"Laplace": Laplace(1.3), "pure": Pure(0.8), "ranged": BoundedRange(2), "geometric": DiscreteLaplace(1.7, 3).Law} {
		for _, q := range []float64{0.01, 0.3, 0.95} {
			s := l.Sampled(q)
			low, high := s.Range(0)
			h := (high - low) / 4000
			forward, backward := s.Discretise(h, low, high)
			fl, fh := l.Range(0)
			fine, _ := l.Discretise((fh-fl)/40000, fl, fh)
			for _, x := range []float64{-0.4, 0, 0.2, 0.6, 1} {
				eps := math.Log1p(q * math.Expm1(x))
				truth := q * fine.curve(x) // P - e^ε·Q = q(P₀ - e^x·Q₀)
				if got := forward.curve(eps); got < truth-1e-7 || got > truth+1e-5 {
					t.Errorf("%s, q=%v: H(%v) = %v, want %v", name, q, eps, got, truth)
				}
				mirror := -math.Expm1(-eps) + scalar.Exp(-eps)*truth
				if got := backward.curve(-eps); got < mirror-1e-7 || got > mirror+1e-5 {
					t.Errorf("%s, q=%v reversed: H(%v) = %v, want %v", name, q, -eps, got, mirror)
				}
			}
		}
	}
}

// Bounded range by brute force: over all two-point laws of range ε, the
// largest curve and the largest divergence [DDR20].
func TestBoundedRangeIsTheWorstTwoPointLaw(t *testing.T) {
	for _, eps := range []float64{0.1, 1, 3} {
		l := Ranged{BoundedRange(eps), eps}
		masses, _ := l.Discretise(eps/1000, -eps, eps)
		for _, x := range []float64{-0.7 * eps, 0, 0.1 * eps, 0.5 * eps, 0.9 * eps} {
			var worst float64
			for i := range 10001 {
				top := eps * float64(i) / 10000
				p := math.Expm1(top-eps) / math.Expm1(-eps)
				worst = max(worst, p*max(0, -math.Expm1(x-top))+(1-p)*max(0, -math.Expm1(x-top+eps)))
			}
			if got := masses.curve(x); got < worst-1e-9 || got > worst+1e-6 {
				t.Errorf("range %v: H(%v) = %v, want %v", eps, x, got, worst)
			}
		}
		for _, a := range []float64{1.1, 2, 5, 50} {
			var worst float64
			for i := range 10001 {
				top := eps * float64(i) / 10000
				p := math.Expm1(top-eps) / math.Expm1(-eps)
				worst = max(worst, math.Log(p*scalar.Exp((a-1)*top)+(1-p)*scalar.Exp((a-1)*(top-eps))))
			}
			got := l.LogMoment(a)
			if got < worst*(1-1e-9) || got > worst*(1+1e-6) {
				t.Errorf("range %v, order %v: %v, want %v", eps, a, got, worst)
			}
			if limit := a * (a - 1) * eps * eps / 8; got > limit {
				t.Errorf("range %v, order %v: %v above ε²/8-zCDP, %v", eps, a, got, limit)
			}
		}
	}
}

// The pair of a sample of fixed size: its curve at ε ≥ 0 is that of the sampled pair, it is
// symmetric, and its moment follows from its masses.
func TestSymmetric(t *testing.T) {
	const h = 1e-3
	for name, s := range map[string]*Symmetric{"Gaussian": FixedSizeGaussian(0.1, 1.2), "Laplace": FixedSize(Laplace(1).Sampled(0.1))} {
		low, high := s.Range(1e-13)
		m, back := s.Discretise(h, low, high)
		if back != nil {
			t.Fatalf("%s: not symmetric", name)
		}
		lo, hi := s.sampled.Range(1e-13)
		half, _ := s.sampled.Discretise(h, lo, hi)
		for _, eps := range []float64{0, 0.05, 0.2, 0.5} {
			if got, want := m.curve(eps), half.curve(eps); math.Abs(got-want) > 1e-9 {
				t.Errorf("%s: H(%v) = %v, want %v", name, eps, got, want)
			}
			if got, want := m.curve(-eps), -math.Expm1(-eps)+scalar.Exp(-eps)*m.curve(eps); math.Abs(got-want) > 1e-9 {
				t.Errorf("%s: H(%v) = %v, want %v", name, -eps, got, want)
			}
		}
		for _, a := range []float64{1.5, 2, 5} {
			var moment float64 // the lattice dominates, by some h²
			for i, p := range m.P {
				l := m.H * float64(m.First+i)
				moment += p * (scalar.Exp((a-1)*l) - 1)
			}
			if got, want := s.LogMoment(a), math.Log1p(moment); got > want*(1+1e-9) || got < want*(1-1e-3) {
				t.Errorf("%s, order %v: %v, want a little less than %v", name, a, got, want)
			}
		}
	}
}

// The moments of samples of fixed size by panels an eighth as wide.
func TestSymmetricMomentsByFinerPanels(t *testing.T) {
	for _, sigma := range []float64{0.4, 1, 3, 50} {
		s := FixedSizeGaussian(0.1, sigma)
		m := s.sampled.(*Mixture)
		for _, a := range []float64{1.001, 1.5, 30, 300} {
			var sum special.LogSum
			width := sigma * min(0.25, 0.0625*sigma)
			for x := m.inverse(0, 0); x < a+11*sigma; x += width {
				legendre(x, x+width, func(z, w float64) {
					q, u := m.logDensity(m.q, z), z/sigma
					loss := m.logDensity(m.p, z) - q
					logQ := q - u*u/2 - special.LogSqrt2Pi + math.Log(w/sigma)
					sum.Add(logQ + special.LogBernoulli(a, math.Expm1(loss), loss))
					sum.Add(logQ + loss + special.LogBernoulli(a, math.Expm1(-loss), -loss))
				})
			}
			if got, want := s.LogMoment(a), special.LogAdd(0, sum.Log()); math.Abs(got/want-1) > 1e-11 {
				t.Errorf("σ=%v order %v: %v, want %v", sigma, a, got, want)
			}
		}
	}
}

// Discrete laws by summing their definition: curves in closed form and on a lattice, and moments.
func TestDiscreteLaws(t *testing.T) {
	geometric := func(scale float64) func(x float64) float64 {
		return func(x float64) float64 { return scalar.Exp(-math.Abs(x) / scale) }
	}
	normal := func(scale float64) func(x float64) float64 {
		return func(x float64) float64 { return scalar.Exp(-x * x / (2 * scale * scale)) }
	}
	for _, c := range []struct {
		name    string
		law     Exact
		density func(x float64) float64
		shift   int
		sample  float64
	}{
		{"geometric", DiscreteLaplace(2, 3), geometric(2), 3, 1},
		{"geometric, even", DiscreteLaplace(1.7, 4), geometric(1.7), 4, 1},
		{"geometric, narrow", DiscreteLaplace(0.3, 1), geometric(0.3), 1, 1},
		{"geometric, wide", DiscreteLaplace(40, 7), geometric(40), 7, 1},
		{"geometric, as a list", DiscreteLaplace(40, 7).Law, geometric(40), 7, 1},
		{"geometric, sampled", DiscreteLaplace(2, 3).Sampled(0.3), geometric(2), 3, 0.3},
		{"Gaussian", DiscreteGaussian(1.3, 2).Law, normal(1.3), 2, 1},
		{"Gaussian, narrow", DiscreteGaussian(0.3, 1).Law, normal(0.3), 1, 1},
		{"Gaussian, wide", DiscreteGaussian(30, 5).Law, normal(30), 5, 1},
		{"Gaussian, sampled", DiscreteGaussian(1.3, 1).Sampled(0.1), normal(1.3), 1, 0.1},
	} {
		var p, q []float64
		var norm float64
		for x := -1500; x <= 1500; x++ {
			norm += c.density(float64(x))
		}
		for x := -1500; x <= 1500; x++ {
			q = append(q, c.density(float64(x))/norm)
			p = append(p, (1-c.sample)*q[len(q)-1]+c.sample*c.density(float64(x-c.shift))/norm)
		}
		low, high := c.law.Range(0)
		masses, _ := c.law.Discretise(0.01, max(low, -30), min(high, 30))
		sup := c.law.Sup()
		for _, eps := range []float64{0, 0.01, 0.2, 0.3, 0.55, 0.9 * sup, 0.9999 * sup, 1.1 * sup} {
			var forward, backward float64
			for i := range p {
				forward += max(0, p[i]-scalar.Exp(eps)*q[i])
				backward += max(0, q[i]-scalar.Exp(eps)*p[i])
			}
			if truth, got := max(forward, backward), c.law.Curve(eps); got < truth-1e-14 || got > truth*(1+1e-9)+1e-14 {
				t.Errorf("%s: H(%v) = %v, want %v", c.name, eps, got, truth)
			}
			if got := masses.curve(eps); got < forward-1e-12 || eps < 0.95*sup && got > forward+1e-4 {
				t.Errorf("%s: H(%v) = %v on a lattice, want %v", c.name, eps, got, forward)
			}
		}
		for _, a := range []float64{1.5, 2, 6} {
			var sum float64
			for i := range p {
				if p[i] > 1e-250 && q[i] > 1e-250 {
					sum += q[i] * scalar.Pow(p[i]/q[i], a)
				}
			}
			if got, want := c.law.LogMoment(a), math.Log(sum); math.Abs(got-want) > 1e-11*want {
				t.Errorf("%s, order %v: %v, want %v", c.name, a, got, want)
			}
		}
	}
}

func TestExactCurvesOfRamps(t *testing.T) {
	for _, eps := range []float64{1e-9, 0.3, 2, 40} {
		for _, share := range []float64{0, 0.2, 0.9, 0.9999, 1, 1.5} {
			x := eps * share
			rest := min(0, x-eps)
			laplace := -math.Expm1(rest / 2)
			ranged := math.Expm1(rest/2) * math.Expm1(rest/2) / -math.Expm1(-eps)
			for _, q := range []float64{1, 0.2} {
				at := math.Log1p(q * math.Expm1(x)) // H'(ln(1+q(e^x-1))) = q·H(x)
				for name, c := range map[string]struct{ got, want float64 }{
					"Laplace":       {Laplace(eps).Sampled(q).Curve(at), q * laplace},
					"bounded range": {BoundedRange(eps).Sampled(q).Curve(at), q * ranged},
				} {
					if c.got < c.want*(1-1e-14) || c.got > c.want*(1+1e-8)+1e-14*eps {
						t.Errorf("%s ε=%v q=%v: H(%v) = %v, want %v", name, eps, q, at, c.got, c.want)
					}
				}
			}
		}
	}
}

// Powers of two losses by the product of all outcomes, and that no other law
// has one.
func TestPowers(t *testing.T) {
	for _, eps := range []float64{1e-6, 0.4} {
		for _, count := range []int{1, 2, 7} {
			l := Pure(eps).Power(count)
			for _, share := range []float64{0, 0.1, 0.45, 0.9} {
				x := share * eps * float64(count)
				var truth float64
				for i := range 1 << count {
					ones := float64(bits.OnesCount(uint(i)))
					loss := eps * (2*ones - float64(count))
					p := scalar.Pow(logistic(eps), ones) * scalar.Pow(logistic(-eps), float64(count)-ones)
					truth += p * max(0, -math.Expm1(x-loss))
				}
				if got := l.Curve(x); got < truth*(1-1e-13) || got > truth*(1+1e-9) {
					t.Errorf("%d × %v: H(%v) = %v, want %v", count, eps, x, got, truth)
				}
			}
		}
	}
	for name, l := range map[string]*Law{"three": Response(3, 0.5), "Laplace": Laplace(1), "sampled": Pure(1).Sampled(0.5)} {
		if l.Power(2) != nil {
			t.Errorf("%s: a power in closed form", name)
		}
	}
}

// Geometric laws of large shifts: the closed form is that of Laplace noise but
// for the steps, and the list with atoms left out lies above it, by less than
// one part in 10⁴, with both masses whole.
func TestGeometricLawsOfLargeShifts(t *testing.T) {
	for _, shift := range []int{mostAtoms, mostAtoms + 1, 100_003, math.MaxInt32, math.MaxInt} {
		for _, eps := range []float64{1e-3, 1, 20} {
			g := DiscreteLaplace(float64(shift)/eps, shift)
			if len(g.atoms) > mostAtoms+1 {
				t.Errorf("shift %d: %d atoms", shift, len(g.atoms))
			}
			var p, q float64
			for _, a := range g.atoms {
				p, q = p+a.p, q+a.p*scalar.Exp(-a.loss)
			}
			if math.Abs(p-1) > 1e-12 || math.Abs(q-1) > 1e-12 {
				t.Errorf("shift %d ε=%v: masses %v and %v", shift, eps, p, q)
			}
			for _, share := range []float64{0, 0.3, 0.7123, 0.99} {
				x := share * eps
				closed, list := g.Curve(x), g.Law.Curve(x)
				if laplace := -math.Expm1((x - eps) / 2); closed < laplace*(1-1e-13) || closed > laplace*(1+1e-4) {
					t.Errorf("shift %d ε=%v: H(%v) = %v, Laplace %v", shift, eps, x, closed, laplace)
				}
				if list < closed*(1-1e-12) || list > closed*(1+1e-4) {
					t.Errorf("shift %d ε=%v: H(%v) = %v by its list, want %v", shift, eps, x, list, closed)
				}
			}
		}
	}
}

// At every scale the privacy curve of a discrete Gaussian is below that of the dominating
// continuous one. At scales of a thousand the difference is at most 10⁻⁴.
func TestContinuousDominatesDiscreteGaussian(t *testing.T) {
	gaussian := func(mean, x float64) float64 {
		a := x/mean - mean/2
		return special.MillsDrop(a, mean) * scalar.Exp(-a*a/2-special.LogSqrt2Pi)
	}
	for _, c := range []struct {
		scale float64
		shift int
	}{{1.5, 1}, {2, 3}, {3, 1}, {3, 5}, {10, 1}, {10, 30}, {1024, 1}, {1024, 700}, {1024, 5000}, {1500.5, 100}, {3000, 1}, {20000, 7000}} {
		n, mean := DiscreteGaussian(c.scale, c.shift), Continuous(c.scale, c.shift)
		if n.Mean() != mean {
			t.Errorf("scale %v shift %d: means %v and %v", c.scale, c.shift, n.Mean(), mean)
		}
		own := float64(c.shift) / c.scale
		for _, z := range []float64{-0.4, 0, 0.1, 0.5, 1, 2.2, 4, 6, 8} { // δ down to 10⁻¹⁶
			x := own * (own/2 + z)
			if x < 0 {
				continue
			}
			truth, got := n.Curve(x), gaussian(mean, x)
			if truth > got*(1+2*slack) {
				t.Errorf("scale %v shift %d: H(%v) = %v, above %v", c.scale, c.shift, x, truth, got)
			}
			if c.scale > 1000 && got > truth*(1+1e-4)+1e-17 {
				t.Errorf("scale %v shift %d: H(%v) = %v, far below %v", c.scale, c.shift, x, truth, got)
			}
		}
	}
	for _, c := range []struct{ scale, want float64 }{{1 << 20, 1}, {1 << 40, 1}, {1e300, 1}} { // no overflow, next to no loss
		shift := math.MaxInt32
		if got, want := Continuous(c.scale, shift), float64(shift)/c.scale; !(got >= want && got < want*(1+1e-3)) && want < 1e3 {
			t.Errorf("scale %v: mean %v, want %v", c.scale, got, want)
		}
	}
	for _, scale := range []float64{1e-9, 1, 2, math.MaxInt32 / 1000.1} {
		if got := Continuous(scale, math.MaxInt32); !math.IsInf(got, 1) {
			t.Errorf("scale %v: mean %v, want none", scale, got)
		}
	}
}

// The divergences of discrete Gaussian noise at any order are at most those of
// continuous noise [CKS20], which stand for them at large scales.
func TestDiscreteGaussianMoments(t *testing.T) {
	for _, scale := range []float64{1, 4, 12, 60} {
		for _, shift := range []int{1, 3} {
			n := DiscreteGaussian(scale, shift)
			for _, a := range []float64{1.01, 1.5, 2, 7.3, 20} {
				exact, got := n.Law.LogMoment(a), n.LogMoment(a)
				if got < exact*(1-1e-11) || scale > 2 && got > exact*(1+1e-9) {
					t.Errorf("scale %v shift %d order %v: %v, want %v", scale, shift, a, got, exact)
				}
			}
		}
	}
}

// A law of fewer atoms lies above and keeps its ends and both its masses; that
// of large discrete Gaussian noise is close.
func TestThinLawsDominate(t *testing.T) {
	for _, k := range []int{1, 2, 7, 40} {
		l := DiscreteGaussian(4, 3).Law
		thin := l.thin(k)
		var p, q float64
		for _, a := range thin.atoms {
			p, q = p+a.p, q+a.p*scalar.Exp(-a.loss)
		}
		if math.Abs(p-1) > 1e-9 || math.Abs(q-1) > 1e-7 || thin.Sup() != l.Sup() || len(thin.atoms) > len(l.atoms)/k+2 {
			t.Errorf("every %d-th atom: masses %v and %v, %d atoms up to %v", k, p, q, len(thin.atoms), thin.Sup())
		}
		for _, x := range []float64{0, 0.05, 0.3, 0.71, 2, 6} {
			if fine, rough := l.Curve(x), thin.Curve(x); rough < fine*(1-1e-12) || k == 2 && rough > fine*1.5 {
				t.Errorf("every %d-th atom: H(%v) = %v, of all %v", k, x, rough, fine)
			}
		}
	}
	n := DiscreteGaussian(700, 500)
	for _, x := range []float64{0, 0.05, 0.2} {
		if fine, rough := n.Law.Sampled(0.1).Curve(x), n.Sampled(0.1).Curve(x); rough < fine || rough > fine*(1+1e-4) {
			t.Errorf("sampled: H(%v) = %v, of all atoms %v", x, rough, fine)
		}
	}
}

// Numbers of records in a sample against the binomial law: no smaller than it in
// any tail, hardly larger in the mean, and complete.
func TestBinomialNumbers(t *testing.T) {
	for _, c := range []struct {
		k int
		q float64
	}{{1, 0.3}, {50, 0.2}, {256, 1e-3}, {257, 1e-3}, {2000, 0.01}, {100_000, 0.4}, {1 << 40, 0x1p-39}, {1 << 53, 1e-120}} {
		numbers, weights, beyond := Binomial(c.k, c.q)
		n := float64(c.k)
		all, _ := math.Lgamma(n + 1)
		exact := func(i float64) float64 { // its logarithms lose digits where n is large
			x, _ := math.Lgamma(i + 1)
			y, _ := math.Lgamma(n - i + 1)
			return scalar.Exp(all - x - y + i*math.Log(c.q) + (n-i)*math.Log1p(-c.q))
		}
		if c.k > 1<<20 { // the Poisson law, to a few digits
			exact = func(i float64) float64 {
				x, _ := math.Lgamma(i + 1)
				return scalar.Exp(-n*c.q + i*math.Log(n*c.q) - x)
			}
		}
		if len(numbers) > mostNumbers+1 || beyond > 1e-60 || (c.k <= mostNumbers) != (beyond == 0) {
			t.Errorf("%d at %v: %d numbers, beyond them %v", c.k, c.q, len(numbers), beyond)
		}
		var sum, mean, truth float64
		next := numbers[len(numbers)-1]
		for i := len(numbers) - 1; i >= 0; i-- {
			for ; next > numbers[max(0, i-1)] || i == 0 && next >= 0 && next > numbers[0]-1; next-- {
				truth += exact(next)
			}
			sum += weights[i]
			mean += weights[i] * numbers[i]
			if sum < truth*(1-1e-7)-1e-60 {
				t.Errorf("%d at %v: P(≥ %v) = %v, it is %v", c.k, c.q, numbers[i], sum, truth)
			}
		}
		if math.Abs(sum-1) > 1e-12 || mean < n*c.q*(1-1e-6) || mean > n*c.q*(1+4e-3) {
			t.Errorf("%d at %v: sum %v, mean %v, want %v", c.k, c.q, sum, mean, n*c.q)
		}
	}
}

// Bernstein's bound against the normal law, which is close where it is used.
func TestMostInSample(t *testing.T) {
	for _, c := range []struct{ n, q float64 }{{1e6, 0.3}, {1 << 53, 1e-9}, {1 << 53, 0.999}} {
		most, beyond := MostInSample(c.n, c.q)
		sd := math.Sqrt(c.n * c.q * (1 - c.q))
		if z := (most - c.n*c.q) / sd; most < c.n && (special.LogCdf(-z) > math.Log(beyond) || z > 20) || !(beyond < 1e-60) {
			t.Errorf("%v at %v: %v is exceeded with probability %v", c.n, c.q, most, beyond)
		}
	}
}
