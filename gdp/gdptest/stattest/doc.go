// Package stattest tests whether samples have a stated distribution.
//
// Each test takes a sample, what it should be like, and the probability alpha
// with which a right sample may be rejected, and says whether the sample passes.
// p-values are exact or upper bounds, except where a comment says that they rest
// on the central limit theorem; they are meant for alpha down to 10⁻¹².
//
// [Suite] runs all the tests that apply to a sampler whose draws, one at a time,
// have a known distribution function. It works on normal scores: x becomes
// Φ⁻¹(F(x)), which is exactly standard normal if x has the distribution F, so one
// set of exact tests serves all laws. [Discrete] does the same for integers.
package stattest
