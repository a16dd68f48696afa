package pld

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/graphdp/graphdp/accounting"
	"github.com/graphdp/graphdp/accounting/gauss"
	"github.com/graphdp/graphdp/accounting/rdp"
	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/data/scalar"
)

func sampled(q, sigma float64, steps int) accounting.Event {
	return accounting.SelfCompose{Event: accounting.PoissonSampled{Rate: q, Event: accounting.Gaussian{NoiseMultiplier: sigma}}, Count: steps}
}

func epsilon(t *testing.T, a accounting.Accountant, e accounting.Event, d float64) float64 {
	t.Helper()
	eps := must.Get(a.Epsilon(e, accounting.Delta(d)))(t)
	return float64(eps)
}

func delta(t *testing.T, a accounting.Accountant, e accounting.Event, eps float64) float64 {
	t.Helper()
	return must.Get(a.Delta(e, accounting.Epsilon(eps)))(t)
}

func accountant(t *testing.T, r accounting.Relation) *Accountant {
	t.Helper()
	return must.Get(New(r))(t)
}

// Unsampled Gaussian noise against the exact curve: never below, above by less
// than 10⁻⁴, from large budgets to small ones and to δ = 10⁻¹⁰⁰.
func TestGaussianAgainstExact(t *testing.T) {
	a := accountant(t, accounting.AddRemove)
	for _, sigma := range []float64{0.15, 0.4, 1, 10, 1000} {
		for _, d := range []float64{0.2, 1e-3, 1e-5, 1e-12, 1e-100} {
			want := float64(gauss.Epsilon(1/sigma, accounting.Delta(d)))
			got := epsilon(t, a, accounting.Gaussian{NoiseMultiplier: sigma}, d)
			if got < want*(1-1e-11) || got > want*(1+1e-4) {
				t.Errorf("σ=%v δ=%v: %v, want %v", sigma, d, got, want)
			}
			if want > 0 {
				eps := want * 0.9
				truth := gauss.Delta(1/sigma, accounting.Epsilon(eps))
				if got := delta(t, a, accounting.Gaussian{NoiseMultiplier: sigma}, eps); got < truth*(1-1e-11) || math.Log(got/truth) > 1e-4*(1-math.Log(truth)) {
					t.Errorf("σ=%v: δ(%v) = %v, want %v", sigma, eps, got, truth)
				}
			}
		}
	}
}

// Brute force for a sample of fixed size: three records, a sample of one, records of size up to
// 1/2, so that replacing one changes the sum by up to 1. No data set and no direction exceeds the
// curve, nor that of two independent runs.
func TestFixedSizeByBruteForce(t *testing.T) {
	a := accountant(t, accounting.ReplaceOne)
	const sigma = 0.6
	plan := accounting.FixedSizeSampled{Population: 3, Sample: 1, Event: accounting.Gaussian{NoiseMultiplier: sigma}}
	mix := func(z float64, x []float64) (p float64) {
		for _, c := range x {
			p += scalar.Exp(-(z-c)*(z-c)/(2*sigma*sigma)) / 3
		}
		return p / (sigma * math.Sqrt(2*math.Pi))
	}
	draw := rand.New(rand.NewPCG(1, 2))
	for _, eps := range []float64{0, 0.1, 0.4, 0.9} {
		limit := delta(t, a, plan, eps)
		var worst float64
		for trial := range 200 {
			x := []float64{draw.Float64() - 0.5, draw.Float64() - 0.5, draw.Float64() - 0.5}
			y := []float64{draw.Float64() - 0.5, x[1], x[2]}
			if trial < 50 { // the likely worst ones
				x[0], y[0] = 0.5, -0.5
			}
			if trial == 0 {
				x[1], x[2], y[1], y[2] = -0.5, -0.5, -0.5, -0.5
			}
			var h float64
			const step = 0.002
			for z := -5.0; z < 5; z += step {
				h += step * max(0, mix(z, x)-scalar.Exp(eps)*mix(z, y))
			}
			worst = max(worst, h)
		}
		if worst > limit*(1+1e-6) {
			t.Errorf("δ(%v) = %v, but %v occurs", eps, limit, worst)
		}
		if worst < 0.98*limit {
			t.Errorf("δ(%v) = %v is loose: at most %v occurs", eps, limit, worst)
		}
	}
}

