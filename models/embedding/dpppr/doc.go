// Package dpppr embeds nodes by noisy personalised PageRank [DPPPR22]; edge level.
//
//	relation  gdp.EdgeLevel: one edge is there or not
//	public    how many nodes there are
//	releases  a row of numbers for each node
//
//	[Published]      noisy rows of capped pushes, hashed; each row may show its own node's edges,
//	                 and all rows are paid for as one
//	[PublishedEdge]  the same where no row may show any edge
//	[Strict]         PageRank of all nodes, each with as much to give as it has edges, over public
//	                 random rows, with noise for all of them together; proved
//	[NonPrivate]     InstantEmbedding: exact rows, hashed
//	[Null]           the control: random rows, at no cost
//
// Equations, claims with their verdicts, and departures from the paper: docs/papers/dpppr.md.
//
// [DPPPR22] A. Epasto, V. Mirrokni, B. Perozzi, A. Tsitsulin, P. Zhong, Differentially private
// graph learning via sensitivity-bounded personalized PageRank, NeurIPS 2022.
package dpppr
