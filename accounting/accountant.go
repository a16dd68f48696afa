// Package accounting computes the privacy cost (ε, δ) of a plan of mechanisms under a neighbouring
// relation.
//
// An [Event] describes a mechanism: its noise relative to the sensitivity, and its sampling. Events
// compose ([Compose], [SelfCompose]), and an [Accountant] computes ε at a given δ, or δ at a given
// ε, of the whole plan. Each accountant has a folder:
//
//	gauss  Gaussian noise alone; exact closed forms
//	rdp    Rényi divergences; fast, a little loose
//	pld    privacy loss distributions; tight to about one part in 10⁵
//
// Three rules hold for all of them. An answer is an upper bound: every rounding, truncation and
// discretisation goes up. An event that an accountant cannot bound is refused with an error that
// names it. Accountants have no state: they see the whole plan each time, so no spend can be undone
// or counted twice.
//
// [CalibrateNoise] computes the noise multiplier of a plan for a [Budget], and never exceeds the
// budget.
//
// The accountants pld and best also compute covers: one Gaussian release, with a failure
// probability, that dominates a plan at every ε and δ at once.
//
// The package knows no graphs, samples no noise and trains nothing. The bounds and their proofs:
// docs/proofs/accounting.md.
package accounting

import (
	"fmt"

	"github.com/graphdp/graphdp/data/scalar"
)

// Accountant bounds the cost of a plan. Both methods return upper bounds for every valid event; an
// event without a bound is an [*UnsupportedError]. ε = +Inf and δ = 1 are answers, not errors: no
// better bound is known.
type Accountant interface {
	// Epsilon returns an ε such that the event is (ε, d)-DP.
	Epsilon(e Event, d Delta) (Epsilon, error)
	// Delta returns a δ such that the event is (eps, δ)-DP; it may be 1.
	Delta(e Event, eps Epsilon) (float64, error)
	// Relation returns the relation under which the answers hold.
	Relation() Relation
}

// UnsupportedError names the event for which an accountant has no bound.
type UnsupportedError struct {
	Accountant string
	Event      Event
	Relation   Relation
	Why        string
}

func (e *UnsupportedError) Error() string {
	return fmt.Sprintf("accounting: %s has no bound for %s under %s: %s", e.Accountant, name(e.Event), e.Relation, e.Why)
}

// Point is one point of a privacy curve.
type Point struct {
	Epsilon Epsilon
	Delta   Delta
}

// Tradeoff returns a lower bound on the false-negative rate of every test of two neighbours with
// false-positive rate at most alpha. It is the upper envelope of 0 and of the lines that the points
// of the curve imply.
func Tradeoff(curve []Point, alpha float64) (float64, error) {
	if !(alpha >= 0 && alpha <= 1) {
		return 0, fmt.Errorf("%w: rate of false positives %v, want a number in [0, 1]", ErrInvalid, alpha)
	}
	var best float64
	for _, p := range curve {
		e, d := scalar.Exp(float64(p.Epsilon)), float64(p.Delta)
		best = max(best, 1-d-e*alpha, (1-d-alpha)/e)
	}
	return best, nil
}
