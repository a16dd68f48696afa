// Package exercise checks the answers of a course, without knowing them: a claimed bound by all
// small graphs ([Bound]), two graphs that are to refute one by comparing them ([Refute]), a mechanism
// by an audit ([Mechanism]), intervals by counting how often they hold ([Interval]), a budget by
// what it buys ([Spend]), an inequality at many points ([Inequality]).
//
// What is asked is a value in a cell of the notebook, and the answer stands in another cell:
//
//	nb.Show(exercise.Bound(degrees, exercise.Blank))
//
// Each check returns a [Verdict], which says in one sentence what is wrong, draws it, and holds two
// hints. An answer that is missing, that panics, that does not end or that is no number is a
// verdict too. A right answer is one that the check could not refute: the words say how far it looked.
package exercise