// The replaced record on a Poisson sample, in the plane: of all directions of
// the old and the new vector the opposite ones are worst.
func TestReplacementByBruteForce(t *testing.T) {
	a := accountant(t, accounting.ReplaceOne)
	const q, sigma = 0.4, 0.7
	plan := accounting.PoissonSampled{Rate: q, Event: accounting.Gaussian{NoiseMultiplier: sigma}}
	n := func(x, y, cx, cy float64) float64 {
		return scalar.Exp(-((x-cx)*(x-cx) + (y-cy)*(y-cy)) / (2 * sigma * sigma))
	}
	for _, eps := range []float64{0, 0.2, 0.6} {
		limit := delta(t, a, plan, eps)
		for _, v := range [][2]float64{{1, math.Pi}, {1, 2.5}, {1, 1.5}, {1, 0}, {0.3, math.Pi}, {0, 0}} {
			cx, cy := v[0]*math.Cos(v[1]), v[0]*math.Sin(v[1])
			var h float64
			const step = 0.03
			for x := -4.5; x < 4.5; x += step {
				for y := -4.5; y < 4.5; y += step {
					p := (1-q)*n(x, y, 0, 0) + q*n(x, y, 1, 0)
					r := (1-q)*n(x, y, 0, 0) + q*n(x, y, cx, cy)
					h += max(0, p-scalar.Exp(eps)*r)
				}
			}
			h *= step * step / (2 * math.Pi * sigma * sigma)
			if h > limit*(1+1e-3) {
				t.Errorf("δ(%v) = %v, but records at %v give %v", eps, limit, v, h)
			}
			if v[0] == 1 && v[1] == math.Pi && h < limit*(1-1e-3) {
				t.Errorf("δ(%v) = %v is loose: opposite records give %v", eps, limit, h)
			}
		}
	}
}

// A group of k records on a Poisson sample costs less than k-fold group privacy of the curve. It
// costs at least as much as one record k times as large at rate q^k.
func TestGroupOnASample(t *testing.T) {
	a := accountant(t, accounting.AddRemove)
	one := accounting.PoissonSampled{Rate: 0.1, Event: accounting.Gaussian{NoiseMultiplier: 2}}
	two := epsilon(t, a, accounting.Group{Size: 2, Event: one}, 1e-6)
	mixed := epsilon(t, a, accounting.MixtureOfGaussians{NoiseMultiplier: 2, Sensitivities: []float64{0, 1, 2}, Probabilities: []float64{0.81, 0.18, 0.01}}, 1e-6)
	if math.Abs(two-mixed) > 1e-9 {
		t.Errorf("group of two %v, its mixture %v", two, mixed)
	}
	single := epsilon(t, a, one, 1e-6)
	if !(two > single) {
		t.Errorf("two records cost %v, one %v", two, single)
	}
}

// A small black box with known ρ adds about as much to a plan as a Gaussian release of a mean
// slightly above √(2ρ). This is far less than the Rényi composition of all events; a large one
// costs at most that.
func TestZeroConcentratedBesideTraining(t *testing.T) {
	a := accountant(t, accounting.AddRemove)
	renyi := must.Get(rdp.New(accounting.AddRemove))(t)
	training := sampled(0.004, 0.897, 200)
	for _, rho := range []float64{1e-5, 1e-3, 0.1, 2} {
		for _, d := range []float64{1e-4, 1e-9} {
			plan := accounting.Compose{accounting.ZeroConcentrated{Rho: rho}, training}
			got := epsilon(t, a, plan, d)
			least := epsilon(t, a, accounting.Compose{accounting.Gaussian{NoiseMultiplier: 1 / math.Sqrt(2*rho)}, training}, d)
			most := epsilon(t, a, accounting.Compose{accounting.Gaussian{NoiseMultiplier: 1 / math.Sqrt(4*rho)}, training}, d*(1-2e-3))
			if loose := epsilon(t, renyi, plan, d); got < least || got > min(most, loose) {
				t.Errorf("ρ=%v δ=%v: ε = %v, want %v to %v, by Rényi %v", rho, d, got, least, most, loose)
			}
			back := delta(t, a, plan, got)
			if back > d*(1+5e-3) || back < 0.98*d {
				t.Errorf("ρ=%v: δ(ε(%v)) = %v", rho, d, back)
			}
		}
	}
	alone := accounting.ZeroConcentrated{Rho: 0.1}
	if got, loose := epsilon(t, a, alone, 1e-6), epsilon(t, renyi, alone, 1e-6); got != loose {
		t.Errorf("a black box alone costs %v, by Rényi %v", got, loose)
	}
}

