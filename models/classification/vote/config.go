package vote

import (
	"github.com/graphdp/graphdp/models/ranges"
	"github.com/graphdp/graphdp/models/split"
)

// Config is the configuration of every mode: of the classifier of features, which is all of the
// control, and without which there are no votes.
type Config struct {
	Classes int     `range:"[0,16384]"` // how many there are; 0: as many as the network has names for
	Penalty float64 `range:"[0,∞)"`     // of the logistic regressions on features of norm 1; 0: by the number of labels
	Similar int     `range:"[0,1000]"`  // nodes of similar features that the second regression reads; 0: there is no second one
	Folds   int     `range:"[2,100]"`   // parts of the training nodes, whose classes are each guessed from the others
	Split   split.Config
}

// Strict returns the setting of the private mode: four fifths of the nodes have public labels.
func Strict() Config { return Config{Similar: 15, Folds: 5, Split: split.Config{Share: 0.8}} }

// NonPrivate returns the same setting.
func NonPrivate() Config { return Strict() }

// Null returns the same setting.
func Null() Config { return Strict() }

// Check reports a setting that no run can have.
func (c Config) Check() error { return ranges.Check("vote", c) }
