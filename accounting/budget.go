package accounting

import (
	"errors"
	"fmt"
	"math"
)

// Epsilon is the multiplicative part of a guarantee, in natural logarithms: 0 is perfect privacy,
// +Inf is none.
type Epsilon float64

// Validate returns an error if ε is negative or NaN.
func (e Epsilon) Validate() error {
	if math.IsNaN(float64(e)) || e < 0 {
		return fmt.Errorf("%w: ε = %v, want a number ≥ 0", ErrInvalid, float64(e))
	}
	return nil
}

// Delta is the additive part of a guarantee, the failure probability.
type Delta float64

// Validate returns an error if δ is outside [0, 1) or NaN.
func (d Delta) Validate() error {
	if !(d >= 0 && d < 1) {
		return fmt.Errorf("%w: δ = %v: must be in [0, 1)", ErrInvalid, float64(d))
	}
	return nil
}

// Budget is a privacy budget: (Epsilon, Delta)-differential privacy.
type Budget struct {
	Epsilon Epsilon
	Delta   Delta
}

// Validate returns an error if ε is infinite, negative or NaN, or δ is outside [0, 1).
func (b Budget) Validate() error {
	if err := b.Epsilon.Validate(); err != nil {
		return err
	}
	if math.IsInf(float64(b.Epsilon), 1) {
		return fmt.Errorf("%w: a budget of ε = +Inf protects nothing", ErrInvalid)
	}
	return b.Delta.Validate()
}

// String formats the budget as papers do, for example "(1, 1e-05)".
func (b Budget) String() string {
	return fmt.Sprintf("(%g, %g)", float64(b.Epsilon), float64(b.Delta))
}

// ErrInvalid marks an invalid parameter of a mechanism.
var ErrInvalid = errors.New("accounting: invalid parameter")

// Relation defines neighbouring data sets.
type Relation int

const (
	// AddRemove: one record is present in one data set and absent from the
	// other ("unbounded"). The number of records is private.
	AddRemove Relation = iota + 1
	// ReplaceOne: one record is replaced by any other ("bounded"). The
	// number of records is public.
	ReplaceOne
	// ZeroOut: one record is replaced by a null record that contributes
	// nothing. The number of records is public.
	ZeroOut
)

// Validate returns an error for the zero value and unknown relations.
func (r Relation) Validate() error {
	if r < AddRemove || r > ZeroOut {
		return fmt.Errorf("%w: relation %d, want AddRemove, ReplaceOne or ZeroOut", ErrInvalid, int(r))
	}
	return nil
}

// String returns the name used on the command line.
func (r Relation) String() string {
	switch r {
	case AddRemove:
		return "add-remove"
	case ReplaceOne:
		return "replace-one"
	case ZeroOut:
		return "zero-out"
	}
	return fmt.Sprintf("Relation(%d)", int(r))
}
