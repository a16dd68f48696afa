package gdp

import (
	"fmt"
	"math"
)

// L1, L2 and LInf bound how far a neighbouring change moves a query, in the
// norm of their name: the sum of the changes of all values, the root of their
// squares' sum, or the largest of them. Laplace noise takes an L1, Gaussian
// noise an L2, the choice of a largest score an LInf.
type (
	L1   float64
	L2   float64
	LInf float64
)

// Norm is one of the norms.
type Norm interface{ L1 | L2 | LInf }

// Bounded is a query with a bound on how far one neighbouring change moves it,
// and the reason why.
type Bounded[N Norm] struct {
	name  string
	rel   Relation
	bound N
	basis Basis
	eval  func(*Data) ([]float64, error)
}

// Query makes a bounded query. The name tells everything that eval depends on
// beside the data, such as a cap, because it is how a kept release is known
// again; how many values eval returns must not depend on the data. A faulty
// argument shows when the query is used.
func Query[N Norm](name string, rel Relation, bound N, basis Basis, eval func(*Data) ([]float64, error)) Bounded[N] {
	return Bounded[N]{name, rel, bound, basis, eval}
}

// Name is the query's name.
func (q Bounded[N]) Name() string { return q.name }

// Relation is the relation that the bound holds under.
func (q Bounded[N]) Relation() Relation { return q.rel }

// Bound is how far one neighbouring change moves the query.
func (q Bounded[N]) Bound() N { return q.bound }

// Basis is why the bound holds.
func (q Bounded[N]) Basis() Basis { return q.basis }

// Eval answers without noise: for tests of bounds, and for whoever may see the
// data anyway.
func (q Bounded[N]) Eval(d *Data) ([]float64, error) { return q.eval(d) }

// norm names N.
func (q Bounded[N]) norm() string {
	switch any(q.bound).(type) {
	case L1:
		return "ℓ1"
	case L2:
		return "ℓ2"
	}
	return "ℓ∞"
}

// check refuses a query that was not made by Query, a bound that is none and a
// bound under another relation than the session's.
func (q Bounded[N]) check(rel Relation) error {
	switch b := float64(q.bound); {
	case q.eval == nil || q.name == "":
		return fmt.Errorf("gdp: a query without a name or an evaluation; use gdp.Query")
	case !(b > 0) || math.IsInf(b, 1):
		return fmt.Errorf("gdp: query %s has the bound %v, want a positive number", q.name, b)
	case q.rel != rel:
		return fmt.Errorf("gdp: the bound of query %s holds under the relation %v, the session's is %v", q.name, q.rel, rel)
	}
	if err := checkBasis(q.basis); err != nil {
		return fmt.Errorf("gdp: query %s: %w", q.name, err)
	}
	return nil
}

// evaluate reads the data. Callers have spent before.
func (q Bounded[N]) evaluate(d *Data) ([]float64, error) {
	values, err := q.eval(d)
	if err != nil {
		return nil, fmt.Errorf("gdp: query %s failed: %w", q.name, err)
	}
	for _, v := range values {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return nil, fmt.Errorf("gdp: query %s has an answer that is no finite number", q.name)
		}
	}
	return values, nil
}
