package accounting

import "fmt"

// Relation says which pairs of data sets count as neighbours.
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

// Validate refuses the zero value and unknown relations.
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
