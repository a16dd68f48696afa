// Package progap classifies nodes by a network that grows by one noisy aggregation at a time:
// ProGAP [PROGAP24]; edge or node level.
//
//	stage 0  a layer on features gives each node a row, and a head tells the classes (net.go)
//	stage i  the rows that the newest layer gives are scaled to norm 1 and summed over
//	         neighbours with noise; a new layer reads the sums, and all layers so far are
//	         trained on, with a new head that reads what all of them give (progressive.go)
//
//	relation  gdp.EdgeLevel: features and labels are public, and training has no noise;
//	          gdp.NodeUnbounded for [PublishedNDP]
//	spends    the whole budget on the sums, one a stage (run.go); at node level on the
//	          trainings, too (ndp.go)
//
// [Published] counts an edge as the paper does, [Strict] as what it is in an undirected graph.
// [Null] has stage 0 alone, and [NonPrivate] no noise.
//
// Modules and departures from the paper: docs/papers/progap.md.
package progap
