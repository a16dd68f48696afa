// Package vote classifies nodes by their features and noisy votes of their neighbours; edge level.
//
//	relation  gdp.EdgeLevel: features and labels are public, edges are not
//	spends    a twentieth of ε on counts of edges between classes, the rest on what a node's
//	          neighbours vote for (votes.go); no δ
//
// A classifier of features alone is trained on public data (features.go): a regression of a node's
// features, and one of these and of what similar nodes have (similar.go). A node of the training
// set votes for its label, any other for the likeliest class by features. An edge is one vote, ±1
// in one number, for the end to which it tells more (aim.go); labelled nodes get no votes, but for
// 500 that show how far to trust votes. What the noisy votes say about a node's class is an exact
// likelihood (law.go) under a model of degrees and of how classes mix, learned from the same
// releases (posterior.go, mixing.go): where the noise covers the votes it is flat, and the features
// decide.
//
// [Strict] is that. [NonPrivate] counts the same without noise, and [Null] is the classifier of
// features, which knows all that is public at edge level.
package vote
