// Package study makes studies: methods by modes, data sets, budgets, seeds and settings.
//
// A [Study] is a value, or a small file that [Read] reads:
//
//	methods:  [dpar, features]
//	modes:    [strict, nonprivate, null]
//	data:     cora-ml
//	epsilons: [0.5, 1, 2]
//	seeds:    1-5
//	vary:
//	  Clip: [0.5, 1, 2]
//
// [Study.Plan] checks all of it, before anything is run, and lists the trials. They are
// made by a [trial.Grid] into a folder, which any number of processes may share:
// in this process by [Bench.Run], or in processes of their own by [Pool.Run], each with a
// bound on its memory.
package study
