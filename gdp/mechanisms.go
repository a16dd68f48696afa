package gdp

import (
	"fmt"
	"math"

	"github.com/graphdp/graphdp/accounting"
	"github.com/graphdp/graphdp/gdp/internal/noise"
)

// fine is the largest share of a noise scale that rounding to the lattice of
// package noise can add to the change of one value. What it adds to a
// sensitivity is compensated by a larger scale: docs/proofs/noise.md.
const fine = 0x1p-40

// widen returns the smallest scale b that is factor times the bound of a query on
// the lattice, b = factor·(Δ + norm·fine·b), where factor·Δ is the scale without
// a lattice and norm the largest change by rounding, in units of the lattice.
func widen(scale, factor, norm float64) (float64, error) {
	share := factor * norm * fine
	if !(share < 0.5) {
		return 0, fmt.Errorf("gdp: rounding would take %.2g of the noise: release fewer values or use a larger ε", share)
	}
	return scale / (1 - share) * (1 + 0x1p-50), nil
}

// NewLaplace releases q with Laplace noise that makes it ε-DP: [DR14] Thm 3.6.
func NewLaplace(label string, q Bounded[L1], eps Epsilon) Release[[]float64] {
	b := float64(q.bound) / float64(eps)               // b = Δ₁/ε
	dimensions := func(d float64) float64 { return d } // each value may be rounded apart
	return perturb(label, "Laplace", q, b, 1/float64(eps), dimensions, (*noise.Stream).Laplace, func(bound float64) (accounting.Event, error) {
		return accounting.Laplace{NoiseMultiplier: b / bound}, positive("ε", float64(eps))
	})
}

// Laplace draws [NewLaplace].
func Laplace(s *Session, label string, q Bounded[L1], eps Epsilon) ([]float64, error) {
	return NewLaplace(label, q, eps).Draw(s)
}

// NewGaussianMultiplier releases q with Gaussian noise whose standard deviation is
// multiplier times the bound of q.
func NewGaussianMultiplier(label string, q Bounded[L2], multiplier float64) Release[[]float64] {
	sd := multiplier * float64(q.bound)
	return perturb(label, "Gaussian", q, sd, multiplier, math.Sqrt, (*noise.Stream).Gaussian, func(bound float64) (accounting.Event, error) {
		if math.IsInf(multiplier, 1) { // what calibration gives at δ = 0
			return nil, ErrDelta
		}
		return accounting.Gaussian{NoiseMultiplier: sd / bound}, positive("noise multiplier", multiplier)
	})
}

// GaussianMultiplier draws [NewGaussianMultiplier].
func GaussianMultiplier(s *Session, label string, q Bounded[L2], multiplier float64) ([]float64, error) {
	return NewGaussianMultiplier(label, q, multiplier).Draw(s)
}

// perturb adds noise to every value of q. Without a lattice its scale would be
// scale, which is factor times the bound; norm is the largest change by rounding of
// a number of values.
func perturb[N Norm](label, mechanism string, q Bounded[N], scale, factor float64, norm func(values float64) float64,
	add func(*noise.Stream, []float64, float64) ([]float64, error), event func(bound float64) (accounting.Event, error)) Release[[]float64] {
	return releaseOf(label, mechanism, q, event, func(s *Session, private *noise.Stream) ([]float64, error) {
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

// NewDiscreteLaplace releases whole numbers with two-sided geometric noise that
// makes them ε-DP.
func NewDiscreteLaplace(label string, q Bounded[L1], eps Epsilon) Release[[]int64] {
	scale := float64(q.bound) / float64(eps)
	event := func(bound float64) (accounting.Event, error) {
		if err := positive("ε", float64(eps)); err != nil {
			return nil, err
		}
		whole, err := wholeBound(bound)
		if err != nil {
			return nil, err
		}
		return accounting.DiscreteLaplace{Scale: scale, Sensitivity: whole}, noise.CheckDiscrete(scale)
	}
	return releaseOf(label, "discrete Laplace", q, event, func(s *Session, private *noise.Stream) ([]int64, error) {
		values, err := q.whole(s.data)
		if err != nil {
			return nil, err
		}
		return private.DiscreteLaplace(values, scale)
	})
}

// DiscreteLaplace draws [NewDiscreteLaplace].
func DiscreteLaplace(s *Session, label string, q Bounded[L1], eps Epsilon) ([]int64, error) {
	return NewDiscreteLaplace(label, q, eps).Draw(s)
}

// wholeBound refuses the sensitivities that discrete noise is not accounted for.
func wholeBound(bound float64) (int, error) {
	if bound != math.Trunc(bound) || bound > math.MaxInt32 {
		return 0, fmt.Errorf("a sensitivity of %v: must be a whole number below 2³¹ for discrete noise", bound)
	}
	return int(bound), nil
}

// NewNoisyMax releases the indices of k scores, high ones with a high probability:
// k times the exponential mechanism without replacement, each ε-DP, in the
// order drawn. That is what the k largest of scores with Gumbel noise are:
// [DR19] Lemma 4.2.
func NewNoisyMax(label string, scores Bounded[LInf], k int, eps Epsilon) Release[[]int] {
	scale := 2 * float64(scores.bound) / float64(eps) // exp(ε·u/(2Δ))
	event := func(bound float64) (accounting.Event, error) {
		if k < 1 {
			return nil, fmt.Errorf("k is %d: must be at least 1", k)
		}
		return accounting.SelfCompose{Event: accounting.ExponentialMechanism{Epsilon: 2 * bound / scale}, Count: k}, positive("ε", float64(eps))
	}
	return releaseOf(label, fmt.Sprintf("exponential, top %d", k), scores, event, func(s *Session, private *noise.Stream) ([]int, error) {
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
			return nil, fmt.Errorf("gdp: query %s has an answer that is not a whole number", q.name)
		}
		out[i] = int64(v)
	}
	return out, nil
}

// releaseOf returns a release of q under a mechanism whose cost is the event for the bound
// of q.
func releaseOf[T any, N Norm](label, mechanism string, q Bounded[N], event func(bound float64) (accounting.Event, error),
	draw func(s *Session, private *noise.Stream) (T, error)) Release[T] {
	ledger := func(s *Session) (Entry, error) {
		e := Entry{Label: s.scope + label, Mechanism: mechanism, Query: q.name, Basis: q.basis, By: q.by}
		if err := q.check(s); err != nil {
			return e, err
		}
		e.Bound = fmt.Sprintf("%s ≤ %g", q.norm(), float64(q.bound))
		var err error
		if e.Counted, e.Proved, err = events(q.basis, float64(q.bound), event); err == nil {
			err = accounting.Validate(e.Counted)
		}
		if err != nil {
			return e, fmt.Errorf("gdp: %s: %w", e.Label, err)
		}
		return e, nil
	}
	return Release[T]{label, ledger, draw}
}

// positive refuses what no ε and no noise multiplier can be.
func positive(what string, x float64) error {
	const least, most = 0x1p-20, 0x1p40
	if !(x > least && x < most) {
		return fmt.Errorf("%s = %v is %w: want a number between %.2g and %.2g", what, x, ErrRange, least, most)
	}
	return nil
}
