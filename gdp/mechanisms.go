package gdp

import (
	"fmt"
	"math"

	"github.com/graphdp/graphdp/accounting"
	"github.com/graphdp/graphdp/accounting/gauss"
	"github.com/graphdp/graphdp/gdp/internal/noise"
)

// fine is the largest share of a noise scale that rounding to the lattice of
// package noise can add to the change of one value. What it adds to a
// sensitivity is made up for by a larger scale: docs/proofs/noise.md.
const fine = 0x1p-40

// widen is the smallest scale b that is factor times the bound of a query on
// the lattice, b = factor·(Δ + norm·fine·b), where factor·Δ is the scale without
// a lattice and norm the largest change by rounding, in units of the lattice.
func widen(scale, factor, norm float64) (float64, error) {
	share := factor * norm * fine
	if !(share < 0.5) {
		return 0, fmt.Errorf("gdp: too many values for so little privacy: rounding would take %.2g of the noise", share)
	}
	return scale / (1 - share) * (1 + 0x1p-50), nil
}

// Laplace releases q with Laplace noise that makes it ε-DP: [DR14] Thm 3.6.
func Laplace(s *Session, label string, q Bounded[L1], eps Epsilon) ([]float64, error) {
	if err := positive(label, "ε", float64(eps)); err != nil {
		return nil, err
	}
	b := float64(q.bound) / float64(eps) // b = Δ₁/ε
	e, err := spendOf(s, label, "Laplace", q, func(bound float64) (accounting.Event, error) {
		return accounting.Laplace{NoiseMultiplier: b / bound}, nil
	})
	if err != nil {
		return nil, err
	}
	dimensions := func(d float64) float64 { return d } // each value may be rounded apart
	return perturb(s, e, q, b, 1/float64(eps), dimensions, (*noise.Stream).Laplace)
}

// Gaussian releases q with Gaussian noise that makes it (ε, δ)-DP, the least
// that does: [BW18] Alg. 1.
func Gaussian(s *Session, label string, q Bounded[L2], b Budget) ([]float64, error) {
	if err := b.Validate(); err != nil {
		return nil, fmt.Errorf("gdp: %s%s: %w", s.scope, label, err)
	}
	if b.Epsilon == 0 || b.Delta == 0 {
		return nil, fmt.Errorf("gdp: %s%s: Gaussian noise needs ε and δ above 0, not %v", s.scope, label, b)
	}
	mean, err := gauss.Mean(b)
	if err != nil {
		return nil, fmt.Errorf("gdp: %s%s: %w", s.scope, label, err)
	}
	return GaussianMultiplier(s, label, q, 1/mean)
}

// GaussianMultiplier releases q with Gaussian noise whose standard deviation is
// multiplier times the bound of q.
func GaussianMultiplier(s *Session, label string, q Bounded[L2], multiplier float64) ([]float64, error) {
	if err := positive(label, "noise multiplier", multiplier); err != nil {
		return nil, err
	}
	sd := multiplier * float64(q.bound)
	e, err := spendOf(s, label, "Gaussian", q, func(bound float64) (accounting.Event, error) {
		return accounting.Gaussian{NoiseMultiplier: sd / bound}, nil
	})
	if err != nil {
		return nil, err
	}
	return perturb(s, e, q, sd, multiplier, math.Sqrt, (*noise.Stream).Gaussian)
}

// perturb pays for e and adds noise to every value of q. Without a lattice its
// scale would be scale, which is factor times the bound; norm is the largest
// change by rounding of so many values.
func perturb[N Norm](s *Session, e Entry, q Bounded[N], scale, factor float64, norm func(values float64) float64,
	add func(*noise.Stream, []float64, float64) ([]float64, error)) ([]float64, error) {
	return release(s, e, func(private *noise.Stream) ([]float64, error) {
		values, err := q.evaluate(s.data)
		if err != nil {
			return nil, err
		}
		wide, err := widen(scale, factor, norm(float64(len(values))))
		if err != nil {
			return nil, err
		}
		return add(private, values, wide)
	})
}

// DiscreteLaplace releases whole numbers with two-sided geometric noise that
// makes them ε-DP.
func DiscreteLaplace(s *Session, label string, q Bounded[L1], eps Epsilon) ([]int64, error) {
	if err := positive(label, "ε", float64(eps)); err != nil {
		return nil, err
	}
	scale := float64(q.bound) / float64(eps)
	if err := noise.CheckDiscrete(scale); err != nil {
		return nil, fmt.Errorf("gdp: %s%s: %w", s.scope, label, err)
	}
	e, err := spendOf(s, label, "discrete Laplace", q, func(bound float64) (accounting.Event, error) {
		if bound != math.Trunc(bound) || bound > math.MaxInt32 {
			return nil, fmt.Errorf("gdp: query %s has the bound %v, want a whole number for discrete noise", q.name, bound)
		}
		return accounting.DiscreteLaplace{Scale: scale, Sensitivity: int(bound)}, nil
	})
	if err != nil {
		return nil, err
	}
	return perturbWhole(s, e, q, scale, (*noise.Stream).DiscreteLaplace)
}

