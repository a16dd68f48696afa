// Package gapemb embeds nodes by noisy aggregations of random vectors: the aggregation of GAP
// [GAP23] without its MLPs; edge level.
//
//	relation  gdp.EdgeLevel: one edge is there or not
//	public    how many nodes there are
//	releases  a row of numbers for each node, which has a part for each hop
//
//	[Published]   an edge counted as one arc, hops scaled to norm 1
//	[Strict]      an edge counted as the two arcs that it is; hops as long as the sums were
//	[NonPrivate]  the same without noise
//	[Null]        the control: random rows, at no cost
//
// Equations and departures from the paper: docs/papers/gap.md.
//
// [GAP23] S. Sajadmanesh, A. Shamsabadi, A. Bellet, D. Gatica-Perez, GAP: differentially private
// graph neural networks with aggregation perturbation, USENIX Security 2023.
package gapemb
