// Package vote classifies nodes by their features and by one noisy vote of their neighbours: a
// classifier at edge level that is not worse than one that reads no edge.
//
//	relation  gdp.EdgeLevel: features and labels are public, edges are not
//	spends    the whole budget on one release, what edges say in sum: between which classes they
//	          are, and what a node's neighbours vote for (votes.go)
//
// A classifier of features alone is trained on public data (features.go): a regression of a node's
// features, and one of these and of what similar nodes have (similar.go). A node of the training
// set votes for its label, any other for the classes that this classifier gives it, by their
// probabilities. Votes are aimed (aim.go): a node asks about the few classes that its features
// leave open, and of two ends that both ask, the one that is less sure gets more of what an edge
// may say; labelled nodes do not ask, but for 500 that show how far to trust votes. What the noisy
// votes say about a node's class is a likelihood under a model of degrees and of how classes mix,
// both learned from the same release (posterior.go, mixing.go): where the noise covers the votes it
// is flat, and the features decide.
//
// [Strict] is that. [NonPrivate] counts the same without noise, and [Null] is the classifier of
// features, which knows all that is public at edge level.
package vote
