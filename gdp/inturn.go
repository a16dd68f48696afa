package gdp

import (
	"fmt"

	"github.com/graphdp/graphdp/accounting"
	"github.com/graphdp/graphdp/gdp/internal/noise"
)

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
