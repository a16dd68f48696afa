package gdp

import (
	"fmt"
	"math"
)

// L1, L2 and LInf bound the sensitivity of a query in the norm of that name: the sum of the
// absolute changes of all values, the square root of the sum of their squares, or the largest of
// them. Laplace noise needs an L1 bound, Gaussian noise an L2 bound, and the exponential mechanism
// an LInf bound.
type (
	L1   float64
	L2   float64
	LInf float64
)

// Norm is one of the norms.
type Norm interface{ L1 | L2 | LInf }

// Bounded is a query with a bound on its sensitivity and the reason why the bound holds.
type Bounded[N Norm] struct {
	name  string
	rel   Relation
	bound N
	basis Basis
	by    string // the package that asserts the bound, if its proof is not known
	eval  func(*Data) ([]float64, error)
	nodes int // the number of nodes that the query is made for; 0 for any
}

// Query makes a bounded query. The name identifies a kept release, so it must include everything
// that eval depends on beside the data, such as a cap. The number of values that eval returns must
// not depend on the data. Invalid arguments are reported when the query is used.
func Query[N Norm](name string, rel Relation, bound N, basis Basis, eval func(*Data) ([]float64, error)) Bounded[N] {
	return Bounded[N]{name: name, rel: rel, bound: bound, basis: basis, by: asserter(basis), eval: eval}
}

// OnNodes returns q restricted to graphs with n nodes, or to a universe of n ids. A session with
// another number refuses q before it spends anything.
func (q Bounded[N]) OnNodes(n int) Bounded[N] {
	q.nodes = n
	return q
}

// Name returns the query's name.
func (q Bounded[N]) Name() string { return q.name }

// Relation returns the relation under which the bound holds.
func (q Bounded[N]) Relation() Relation { return q.rel }

// Bound returns the sensitivity bound.
func (q Bounded[N]) Bound() N { return q.bound }

// Basis returns why the bound holds.
func (q Bounded[N]) Basis() Basis { return q.basis }

// Eval returns the answer without noise. It is for tests of bounds and for callers that may see the
// data anyway.
func (q Bounded[N]) Eval(d *Data) ([]float64, error) {
	if d == nil || q.eval == nil {
		return nil, fmt.Errorf("gdp: query %s: Eval needs data, and a query made by Query", q.name)
	}
	return q.eval(d)
}

// norm returns the name of the norm N.
func (q Bounded[N]) norm() string {
	switch any(q.bound).(type) {
	case L1:
		return "ℓ1"
	case L2:
		return "ℓ2"
	}
	return "ℓ∞"
}

// check refuses a query that Query did not make, an invalid bound, a bound under another relation
// than the session's, and a query for another number of nodes.
func (q Bounded[N]) check(s *Session) error {
	switch b, rel := float64(q.bound), s.relation; {
	case q.eval == nil || q.name == "":
		return fmt.Errorf("gdp: a query without a name or a function: make it by gdp.Query")
	case math.IsNaN(b):
		return fmt.Errorf("gdp: query %s has no bound under the relation %v", q.name, rel)
	case !(b > 0) || math.IsInf(b, 1):
		return fmt.Errorf("gdp: query %s has the bound %v, want a positive number", q.name, b)
	case q.rel != rel:
		return fmt.Errorf("gdp: query %s is made for the relation %v, the session's is %v", q.name, q.rel, rel)
	case q.nodes != 0 && q.nodes != s.Public().Nodes:
		return fmt.Errorf("gdp: query %s is made for %d nodes, the session has %d", q.name, q.nodes, s.Public().Nodes)
	}
	if err := checkBasis(q.basis); err != nil {
		return fmt.Errorf("gdp: query %s: %w", q.name, err)
	}
	return nil
}

// evaluate computes q on the private data. The caller has already paid.
func (q Bounded[N]) evaluate(d *Data) ([]float64, error) {
	values, err := q.eval(d)
	if err != nil {
		return nil, fmt.Errorf("gdp: query %s failed: %w", q.name, err)
	}
	for _, v := range values {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return nil, fmt.Errorf("gdp: query %s has an answer that is not a finite number", q.name)
		}
	}
	return values, nil
}
