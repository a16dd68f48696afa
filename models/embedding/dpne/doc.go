// Package dpne embeds nodes by factorising the adjacency matrix with a perturbed objective
// [DPNE18]; edge level.
//
//	relation  gdp.EdgeLevel: one edge is there or not
//	public    how many nodes there are
//	releases  a row of numbers for each node
//
//	[Published]   two factors of the adjacency matrix, of which one is released and has noise on
//	              the objective of every row; as far as it is known what the paper does
//	[NonPrivate]  the same without noise
//	[Null]        the control: random rows, at no cost
//
// Equations, claims with their verdicts, and what had to be guessed: docs/papers/dpne.md.
//
// [DPNE18] D. Xu, S. Yuan, X. Wu, H. Phan, DPNE: differentially private network embedding,
// PAKDD 2018.
package dpne
