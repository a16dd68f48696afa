// Package seprivgemb embeds nodes by skip-gram with a structure preference [SE-PrivGEmb], or by
// releases with a proved guarantee; edge level.
//
//	relation  gdp.NodeLevel in the paper; gdp.EdgeLevel for the useful modes
//	releases  an embedding of each node; skip-grams have a second matrix, W_out
//	spends    noisy gradients (published.go, strict.go, biased.go), or noisy degrees, pairs and
//	          projections (oneshot.go, packages degrees and posterior)
//
// The paper weights the loss of an edge by a proximity of its ends (proximity.go), pairs it once
// with negative samples (subgraphs.go), and adds noise to the rows in a batch only (published.go).
// The selection of these rows has no noise, so the release is not private for any ε. The reported
// utility measures the degrees that the noise reveals.
//
//	[Published]         Algorithm 2 as printed
//	[Author]            the authors' code
//	[ZeroGradient]      the noise of Algorithm 2 without its gradient
//	[NonPrivate]        Algorithm 2 without noise; [NonPrivateTuned], tuned on Chameleon
//	[StrictNonPrivate]  Strict with exact answers for all pairs
//	[Spectrum]          rows of the adjacency matrix, by its eigenvectors
//	[PoissonSkipGram]   skip-gram with noise on every row; edge level
//	[BiasedSkipGram]    skip-gram of one matrix, with biases and public negatives; edge level
//	[Projection]        a noisy random projection of the adjacency matrix; edge level
//	[Control]           noisy degrees and random directions: the control
//	[Strict]            rows of a random graph with the noisy degrees, after deconvolution; on
//	                    dense graphs also communities from noisy answers for pairs (package
//	                    posterior), or degrees and communities from noisy sums of neighbours'
//	                    rows (sums.go)
//	[Null]              random embeddings: the null control, at no cost
//
// Equations, claims with their verdicts, and departures from the paper: docs/papers/seprivgemb.md.
//
// [SE-PrivGEmb] S. Zhang, Q. Ye, H. Hu: Structure-preference enabled graph embedding generation
// under differential privacy, ICDE 2025.
package seprivgemb
