// Package null makes the controls: releases that know public facts alone, such
// as the number of nodes, and what was paid for by name. A method that does not
// beat its control has not been shown to work.
//
//	graphs       Uniform, Neighbour: a number of edges, nothing else; WithDegrees where degrees were paid for
//	embeddings   Untrained rows; or the method itself on [Empty], its noise without a gradient
//	classifiers  Majority; any classifier on Untrained rows
//
// [Run] is the control for graphs as a release: it pays for its edge count, or
// is given one that is public, and spends nothing else.
package null
