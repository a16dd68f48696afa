package vote

import (
	"fmt"
	"math"

	"github.com/graphdp/graphdp/models/split"
)

// Config is the configuration of every mode: of the classifier of features, which is all of the
// control, and without which there are no votes.
type Config struct {
	Classes int     // how many there are; 0: as many as the network has names for
	Penalty float64 // of the logistic regressions on features of norm 1; 0: by the number of labels
	Similar int     // nodes of similar features that the second regression reads; 0: there is no second one
	Folds   int     // parts of the training nodes, whose classes are each guessed from the others
	Split   split.Config
}

// Strict returns the setting of the private mode: four fifths of the nodes have public labels.
func Strict() Config { return Config{Similar: 15, Folds: 5, Split: split.Config{Share: 0.8}} }

// NonPrivate returns the same setting.
func NonPrivate() Config { return Strict() }

// Null returns the same setting.
func Null() Config { return Strict() }

// Check reports a setting that no run can have.
func (c Config) Check() error {
	switch {
	case c.Classes < 0 || c.Classes > 1<<14:
		return fmt.Errorf("vote: %d classes, want at most %d", c.Classes, 1<<14)
	case !(c.Penalty >= 0) || math.IsInf(c.Penalty, 1):
		return fmt.Errorf("vote: a penalty of %v, want a number above 0, or 0 for one by the number of labels", c.Penalty)
	case c.Similar < 0 || c.Similar > 1000:
		return fmt.Errorf("vote: %d similar nodes, want 0 … 1000", c.Similar)
	case c.Folds < 2 || c.Folds > 100:
		return fmt.Errorf("vote: %d folds, want 2 … 100", c.Folds)
	}
	if err := c.Split.Check(); err != nil {
		return fmt.Errorf("vote: %w", err)
	}
	return nil
}
