// Package pld is the accountant by privacy loss distributions.
//
// Every step is replaced by a pair on a lattice of losses that dominates it,
// the laws of the losses are convolved, and δ(ε) is read off the result
// [KJH20; DGKKM22]. Three things keep the answer both tight and certain:
//
//   - The lattice is chosen from the plan, so that all its steps together raise
//     ε by about 10⁻⁵ of itself, whether there is one step or 10⁸ of them.
//   - The convolution runs on the exponentially tilted law, whose mean lies at
//     the ε in question, and only those of its Fourier coefficients that are not
//     negligible are summed. So it is precise relative to δ, however small δ is,
//     and 10⁹ steps cost as much as 10⁴; where many coefficients matter, a fast
//     Fourier transform finds them.
//   - What the lattice, its ends, the wrap-around of the transform and its
//     rounding errors can hide is added to δ, never dropped.
//
// Plans that consist of one pure mechanism have closed forms and need no lattice.
package pld
