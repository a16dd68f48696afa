// Package exercise checks the answers of a course, without storing them:
//
//	[Bound], [BoundFor]  compares a claimed bound with all small graphs
//	[Refute]             checks two graphs that refute a claimed bound
//	[Fault]              checks the first false step of a proof
//	[Mechanism]          audits a mechanism
//	[Expose]             checks two graphs on which a mechanism is not private
//	[Interval]           counts the intervals that contain the truth
//	[Spend]              pays for a divided budget in a session
//	[Inequality]         compares two sides at many points
//	[Signature]          counts the nodes that a signature identifies
//	[Link]               measures an attack on the rows of an embedding
//	[Lost], [Resembles]  compares generated graphs with the original
//
// The question is a value in one cell of the notebook. The answer is in another cell:
//
//	nb.Show(exercise.Bound(degrees, exercise.Blank))
//
// Each check returns a [Verdict]: one sentence, a picture and two hints. A missing answer, a panic,
// an endless loop and a value that is not a number have verdicts too. An answer counts as right if
// the check could not refute it; the verdict describes the search.
package exercise
