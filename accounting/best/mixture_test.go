package best

import (
	"math"
	"math/big"
	"testing"

	"github.com/graphdp/graphdp/accounting"
	"github.com/graphdp/graphdp/accounting/internal/exact"
	"github.com/graphdp/graphdp/accounting/pld"
	"github.com/graphdp/graphdp/accounting/rdp"
	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/data/scalar"
)

// A second implementation of mixtures of Gaussians, in big floats, with bounds on both sides.
// Elementary functions have errors of less than 2⁻²⁰⁰, relative or absolute near 1. Derived values
// have similar errors, so each bound concedes 2⁻¹⁶⁰.
const bits = 260

func num(x float64) *big.Float { return new(big.Float).SetPrec(bits).SetFloat64(x) }

func zero() *big.Float { return num(0) }

var slack = new(big.Float).SetMantExp(num(1), -160)

// above returns P(N(0, 1) > x).
func above(x *big.Float) *big.Float { return exact.Cdf(zero().Neg(x)) }

// law is a mixture of normal laws of one variance.
type law struct{ centres, weights []float64 }

func (l law) mirrored() law {
	m := law{weights: l.weights}
	for _, c := range l.centres {
		m.centres = append(m.centres, -c)
	}
	return m
}

// beyond returns the probability of more than z, and density σ times √(2π) times that at z.
func (l law) beyond(z *big.Float, sigma float64) *big.Float {
	sum := zero()
	for i, c := range l.centres {
		x := new(big.Float).Sub(z, num(c))
		sum.Add(sum, x.Mul(num(l.weights[i]), above(x.Quo(x, num(sigma)))))
	}
	return sum
}

func (l law) density(z *big.Float, sigma float64) *big.Float {
	sum := zero()
	for i, c := range l.centres {
		x := new(big.Float).Sub(z, num(c))
		x.Quo(x, num(sigma))
		sum.Add(sum, x.Mul(num(l.weights[i]), exact.Exp(x.Quo(x.Mul(x, x), num(-2)))))
	}
	return sum
}

// logDensity is the logarithm of density, in plain floats.
func (l law) logDensity(z, sigma float64) float64 {
	most := math.Inf(-1)
	for i, c := range l.centres {
		most = max(most, math.Log(l.weights[i])-(z-c)*(z-c)/(2*sigma*sigma))
	}
	sum := 0.0
	for i, c := range l.centres {
		sum += scalar.Exp(math.Log(l.weights[i]) - (z-c)*(z-c)/(2*sigma*sigma) - most)
	}
	return most + math.Log(sum)
}

// hockey bounds δ(ε) = ∫ max(0, p − e^ε·q) for p with all centres at or right of those of q, so
// that p/q rises: every threshold bounds it from below, and two between which the ratio passes e^ε
// from above. If a sign below differs from that of the exact values, p and e^ε·q differ by less
// than the conceded error. Plain floats and a secant suggest thresholds; the signs decide.
func hockey(p, q law, sigma, eps float64) (low, high *big.Float) {
	factor := exact.Exp(num(eps))
	left, right := num(-40*sigma), num(40*sigma)
	look := func(z *big.Float) (gap *big.Float) {
		gap = p.density(z, sigma)
		gap.Sub(gap, new(big.Float).Mul(factor, q.density(z, sigma)))
		switch {
		case z.Cmp(left) <= 0 || z.Cmp(right) >= 0:
		case gap.Sign() < 0:
			left = z
		default:
			right = z
		}
		return gap
	}
	near, end := -40*sigma, 40*sigma
	for range 60 {
		if mid := (near + end) / 2; p.logDensity(mid, sigma)-q.logDensity(mid, sigma) < eps {
			near = mid
		} else {
			end = mid
		}
	}
	a, b := num(near-1e-10*sigma), num(near+1e-10*sigma)
	atA, atB := look(a), look(b)
	if rise := atB.Sub(atB, atA); rise.Sign() > 0 {
		z := new(big.Float).Sub(b, a)
		z.Sub(a, z.Quo(z.Mul(z, atA), rise))
		look(new(big.Float).Sub(z, num(0x1p-62*sigma)))
		look(new(big.Float).Add(z, num(0x1p-62*sigma)))
	}
	for new(big.Float).Sub(right, left).Cmp(num(0x1p-60*sigma)) > 0 {
		z := new(big.Float).Add(left, right)
		look(z.Quo(z, num(2)))
	}
	low = new(big.Float).Sub(p.beyond(left, sigma), new(big.Float).Mul(factor, q.beyond(left, sigma)))
	high = new(big.Float).Sub(p.beyond(left, sigma), new(big.Float).Mul(factor, q.beyond(right, sigma)))
	given := new(big.Float).Mul(slack, factor)
	return low.Sub(low, given), high.Add(high, given)
}

