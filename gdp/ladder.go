package gdp

import (
	"errors"
	"fmt"
	"math"

	"github.com/graphdp/graphdp/accounting"
	"github.com/graphdp/graphdp/gdp/internal/noise"
)

// Local is an integer query with a bound on its local sensitivity: its largest change from the
// given data to a neighbour. The bound itself is private.
type Local struct {
	number Bounded[L1] // its bound is that of the reach: no other mechanism may use it
	reach  Bounded[L1]
	unit   int64
}

// LocalQuery makes a Local from a number and a reach. One neighbouring change moves the number by
// at most unit times the reach of either data set, and the reach by at most 1. The other arguments
// are those of [Query].
func LocalQuery(name string, rel Relation, unit int64, basis Proof, number, reach func(*Data) (int64, error)) Local {
	q := func(name string, eval func(*Data) (int64, error)) Bounded[L1] {
		q := Query(name, rel, L1(1), basis, func(d *Data) ([]float64, error) {
			x, err := eval(d)
			if err == nil && (x >= 1<<53 || x <= -1<<53) {
				err = errors.New("the answer is outside ±2⁵³")
			}
			return []float64{float64(x)}, err
		})
		if number == nil || reach == nil {
			q.eval = nil
		}
		return q
	}
	return Local{q(name, number), q("reach of "+name, reach), unit}
}

// OnNodes is [Bounded.OnNodes].
func (q Local) OnNodes(n int) Local { return Local{q.number.OnNodes(n), q.reach.OnNodes(n), q.unit} }

// Name returns the query's name.
func (q Local) Name() string { return q.number.name }

// Unit returns the change of the number per unit of reach.
func (q Local) Unit() int64 { return q.unit }

// Reach returns the query of the reach alone; its sensitivity is 1.
func (q Local) Reach() Bounded[L1] { return q.reach }

// Eval returns the answer without noise. It is for tests of bounds.
func (q Local) Eval(d *Data) (number, reach int64, err error) {
	if d == nil || q.number.eval == nil {
		return 0, 0, fmt.Errorf("gdp: query %s: Eval needs data, and a query made by LocalQuery", q.number.name)
	}
	x, err := q.number.whole(d)
	if err != nil {
		return 0, 0, err
	}
	r, err := q.reach.whole(d)
	if err != nil {
		return 0, 0, err
	}
	if r[0] < 0 || r[0] > math.MaxInt32 {
		return 0, 0, fmt.Errorf("gdp: query %s has a reach out of range", q.number.name)
	}
	return x[0], r[0], nil
}

// Rungs is the noise distribution of [NewLadder]. For a reach r and b = max(r, Least), the noise is
// ±Y times the unit, rounded down, with P(Y ≥ b·k + k²/2) = exp(-k/Scale) for all k ≥ 0.
type Rungs struct {
	Least int64
	Scale float64
}

// RungsOf returns the distribution for ε. The private reach costs ln(1 + 4/b + 1/b²)/2 of ε, where
// b is least: at most a tenth of ε for b = 20/ε, and half for b = 4/ε. A smaller b is refused.
func RungsOf(least int64, eps Epsilon) (Rungs, error) {
	if err := positive("ε", float64(eps)); err != nil {
		return Rungs{}, err
	}
	b := float64(least)
	if !(b >= 1 && b*float64(eps) >= 4 && b <= math.MaxInt32) {
		return Rungs{}, fmt.Errorf("a ladder from %d at ε = %v: must start at 1 or above and at 4/ε or above", least, float64(eps))
	}
	rest := float64(eps) - math.Log1p((4+1/b)/b)/2
	r := Rungs{least, 1 / rest * (1 + 0x1p-40)} // rounded up
	return r, noise.CheckDiscrete(r.Scale)
}

// Off returns the y with P(Y ≥ y) = exp(-x), for a reach.
func (r Rungs) Off(reach, x float64) float64 {
	k := max(x, 0) * r.Scale
	return max(reach, float64(r.Least))*k + k*k/2
}

// NewLadder releases a number under ε-DP with noise scaled to its local sensitivity, after
// [ZCPSX15]: docs/proofs/ladder.md.
func NewLadder(label string, q Local, least int64, eps Epsilon) Release[int64] {
	rungs, invalid := RungsOf(least, eps)
	mechanism := fmt.Sprintf("ladder from %d", least)
	event := func(float64) (accounting.Event, error) {
		switch {
		case invalid != nil:
			return nil, invalid
		case q.unit < 1 || q.unit > math.MaxInt32:
			return nil, fmt.Errorf("a unit of %d: must be in [1, 2³¹-1]", q.unit)
		}
		return accounting.ApproxDP{Epsilon: float64(eps)}, nil
	}
	r := releaseOf(label, mechanism, q.number, event, func(s *Session, private *noise.Stream) (int64, error) {
		number, reach, err := q.Eval(s.data)
		if err != nil {
			return 0, err
		}
		return private.Ladder(number, max(reach, least), q.unit, rungs.Scale)
	})
	count := r.ledger
	r.ledger = func(s *Session) (Entry, error) {
		e, err := count(s)
		e.Bound = fmt.Sprintf("local, in units of %d", q.unit)
		return e, err
	}
	return r
}
