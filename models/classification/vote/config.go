package vote

import (
	"fmt"
	"math"

	"github.com/graphdp/graphdp/models/split"
)

// Votes is the configuration of the modes that count votes.
type Votes struct {
	Features
	Folds int // parts of the training nodes, whose classes are each guessed from the others
}

// Features is the configuration of the classifier of features, which is that of the control.
type Features struct {
	Classes int     // how many there are; 0: as many as the network has names for
	Penalty float64 // of the logistic regression on features of norm 1; 0: by the number of labels
	Split   split.Config
}

// Strict returns the setting of the private mode.
func Strict() Votes { return Votes{Features: Null(), Folds: 5} }

// NonPrivate returns the same setting.
func NonPrivate() Votes { return Strict() }

// Null returns the setting of the classifier of features: four fifths of the nodes have
// public labels.
func Null() Features { return Features{Split: split.Config{Share: 0.8}} }

// Check reports a setting that no run can have.
func (c Votes) Check() error {
	if c.Folds < 2 || c.Folds > 100 {
		return fmt.Errorf("vote: %d folds, want 2 … 100", c.Folds)
	}
	return c.Features.Check()
}

// Check reports a setting that no run can have.
func (c Features) Check() error {
	switch {
	case c.Classes < 0 || c.Classes > 1<<14:
		return fmt.Errorf("vote: %d classes, want at most %d", c.Classes, 1<<14)
	case !(c.Penalty >= 0) || math.IsInf(c.Penalty, 1):
		return fmt.Errorf("vote: a penalty of %v, want a number above 0, or 0 for one by the number of labels", c.Penalty)
	}
	if err := c.Split.Check(); err != nil {
		return fmt.Errorf("vote: %w", err)
	}
	return nil
}