// both is the larger curve of the two directions: with the record against without, and the reverse.
func both(e accounting.MixtureOfGaussians, eps float64) (low, high float64) {
	p, q := law{e.Sensitivities, e.Probabilities}, law{[]float64{0}, []float64{1}}
	if e.OtherSensitivities != nil {
		q = law{e.OtherSensitivities, e.OtherProbabilities}.mirrored()
	}
	for _, pair := range [][2]law{{p, q}, {q.mirrored(), p.mirrored()}} {
		l, h := hockey(pair[0], pair[1], e.NoiseMultiplier, eps)
		x, _ := l.Float64()
		y, _ := h.Float64()
		low, high = max(low, x), max(high, y)
	}
	return low, high
}

// mixtures is a grid: few shifts and many, equal weights and rare ones, against no shift and
// against others.
func mixtures() (list []accounting.MixtureOfGaussians) {
	one := []accounting.MixtureOfGaussians{
		{Sensitivities: []float64{1}, Probabilities: []float64{1}},
		{Sensitivities: []float64{0, 1}, Probabilities: []float64{.9, .1}},
		{Sensitivities: []float64{0, 1}, Probabilities: []float64{1 - 0x1p-10, 0x1p-10}},
		{Sensitivities: []float64{0, .5, 1, 2}, Probabilities: []float64{.5, .25, .125, .125}},
		{Sensitivities: []float64{0, .25, 1, 1.25, 3}, Probabilities: []float64{.75, .125, .0625, .03125, .03125}},
		{Sensitivities: []float64{.5, 2}, Probabilities: []float64{.5, .5}},
	}
	for _, m := range one {
		for _, others := range []law{{}, {[]float64{1}, []float64{1}}, {[]float64{0, 1}, []float64{.75, .25}}, {[]float64{0, .5, 2}, []float64{.9375, .03125, .03125}}} {
			m.OtherSensitivities, m.OtherProbabilities = others.centres, others.weights
			for _, sigma := range []float64{.7, 2, 10} {
				m.NoiseMultiplier = sigma
				list = append(list, m)
			}
		}
	}
	return list
}

// A second implementation bounds mixtures on both sides. The accountants' answers are at least its
// lower bound. Those of privacy loss distributions exceed its upper bound at 0.999·ε by at most a
// thousandth. For δ below 10⁻¹⁵ the factor is about 2.
func TestMixturesByASecondImplementation(t *testing.T) {
	distributions := must.Get(pld.New(accounting.AddRemove))(t)
	moments := must.Get(rdp.New(accounting.AddRemove))(t)
	smallest, compared := 1.0, 0
	for _, e := range mixtures() {
		for _, eps := range []float64{0, .1, 1, 4} {
			low, high := both(e, eps)
			if !(high-low <= 1e-12*high+1e-40) {
				t.Fatalf("%v at ε = %v: between %v and %v", e, eps, low, high)
			}
			if low < 1e-30 {
				continue
			}
			_, most := both(e, eps*(1-1e-3))
			most *= 1 + 1e-3
			if low < 1e-15 {
				most *= 2
			}
			smallest, compared = min(smallest, low), compared+1
			for name, a := range map[string]accounting.Accountant{"privacy loss distributions": distributions, "Rényi divergences": moments} {
				got := must.Get(a.Delta(e, accounting.Epsilon(eps)))(t)
				if !(got >= low) {
					t.Errorf("%s: %v at ε = %v has δ = %v, at least %v is true", name, e, eps, got, low)
				}
				if a == distributions && !(got <= most) {
					t.Errorf("%s: %v at ε = %v has δ = %v, want at most %v", name, e, eps, got, most)
				}
			}
		}
	}
	if compared < 150 || smallest > 1e-15 {
		t.Errorf("%d comparisons, down to δ = %v", compared, smallest)
	}
}