// One pure mechanism has the cost of its closed form, to 12 digits, for any δ and for large shifts
// of discrete noise.
func TestPureMechanismsAlone(t *testing.T) {
	a := accountant(t, accounting.AddRemove)
	for _, d := range []float64{0, 1e-100, 1e-9, 1e-3, 0.2} {
		for _, c := range []struct {
			event accounting.Event
			want  float64
		}{
			{accounting.Laplace{NoiseMultiplier: 0.5}, 2 + 2*math.Log1p(-d)},
			{accounting.DiscreteLaplace{Scale: 1 << 30, Sensitivity: 1 << 31}, 2 + 2*math.Log1p(-d)},
			{accounting.DiscreteLaplace{Scale: 1, Sensitivity: 1}, 1 + math.Log1p(-d*(1+scalar.Exp(-1)))},
			{accounting.ExponentialMechanism{Epsilon: 2}, 2 + 2*math.Log1p(-math.Sqrt(d*-math.Expm1(-2)))},
			{accounting.RandomisedResponse{Categories: 2, Truth: 0.75}, math.Log(3) + math.Log1p(-d/0.75)},
			{accounting.RandomisedResponse{Categories: 4, Truth: 0.75}, math.Log(9) + math.Log1p(-d/0.75)},
			{accounting.ApproxDP{Epsilon: 1}, 1 + math.Log1p(-d*(1+scalar.Exp(-1)))},
			{accounting.PoissonSampled{Rate: 0.5, Event: accounting.ApproxDP{Epsilon: 1}}, // [BBG18] Thm 8
				math.Log1p(0.5 * math.Expm1(1+math.Log1p(-2*d*(1+scalar.Exp(-1)))))},
		} {
			if got := epsilon(t, a, c.event, d); got < c.want-1e-14 || got > c.want*(1+1e-11)+1e-12 {
				t.Errorf("%v: ε(%v) = %v, want %v", c.event, d, got, c.want)
			}
			if d > 0 {
				if got := delta(t, a, c.event, c.want); got < d*(1-1e-9)-1e-15 || got > d*(1+1e-9)+1e-12 {
					t.Errorf("%v: δ(%v) = %v, want %v", c.event, c.want, got, d)
				}
			}
		}
	}
}

// Mechanisms with negligible loss leave a training as tight as it is alone, for any number of them.
func TestTinyMechanismsBesideTraining(t *testing.T) {
	a := accountant(t, accounting.AddRemove)
	alone := epsilon(t, a, sampled(0.1, 6.586, 300), 1e-5)
	tiny := 1 / (1 + scalar.Exp(-1e-7))
	for _, e := range []accounting.Event{
		accounting.RandomisedResponse{Categories: 2, Truth: tiny}, accounting.Laplace{NoiseMultiplier: 1e6},
		accounting.ExponentialMechanism{Epsilon: 1e-4}, accounting.SelfCompose{Event: accounting.RandomisedResponse{Categories: 2, Truth: tiny}, Count: 10000},
	} {
		if got := epsilon(t, a, accounting.Compose{e, sampled(0.1, 6.586, 300)}, 1e-5); math.Abs(got/alone-1) > 1e-4 {
			t.Errorf("with %v: ε = %v, alone %v", e, got, alone)
		}
	}
}

// Distributions whose Fourier coefficients almost vanish at some frequency, such as discrete noise
// at this scale, are as tight as at neighbouring scales.
func TestNoHolesInDiscreteScales(t *testing.T) {
	a := must.Get(New(accounting.AddRemove))(t)
	last := math.Inf(1)
	for scale := 12.6; scale < 12.9; scale += 0.005 {
		eps := must.Get(a.Epsilon(accounting.SelfCompose{Event: accounting.DiscreteGaussian{Scale: scale, Sensitivity: 3}, Count: 2}, 1e-6))(t)
		if float64(eps) > last || float64(eps) < 0.9 {
			t.Errorf("scale %.3f costs ε = %v, a smaller scale %v", scale, float64(eps), last)
		}
		last = float64(eps)
	}
}
