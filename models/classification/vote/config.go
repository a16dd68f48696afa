package vote

import "github.com/graphdp/graphdp/models/method/split"

// Config is a run with votes.
type Config struct{ Features }

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
