// Package vote classifies nodes by their features and by one noisy vote of their neighbours: a
// classifier at edge level that is not worse than one that reads no edge.
//
//	relation  gdp.EdgeLevel: features and labels are public, edges are not
//	spends    the whole budget on one release, the sum over each node's neighbours of
//	          what classes they have, or are thought to have (votes.go)
//
// A classifier of features alone is trained on public data (features.go): a regression of a node's
// features, and one of these and of what similar nodes have (similar.go). A node of the training
// set votes for its label, any other for the classes that this classifier gives it, by their
// probabilities. What the noisy votes say about a node's class is a likelihood under a model of
// degrees and of how classes mix, both learned from the same release (posterior.go): where the
// noise covers the votes it is flat, and the features decide.
//
// [Strict] is that. [NonPrivate] counts votes without noise, and [Null] is the classifier of
// features, which knows all that is public at edge level.
package vote
