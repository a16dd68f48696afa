// Package study defines a study: a list of trials as a grid of methods, modes, data sets, budgets,
// seeds and settings.
//
// A [Study] is a value in a program, or a small file that [Read] reads:
//
//	methods:  [dpar, features]
//	modes:    [strict, nonprivate, null]
//	data:     cora-ml
//	epsilons: [0.5, 1, 2]
//	seeds:    1-5
//	vary:
//	  Clip: [0.5, 1, 2]
//
// Package trial checks studies and makes their trials.
package study
