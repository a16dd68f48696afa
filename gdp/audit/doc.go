// Package audit computes lower bounds on ε by attacking mechanisms.
//
// A proof bounds ε from above; an attack bounds it from below. If code that is proved to be (1,
// 10⁻⁵)-DP lets an attacker distinguish two neighbouring graphs better than ε = 1 allows, then the
// proof, the code or the noise is wrong. There are three ways to a [Bound], depending on the cost
// of a run:
//
//	[Pair]    the output distribution is small and known: ε(δ) exactly, no sampling.
//	          [Enumerate] computes the distribution of code with finitely many choices.
//	[Attack]  many runs in each of two neighbouring worlds ([Campaign] collects
//	          them), a [Distinguisher], and confidence bounds on the rates of its scores.
//	[Guessed] a single run with many canaries, each included by a fair coin
//	          [SNJ23].
//
// A bound means: except with probability at most 1 - Confidence, the mechanism as it ran is not (ε,
// δ)-DP for any ε below the bound, for the given pair of inputs or kind of canary. An audit that
// finds little proves nothing: a better attack may find more.
//
// The package knows no graphs and no mechanisms, only functions and numbers. Functions that sample
// take their source of randomness.
//
// [SNJ23] T. Steinke, M. Nasr, M. Jagielski, Privacy auditing with one (1) training run, NeurIPS
// 2023. [NHSBTJCT23] M. Nasr, J. Hayes, T. Steinke and others, Tight auditing of differentially
// private machine learning, USENIX Security 2023.
package audit
