// Package trial evaluates what methods release, in the ways that papers do, and
// runs grids of trials that can be killed and resumed.
//
// Protocols are functions of released things:
//
//	[StatisticsOf], [StatisticErrors]  seven counts and KS of the degrees, relative to the original
//	[SplitLinks], [Links.AUC]          link prediction: 80 % of the edges, as many pairs that are none
//	[SplitNodes], [NodeF1]             node classification: 90 % of the nodes, Micro-F1
//
// The papers' scores of links and nodes are read off classifiers that see true
// edges and labels, which are private. Such a score is not the output of a
// private mechanism: it says how much a release helps somebody who knows the rest.
//
// A [Grid] runs trials (method, mode, data set, ε, seed) into a folder of
// results, from as many processes as one likes; [Table] sets means and standard
// deviations beside what a paper printed.
package trial
