// Package pair describes mechanisms by dominating pairs of distributions.
//
// A pair (P, Q) dominates a mechanism M when no test tells M(D) from M(D')
// better than it tells P from Q, for every two neighbours:
//
//	sup over S of M(D)(S) - e^ε·M(D')(S)  ≤  H(ε) = sup over S of P(S) - e^ε·Q(S)
//
// for every real ε. Dominance survives adaptive composition and passes on to
// every Rényi divergence [ZDW22], so all that an accountant needs from
// a mechanism is such a pair. The privacy loss is ℓ = ln dP/dQ.
//
// Three kinds of pair cover the events of package accounting: [Mixture] (all
// that adds Gaussian noise, sampled or not), [Law] (atoms and exponential
// ramps: Laplace, discrete noise, randomised response, bounded range, black
// boxes, and Poisson samples of those) and [Symmetric] (samples of fixed size).
package pair
