// Package classification is the frame of node classifiers: input, split, result and constructors
// of modes.
//
//	input   what a run may read before it spends: features, labels, classes and the split of the
//	        nodes, checked once for all methods (input.go)
//	run     modes on a session, and on a graph in the clear (run.go)
//	result  the model, with the split, the guarantee and the details of the run (result.go)
//
// A mode has a type of settings with a function that begins a run. The function asks the [Input]
// for what it needs, checks it, and returns a [Fit], which spends and trains:
//
//	var Strict = classification.NewPrivate("yours", method.Mode{
//		Role: method.Strict, Name: "strict", About: "…", Relation: gdp.EdgeLevel,
//	}, Config{Epochs: 100}, Config.begin)
package classification
