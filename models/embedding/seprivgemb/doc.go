// Package seprivgemb embeds nodes by skip-gram with a structure preference [SE-PrivGEmb], or by
// releases with a proved guarantee; edge level.
//
//	relation  gdp.NodeLevel in the paper; gdp.EdgeLevel for what is useful here
//	releases  a row of numbers for each node; trained ones have a second, W_out
//	spends    noisy gradients (published.go, strict.go, biased.go), or noisy degrees, pairs and
//	          projections (oneshot.go, packages degrees and posterior)
//
// The paper weights the loss of an edge by a proximity of its ends (proximity.go),
// pairs it once with negative samples (subgraphs.go), and adds noise to those rows
// alone that a batch moves (published.go). Which rows move is not noised: that is
// not private for any ε, and what the noise reveals of degrees is what the reported
// utility measures.
//
//	[Published]         Algorithm 2 as printed
//	[Author]            the authors' code
//	[ZeroGradient]      the noise of Algorithm 2 without its gradient
//	[NonPrivate]        Algorithm 2 without noise; [NonPrivateTuned], tuned on Chameleon
//	[StrictNonPrivate]  Strict with exact answers of all pairs
//	[Spectrum]          rows of the adjacency matrix, by its eigenvectors
//	[PoissonSkipGram]   skip-gram with noise on every row; edge level
//	[BiasedSkipGram]    skip-gram of one matrix, with biases and public negatives; edge level
//	[Projection]        a noisy random projection of the adjacency matrix; edge level
//	[Control]           noisy degrees and random directions: the control
//	[Strict]            noisy degrees, deconvolved, as rows that a random graph of such degrees
//	                    has; where a graph is dense also the communities in noisy answers of
//	                    pairs (package posterior), or degrees and communities in noisy sums of
//	                    neighbours' rows (sums.go)
//	[Null]              random rows: the null control, at no cost
//
// Equations, claims with their verdicts, and departures from the paper:
// docs/papers/seprivgemb.md.
//
// [SE-PrivGEmb] S. Zhang, Q. Ye, H. Hu: Structure-preference enabled graph
// embedding generation under differential privacy, ICDE 2025.
package seprivgemb
