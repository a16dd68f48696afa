package dpar_test

import (
	"math"
	"testing"

	"github.com/graphdp/graphdp/accounting"
	"github.com/graphdp/graphdp/accounting/papertest"
	"github.com/graphdp/graphdp/gdp/claim"
)

// law returns the distribution of Bern(q)·own + w·Binom(r, q).
func law(q float64, r int, w float64) accounting.MixtureOfGaussians {
	var m accounting.MixtureOfGaussians
	binomial := 1.0
	for k := 0; k <= r; k++ {
		if k > 0 {
			binomial *= float64(r-k+1) / float64(k)
		}
		p := binomial * math.Pow(q, float64(k)) * math.Pow(1-q, float64(r-k))
		m.Sensitivities = append(m.Sensitivities, w*float64(k), 1+w*float64(k))
		m.Probabilities = append(m.Probabilities, p*(1-q), p*q)
	}
	return m
}

// DPAR, strict variant B: one clip per root. The reference bound passes through "no affected root
// is sampled", R(a) = T·max over both directions of (a-½)/(a-1)·D_{2a}(P‖N) + D_{2a-1}(N‖Q), where
// P and Q are shifted by Binomial(R+1, q) and Binomial(R, q); the pair of both mixtures costs less.
func TestStrictByRootAccounting(t *testing.T) {
	claim.Holds(t, "dpar", "STRICT-B: one clip a root and R other roots a node, by the triangle inequality: 7.15, 2.90 and 1.31 for R = 1, N = 14,666, B = 256, T = 2000, σ = 2, 4, 8; the pair of two mixtures costs less")
	x := papertest.Open(t, accounting.AddRemove)
	const q, steps = 256.0 / 14666, 2000
	orders := []float64{1.25, 1.5, 1.75, 2, 2.5, 3, 4, 5, 6, 8, 10, 12, 16, 20, 24, 32, 48, 64}
	// divergence returns D_a of a mixture of N(k, σ²) and N(0, σ²), forward or reverse, by
	// summation
	divergence := func(a float64, shifts int, sigma float64, forward bool) float64 {
		m := law(q, shifts, 1)
		const width = 0.02
		sum, top := 0.0, math.Inf(-1)
		term := func(z float64) float64 {
			ratio := 0.0
			for i := 0; i < len(m.Sensitivities); i += 2 { // those without the own row
				c := m.Sensitivities[i]
				ratio += m.Probabilities[i] / (1 - q) * math.Exp(c*(z*sigma-c/2)/(sigma*sigma))
			}
			power := a
			if !forward {
				power = 1 - a
			}
			return power*math.Log(ratio) - z*z/2
		}
		low, high := -14.0, 14+a*float64(shifts)/sigma
		for z := low; z < high; z += width {
			top = max(top, term(z))
		}
		for z := low; z < high; z += width {
			sum += math.Exp(term(z)-top) * width
		}
		return (top + math.Log(sum/math.Sqrt(2*math.Pi))) / (a - 1)
	}
	for _, c := range []struct {
		rows        int
		sigma, want float64
	}{{1, 2, 7.1456}, {1, 4, 2.8973}, {1, 8, 1.3110}, {2, 2, 12.7588}, {2, 4, 4.9957}, {2, 8, 2.2047}, {5, 4, 12.675}, {5, 8, 5.291}, {5, 16, 2.394}} {
		best := math.Inf(1)
		for _, a := range orders {
			r := 0.0
			for _, way := range [][2]int{{c.rows + 1, c.rows}, {c.rows, c.rows + 1}} {
				r = max(r, (a-.5)/(a-1)*divergence(2*a, way[0], c.sigma, true)+divergence(2*a-1, way[1], c.sigma, false))
			}
			best = min(best, steps*r+math.Log1p(-1/a)-(math.Log(papertest.Delta)+math.Log(a))/(a-1))
		}
		papertest.Near(t, "through no affected root", best, c.want, 2e-4)
		m := law(q, c.rows, 1)
		m.NoiseMultiplier = c.sigma
		others := law(q, c.rows, 1)
		for i := 0; i < len(others.Sensitivities); i += 2 {
			m.OtherSensitivities = append(m.OtherSensitivities, others.Sensitivities[i])
			m.OtherProbabilities = append(m.OtherProbabilities, others.Probabilities[i]/(1-q))
		}
		plan := accounting.SelfCompose{Event: m, Count: steps}
		renyi := x.Epsilon(x.Renyi, plan, papertest.Delta)
		if renyi > c.want {
			t.Errorf("R = %d, σ = %v: %v by Rényi divergences of the pair, %v by the triangle", c.rows, c.sigma, renyi, c.want)
		}
		if c.rows > 1 {
			continue
		}
		tight := x.Epsilon(x.Tight, plan, papertest.Delta)
		t.Logf("R = %d, σ = %v: %.3f by the triangle, %.3f and %.3f of the pair", c.rows, c.sigma, best, renyi, tight)
		if tight > renyi {
			t.Errorf("R = %d, σ = %v: %v by PLD and %v by Rényi divergences", c.rows, c.sigma, tight, renyi)
		}
		m.OtherSensitivities, m.OtherProbabilities = nil, nil // as if no term were replaced
		if added := x.Epsilon(x.Tight, accounting.SelfCompose{Event: m, Count: steps}, papertest.Delta); added >= tight {
			t.Errorf("R = %d, σ = %v: terms that are replaced cost %v, added ones %v", c.rows, c.sigma, tight, added)
		}
	}
}