// DiscreteGaussian releases whole numbers with discrete Gaussian noise of scale
// multiplier times the bound of q. In several dimensions it is accounted for as
// 1/(2·multiplier²)-zCDP: [CKS20] Thm 14.
func DiscreteGaussian(s *Session, label string, q Bounded[L2], multiplier float64) ([]int64, error) {
	if err := positive(label, "noise multiplier", multiplier); err != nil {
		return nil, err
	}
	scale := multiplier * float64(q.bound)
	if err := noise.CheckDiscrete(scale); err != nil {
		return nil, fmt.Errorf("gdp: %s%s: %w", s.scope, label, err)
	}
	e, err := spendOf(s, label, "discrete Gaussian", q, func(bound float64) (accounting.Event, error) {
		return accounting.ZeroConcentrated{Rho: gauss.Rho(bound / scale)}, nil
	})
	if err != nil {
		return nil, err
	}
	return perturbWhole(s, e, q, scale, (*noise.Stream).DiscreteGaussian)
}

// perturbWhole pays for e and adds whole noise to every value of q.
func perturbWhole[N Norm](s *Session, e Entry, q Bounded[N], scale float64,
	add func(*noise.Stream, []int64, float64) ([]int64, error)) ([]int64, error) {
	return release(s, e, func(private *noise.Stream) ([]int64, error) {
		values, err := q.whole(s.data)
		if err != nil {
			return nil, err
		}
		return add(private, values, scale)
	})
}

// NoisyMax releases the indices of k scores, high ones with a high probability:
// k times the exponential mechanism without replacement, each ε-DP, in the
// order drawn. That is what the k largest of scores with Gumbel noise are:
// [DR19] Lemma 4.2.
func NoisyMax(s *Session, label string, scores Bounded[LInf], k int, eps Epsilon) ([]int, error) {
	if err := positive(label, "ε", float64(eps)); err != nil {
		return nil, err
	}
	if k < 1 {
		return nil, fmt.Errorf("gdp: %s: a choice of %d scores", label, k)
	}
	scale := 2 * float64(scores.bound) / float64(eps) // exp(ε·u/(2Δ))
	e, err := spendOf(s, label, fmt.Sprintf("exponential, top %d", k), scores, func(bound float64) (accounting.Event, error) {
		return accounting.SelfCompose{Event: accounting.ExponentialMechanism{Epsilon: 2 * bound / scale}, Count: k}, nil
	})
	if err != nil {
		return nil, err
	}
	return release(s, e, func(private *noise.Stream) ([]int, error) {
		values, err := scores.evaluate(s.data)
		if err != nil {
			return nil, err
		}
		wide, err := widen(scale, 2/float64(eps), 1)
		if err != nil {
			return nil, err
		}
		return private.Choose(values, wide, k)
	})
}

// whole evaluates a query of whole numbers.
func (q Bounded[N]) whole(d *Data) ([]int64, error) {
	values, err := q.evaluate(d)
	if err != nil {
		return nil, err
	}
	out := make([]int64, len(values))
	for i, v := range values {
		if v != math.Trunc(v) || math.Abs(v) > 1<<53 {
			return nil, fmt.Errorf("gdp: query %s has an answer that is no whole number", q.name)
		}
		out[i] = int64(v)
	}
	return out, nil
}

// spendOf is the entry of one release of q.
func spendOf[N Norm](s *Session, label, mechanism string, q Bounded[N], event func(bound float64) (accounting.Event, error)) (Entry, error) {
	e := Entry{Label: s.scope + label, Mechanism: mechanism, Query: q.name, Basis: q.basis}
	if err := q.check(s.relation); err != nil {
		return e, err
	}
	e.Bound = fmt.Sprintf("%s ≤ %g", q.norm(), float64(q.bound))
	var err error
	if e.Counted, e.Proved, err = events(q.basis, float64(q.bound), event); err != nil {
		return e, err
	}
	if err := e.Counted.Validate(); err != nil {
		return e, fmt.Errorf("gdp: %s: %w", e.Label, err)
	}
	return e, nil
}

// positive refuses what no ε and no noise multiplier can be.
func positive(label, what string, x float64) error {
	if !(x > 0x1p-20 && x < 0x1p40) {
		return fmt.Errorf("gdp: %s: %s = %v, want a number between 2^-20 and 2^40", label, what, x)
	}
	return nil
}
