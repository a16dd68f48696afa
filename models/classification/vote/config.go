package vote

import (
	"github.com/graphdp/graphdp/models/classification"
	"github.com/graphdp/graphdp/models/method/split"
)

// Config is the configuration of a private mode: a [Votes] or an [Edgeless].
type Config interface {
	begin(in *classification.Input) (classification.Fit[*Result], error)
}

// Votes are a run with noisy votes.
type Votes struct{ Features }

// Exact is a run with votes that have no noise.
type Exact struct{ Features }

// KeptAs implements [checkpoint.Renamed].
func (Votes) KeptAs() string { return "Config" }

// Edgeless is a run without votes.
type Edgeless struct{ Features }

// Features is how the classifier of features is built.
type Features struct {
	Classes int     `range:"[0,512]"`  // how many there are; 0: as many as the network has names for
	Penalty float64 `range:"[0,∞)"`    // of the logistic regressions on features of norm 1; 0: by the number of labels
	Similar int     `range:"[0,1000]"` // nodes of similar features that the second regression reads; 0: there is no second one
	Folds   int     `range:"[2,100]"`  // parts of the training nodes, whose classes are each predicted from the others
	Split   split.Config
}

var features = Features{Similar: 15, Folds: 5, Split: split.Config{Share: 0.8}}

// Strict returns the setting of the private mode: four fifths of the nodes have public labels.
func Strict() Votes { return Votes{features} }

// NonPrivate returns the same setting.
func NonPrivate() Exact { return Exact{features} }

// Null returns the same setting.
func Null() Edgeless { return Edgeless{features} }
