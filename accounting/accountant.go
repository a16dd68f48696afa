// Package accounting computes the privacy cost (ε, δ) of a plan of mechanisms under a neighbouring
// relation.
//
// A mechanism is described by an [Event]: which noise, how large beside the
// sensitivity, on which sample. Events compose ([Compose], [SelfCompose]), and
// an [Accountant] turns the whole plan into ε at a given δ or δ at a given ε.
// Each accountant has a folder:
//
//	gauss  Gaussian noise alone; exact closed forms
//	rdp    Rényi divergences; fast, a little loose
//	pld    privacy loss distributions; tight to about one part in 10⁵
//
// Three rules hold for all of them. An answer is an upper bound: every
// rounding, truncation and discretisation goes up. An event that an accountant
// cannot bound is refused with an error that names it. And accountants
// do not remember what was spent: they see the whole plan each time, so a budget
// can neither be bought back nor counted twice.
//
// [CalibrateNoise] goes the other way, from a [Budget] to the noise multiplier
// of a plan, and never passes the budget.
//
// The accountants pld and best also find covers: one Gaussian release, and a
// probability of failure, that dominate a plan at every ε and δ at once.
//
// The package knows no graph, draws no noise and trains nothing. The bounds
// and where they are proved: docs/proofs/accounting.md.
package accounting

import (
	"fmt"

	"github.com/graphdp/graphdp/data/scalar"
)

// Accountant bounds what a plan costs. Both methods are upper bounds for every
// valid event; an event without a bound is an [*UnsupportedError]. ε = +Inf
// and δ = 1 are answers, not failures: nothing better could be proved.
type Accountant interface {
	// Epsilon returns an ε such that the event is (ε, d)-DP.
	Epsilon(e Event, d Delta) (Epsilon, error)
	// Delta returns a δ such that the event is (eps, δ)-DP; it may be 1.
	Delta(e Event, eps Epsilon) (float64, error)
	// Relation returns the relation that the answers hold under.
	Relation() Relation
}

// UnsupportedError says which event an accountant has no bound for.
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

// Tradeoff returns a lower bound on the rate of false negatives of every test
// that tells two neighbours apart with a rate of at most alpha of false
// positives. It is the upper envelope of the lines that the points of the
// curve imply, and of 0.
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
