// Package audit computes lower bounds on ε by attacking mechanisms.
//
// A proof bounds ε from above; an attack bounds it from below. If code that is
// proved to be (1, 10⁻⁵)-DP lets an attacker tell two neighbouring graphs apart
// better than ε = 1 allows, then the proof, the code or the noise is wrong.
// There are three ways to a [Bound], by what running the mechanism costs:
//
//	[Pair]    the output law is small and known: ε(δ) exactly, no sampling.
//	          [Enumerate] finds the distribution of anything that draws finitely often.
//	[Attack]  many runs in each of two neighbouring worlds ([Campaign] collects
//	          them), a [Distinguisher], and bounds of its score's distributions.
//	[Guessed] a single run into which many canaries went by fair coins
//	          [SNJ23].
//
// What a bound means: unless something happened that has a probability of at
// most 1 - Confidence, the mechanism as it ran is not (ε, δ)-DP for any ε below
// the bound, for the pair of inputs or the kind of canary that was used. An
// audit that finds little proves nothing: a better attack may find more.
//
// The package knows no graphs and no mechanisms: it is given functions and
// numbers. What draws takes its source of randomness.
//
// [SNJ23] T. Steinke, M. Nasr, M. Jagielski, Privacy auditing with one (1)
// training run, NeurIPS 2023. [NHSBTJCT23] M. Nasr, J. Hayes, T. Steinke and
// others, Tight auditing of differentially private machine learning, USENIX
// Security 2023.
package audit
