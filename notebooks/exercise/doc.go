// Package exercise checks the answers of a course, without knowing them:
//
//	[Bound], [BoundFor]  a claimed bound meets all small graphs
//	[Refute]             two graphs are to refute a claimed bound
//	[Fault]              the first step of a proof that is false
//	[Mechanism]          a mechanism is audited
//	[Expose]             two graphs are to show that a mechanism is not private
//	[Interval]           intervals are counted that hold
//	[Spend]              a session pays for a divided budget
//	[Inequality]         two sides are compared at many points
//	[Signature]          who is singled out in a graph without names
//	[Link]               an attack on the rows of an embedding
//	[Lost], [Resembles]  what drawn graphs have of the original
//
// What is asked is a value in a cell of the notebook, and the answer stands in another cell:
//
//	nb.Show(exercise.Bound(degrees, exercise.Blank))
//
// Each check returns a [Verdict], which says in one sentence what is wrong, draws it, and holds
// two hints. An answer that is missing, that panics, that does not end or that is no number is a
// verdict too. A right answer is one that the check could not refute: the words say how far it
// looked.
package exercise
