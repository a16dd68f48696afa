package gdp

import (
	"fmt"
	"math"

	"github.com/graphdp/graphdp/accounting"
	"github.com/graphdp/graphdp/gdp/internal/noise"
)

// fine is the lattice spacing of package noise as a share of the noise scale, at most. Rounding to
// the lattice adds that much to the change of one value; a larger scale compensates:
// docs/proofs/noise.md.
const fine = 0x1p-40

// widen returns the smallest scale b with b = factor·(Δ + norm·fine·b): the noise scale for the
// sensitivity after rounding. Here scale = factor·Δ is the scale without rounding, and norm is the
// largest change by rounding, in lattice units.
func widen(scale, factor, norm float64) (float64, error) {
	share := factor * norm * fine
	if !(share < 0.5) {
		return 0, fmt.Errorf("gdp: rounding would take %.2g of the noise: release fewer values or use a larger ε", share)
	}
	return scale / (1 - share) * (1 + 0x1p-50), nil
}

// NewLaplace releases q under ε-DP with Laplace noise: [DR14] Thm 3.6.
func NewLaplace(label string, q Bounded[L1], eps Epsilon) Release[[]float64] {
	b := float64(q.bound) / float64(eps)               // b = Δ₁/ε
	dimensions := func(d float64) float64 { return d } // each value rounds separately
	return perturb(label, "Laplace", q, b, 1/float64(eps), dimensions, (*noise.Stream).Laplace, func(bound float64) (accounting.Event, error) {
		return accounting.Laplace{NoiseMultiplier: b / bound}, positive("ε", float64(eps))
	})
}

// Laplace pays for [NewLaplace] and draws it.
func Laplace(s *Session, label string, q Bounded[L1], eps Epsilon) ([]float64, error) {
	return NewLaplace(label, q, eps).Draw(s)
}

// NewGaussianMultiplier releases q with Gaussian noise of standard deviation multiplier·Δ₂, where
// Δ₂ is the bound of q.
func NewGaussianMultiplier(label string, q Bounded[L2], multiplier float64) Release[[]float64] {
	sd := multiplier * float64(q.bound)
	return perturb(label, "Gaussian", q, sd, multiplier, math.Sqrt, (*noise.Stream).Gaussian, func(bound float64) (accounting.Event, error) {
		if math.IsInf(multiplier, 1) { // the result of calibration at δ = 0
			return nil, ErrDelta
		}
		return accounting.Gaussian{NoiseMultiplier: sd / bound}, positive("noise multiplier", multiplier)
	})
}

// GaussianMultiplier pays for [NewGaussianMultiplier] and draws it.
func GaussianMultiplier(s *Session, label string, q Bounded[L2], multiplier float64) ([]float64, error) {
	return NewGaussianMultiplier(label, q, multiplier).Draw(s)
}

// perturb adds noise to every value of q. The scale before rounding is factor times the bound; norm
// returns the largest change by rounding for a number of values.
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

// NewDiscreteLaplace releases integers under ε-DP with two-sided geometric noise.
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

// DiscreteLaplace pays for [NewDiscreteLaplace] and draws it.
func DiscreteLaplace(s *Session, label string, q Bounded[L1], eps Epsilon) ([]int64, error) {
	return NewDiscreteLaplace(label, q, eps).Draw(s)
}

// wholeBound refuses sensitivities that discrete noise does not support.
func wholeBound(bound float64) (int, error) {
	if bound != math.Trunc(bound) || bound > math.MaxInt32 {
		return 0, fmt.Errorf("a sensitivity of %v: must be a whole number below 2³¹ for discrete noise", bound)
	}
	return int(bound), nil
}

// NewNoisyMax releases the indices of k scores, high scores with high probability, in the order
// drawn. It applies the exponential mechanism k times without replacement, each time at ε. This
// equals the top k after Gumbel noise: [DR19] Lemma 4.2.
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

// whole evaluates an integer query.
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

// releaseOf returns a release of q whose cost is the event of its bound.
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

// positive refuses values that are no valid ε or noise multiplier.
func positive(what string, x float64) error {
	const least, most = 0x1p-20, 0x1p40
	if !(x > least && x < most) {
		return fmt.Errorf("%s = %v is %w: want a number between %.2g and %.2g", what, x, ErrRange, least, most)
	}
	return nil
}

// InTurn is a query of rows of scores for sequential selection: the scores of a row may depend on
// the choices from earlier rows. Given any earlier choices, one neighbouring change alters the
// scores of at most Affected rows, each by at most Bound.
type InTurn struct {
	Name     string // names everything that Begin depends on beside the data
	Relation Relation
	Bound    LInf
	Basis    Basis
	Rows     int
	Length   int // the number of scores in a row
	Affected int
	// Begin returns a function that computes the scores of rows 0, 1, … in order, given the choices
	// from all earlier rows.
	Begin func(d *Data) (func(row int, before []int32) (Entries, error), error)
}

// NewNoisyMaxInTurn releases the index of one score from each row, high scores with high
// probability, by the exponential mechanism at eps each. Only the affected rows cost: given the
// earlier choices, the choice from any other row has the same distribution on both neighbours, and
// its factor cancels in the ratio of the joint probabilities.
func NewNoisyMaxInTurn(label string, q InTurn, eps Epsilon) Release[[]int32] {
	scale := 2 * float64(q.Bound) / float64(eps) // exp(ε·u/(2Δ))
	bounded := Query(q.Name, q.Relation, q.Bound, q.Basis, func(*Data) ([]float64, error) {
		return nil, fmt.Errorf("gdp: query %s has no answer of its own: release it by NewNoisyMaxInTurn", q.Name)
	}).OnNodes(0)
	event := func(bound float64) (accounting.Event, error) {
		if q.Begin == nil || q.Rows < 1 || q.Length < 1 || q.Affected < 1 || q.Affected > q.Rows {
			return nil, fmt.Errorf("a selection from %d rows of %d scores with Affected = %d: give Begin, at least one row and score, and Affected in [1, rows]", q.Rows, q.Length, q.Affected)
		}
		return accounting.SelfCompose{Event: accounting.ExponentialMechanism{Epsilon: 2 * bound / scale}, Count: q.Affected}, positive("ε", float64(eps))
	}
	return releaseOf(label, fmt.Sprintf("exponential, %d rows in turn", q.Rows), bounded, event, func(s *Session, private *noise.Stream) ([]int32, error) {
		scores, err := q.Begin(s.data)
		if err != nil {
			return nil, fmt.Errorf("gdp: query %s failed: %w", q.Name, err)
		}
		wide, err := widen(scale, 2/float64(eps), 1)
		if err != nil {
			return nil, err
		}
		chosen := make([]int32, 0, q.Rows)
		for row := range q.Rows {
			e, err := scores(row, chosen)
			if err != nil {
				return nil, fmt.Errorf("gdp: query %s failed: %w", q.Name, err)
			}
			one, err := private.ChooseSparse(q.Length, e.At, e.Values, wide, 1)
			if err != nil {
				return nil, err
			}
			chosen = append(chosen, one[0])
		}
		return chosen, nil
	})
}
