package pair

import (
	"math"
	"math/big"
	"testing"

	"github.com/graphdp/graphdp/accounting/internal/exact"
	"github.com/graphdp/graphdp/accounting/internal/special"
)

// curve is H(ε) of masses on a lattice: Σ P·(1 - e^{ε-ℓ})⁺.
func (m *Masses) curve(eps float64) float64 {
	sum := m.Infinity
	for i, p := range m.P {
		if l := m.H * float64(m.First+i); l > eps {
			sum += p * -math.Expm1(eps-l)
		}
	}
	return sum
}

// gaussian is H(ε) of N(d, s²) against N(0, s²).
func gaussian(d, s, eps float64) float64 {
	x, _ := exact.GaussianDelta(d/s, eps).Float64()
	return x
}

// curve is H(ε) of a mixture: the loss rises, so the best test is a threshold.
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
		h -= math.Exp(eps) * c.weight * special.Cdf((c.centre-high)/m.sigma)
	}
	return h
}

var mixtures = map[string]*Mixture{
	"shift":       Shift(0.8),
	"removal":     Removal(0.05, 0.7),
	"rare":        Removal(1e-4, 3),
	"replacement": Replacement(0.2, 1.1),
	"random":      Random([]float64{0, 0.5, 1, 1.5, 2}, []float64{.729, .162, .09, .018, .001}, 1.5),
	"no zero":     Random([]float64{0.2, 1}, []float64{0.5, 0.5}, 0.9),
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
func TestRemovalIsTheDearerDirection(t *testing.T) {
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
			want := top + math.Log1p((a-1)/a*math.Exp(-(2*a-1)*eps0))
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
	for name, l := range map[string]*Law{"Laplace": Laplace(1.3), "pure": Pure(0.8), "ranged": BoundedRange(2), "geometric": DiscreteLaplace(1.7, 3)} {
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
				mirror := -math.Expm1(-eps) + math.Exp(-eps)*truth
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
				worst = max(worst, math.Log(p*math.Exp((a-1)*top)+(1-p)*math.Exp((a-1)*(top-eps))))
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

// Discrete laws by summing their definition.
func TestDiscreteLaws(t *testing.T) {
	for _, c := range []struct {
		name    string
		law     *Law
		density func(x float64) float64
		shift   int
	}{
		{"geometric", DiscreteLaplace(2, 3), func(x float64) float64 { return math.Exp(-math.Abs(x) / 2) }, 3},
		{"Gaussian", DiscreteGaussian(1.3, 2), func(x float64) float64 { return math.Exp(-x * x / (2 * 1.3 * 1.3)) }, 2},
		{"narrow Gaussian", DiscreteGaussian(0.3, 1), func(x float64) float64 { return math.Exp(-x * x / (2 * 0.3 * 0.3)) }, 1},
	} {
		var norm float64
		for x := -400; x <= 400; x++ {
			norm += c.density(float64(x))
		}
		for _, a := range []float64{1.5, 2, 6} {
			var sum float64
			for x := -400; x <= 400; x++ {
				p, q := c.density(float64(x-c.shift))/norm, c.density(float64(x))/norm
				if p > 1e-250 && q > 1e-250 {
					sum += q * math.Pow(p/q, a)
				}
			}
			if got := c.law.LogMoment(a); math.Abs(got-math.Log(sum)) > 1e-11*math.Log(sum) {
				t.Errorf("%s, order %v: %v, want %v", c.name, a, got, math.Log(sum))
			}
		}
		low, high := c.law.Range(0)
		masses, _ := c.law.Discretise(0.01, max(low, -30), min(high, 30))
		for _, eps := range []float64{0, 0.3, 0.55, 1.1} {
			var truth float64
			for x := -400; x <= 400; x++ {
				truth += max(0, c.density(float64(x-c.shift))-math.Exp(eps)*c.density(float64(x))) / norm
			}
			if got := masses.curve(eps); got < truth-1e-12 || got > truth+1e-4 {
				t.Errorf("%s: H(%v) = %v, want %v", c.name, eps, got, truth)
			}
		}
	}
}

// The pair of a sample of fixed size: its curve at ε ≥ 0 is that of the
// sampled pair, it is symmetric, and its moment is that of its masses.
func TestSymmetric(t *testing.T) {
	const h = 1e-3
	for name, s := range map[string]*Symmetric{"Gaussian": FixedSizeGaussian(0.1, 1.2), "Laplace": FixedSize(0.1, Laplace(1))} {
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
			if got, want := m.curve(-eps), -math.Expm1(-eps)+math.Exp(-eps)*m.curve(eps); math.Abs(got-want) > 1e-9 {
				t.Errorf("%s: H(%v) = %v, want %v", name, -eps, got, want)
			}
		}
		for _, a := range []float64{1.5, 2, 5} {
			var moment float64 // the lattice dominates, by some h²
			for i, p := range m.P {
				l := m.H * float64(m.First+i)
				moment += p * (math.Exp((a-1)*l) - 1)
			}
			if got, want := s.LogMoment(a), math.Log1p(moment); got > want*(1+1e-9) || got < want*(1-1e-3) {
				t.Errorf("%s, order %v: %v, want a little less than %v", name, a, got, want)
			}
		}
	}
}

func TestInverseFindsTheLoss(t *testing.T) {
	for name, m := range mixtures {
		for _, z := range []float64{-3, -0.5, 0.1, 2, 6} {
			l := m.loss(z)
			if got := m.inverse(l, 0); math.Abs(m.loss(got)-l) > 1e-12*max(1e-3, math.Abs(l)) {
				t.Errorf("%s: loss %v at %v, found at %v", name, l, z, got)
			}
		}
	}
}
